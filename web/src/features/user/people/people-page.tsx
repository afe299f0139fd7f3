import { managesEveryone } from '@portal/contract/user/policy'
import { Link } from '@tanstack/react-router'
import { Page, PageHeader } from '../../../ui/page.tsx'
import links from '../../../ui/tab-links.module.css'
import { useProfile } from '../../auth/queries.ts'
import { CompanyList } from '../company/company-list.tsx'
import { InviteButton } from '../invite/invite-button.tsx'
import { PersonDrawer } from '../person/person-drawer.tsx'
import { actorOf } from './actor.ts'
import { PeopleList } from './people-list.tsx'
import type { PeopleSearch } from './people-search.ts'

/** Writes the address; `replace` where Back should not stop (letters of a search). */
export type GoTo = (search: PeopleSearch, options?: { replace?: boolean }) => void

type PeoplePageProps = { search: PeopleSearch; goTo: GoTo }

/** settings/permissions: people and what they may do, and for those who manage everyone their companies. */
export const PeoplePage = ({ search, goTo }: PeoplePageProps) => {
  const profile = useProfile()
  const isEverybody = managesEveryone(actorOf(profile))
  const isCompanies = isEverybody && search.view === 'companies'

  return (
    <Page fills>
      <PageHeader
        title={isCompanies ? 'Companies' : 'Permissions'}
        beside={
          isEverybody ? (
            <nav className={links.tabs} aria-label="Lists">
              <Link
                to="."
                search={{}}
                className={links.tab}
                aria-current={isCompanies ? undefined : 'page'}
                activeOptions={exactly}
              >
                People
              </Link>
              <Link
                to="."
                search={{ view: 'companies' }}
                className={links.tab}
                aria-current={isCompanies ? 'page' : undefined}
                activeOptions={exactly}
              >
                Companies
              </Link>
            </nav>
          ) : undefined
        }
        under={isEverybody ? undefined : `The people of ${profile.companyName}`}
        actions={<InviteButton />}
      />
      {isCompanies ? (
        <CompanyList search={search} goTo={goTo} />
      ) : (
        <PeopleList search={search} goTo={goTo} isEverybody={isEverybody} />
      )}
      {search.person && (
        <PersonDrawer
          key={search.person}
          userId={search.person}
          onClose={() => goTo({ ...search, person: undefined })}
        />
      )}
    </Page>
  )
}

/** The router calls a link current only for its very address; which list is shown is said by the page. */
const exactly = { exact: true, includeSearch: true }
