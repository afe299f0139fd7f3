import { managesEveryone } from '@portal/contract/user/policy'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import { actorOf, useProfile } from '../../auth/queries.ts'
import { CompanyList } from '../company/company-list.tsx'
import { PersonDrawer } from '../person/person-drawer.tsx'
import { InviteButton } from '../shared/invite-button.tsx'
import { PeopleList, type PeopleListProps } from './people-list.tsx'

type PeoplePageProps = Omit<PeopleListProps, 'header'>

export const PeoplePage = ({ search, goTo }: PeoplePageProps) => {
  const profile = useProfile()
  const isEveryone = managesEveryone(actorOf(profile))
  const isCompanies = isEveryone && search.view === 'companies'
  const list = {
    search,
    goTo,
    header: {
      title: isCompanies ? 'Companies' : 'Permissions',
      beside: isEveryone && (
        <TabLinks
          label="Lists"
          tabs={[
            { key: 'people', label: 'People', isCurrent: !isCompanies, link: { to: '.', search: {} } },
            {
              key: 'companies',
              label: 'Companies',
              isCurrent: isCompanies,
              link: { to: '.', search: { view: 'companies' } },
            },
          ]}
        />
      ),
      under: isEveryone ? undefined : `The people of ${profile.companyName}`,
      actions: <InviteButton />,
    },
  }
  return (
    <>
      {isCompanies ? <CompanyList {...list} /> : <PeopleList {...list} isEveryone={isEveryone} />}
      {search.person && (
        <PersonDrawer
          key={search.person}
          userId={search.person}
          onClose={() => goTo({ ...search, person: undefined })}
        />
      )}
    </>
  )
}
