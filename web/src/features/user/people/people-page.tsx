import { managesEveryone } from '@portal/contract/user/policy'
import type { GoTo } from '../../../lib/list-address.ts'
import { TabLinks } from '../../../ui/list/tab-links.tsx'
import type { PageHeaderProps } from '../../../ui/page.tsx'
import { useProfile } from '../../auth/queries.ts'
import { CompanyList } from '../company/company-list.tsx'
import { InviteButton } from '../invite/invite-button.tsx'
import { PersonDrawer } from '../person/person-drawer.tsx'
import { actorOf } from './actor.ts'
import { PeopleList } from './people-list.tsx'
import type { PeopleSearch } from './people-search.ts'

type PeoplePageProps = { search: PeopleSearch; goTo: GoTo<PeopleSearch> }

export type PeopleListProps = PeoplePageProps & { header: PageHeaderProps }

export const PeoplePage = ({ search, goTo }: PeoplePageProps) => {
  const profile = useProfile()
  const isEverybody = managesEveryone(actorOf(profile))
  const isCompanies = isEverybody && search.view === 'companies'
  const list = {
    search,
    goTo,
    header: {
      title: isCompanies ? 'Companies' : 'Permissions',
      beside: isEverybody && (
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
      under: isEverybody ? undefined : `The people of ${profile.companyName}`,
      actions: <InviteButton />,
    },
  }
  return (
    <>
      {isCompanies ? <CompanyList {...list} /> : <PeopleList {...list} isEverybody={isEverybody} />}
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
