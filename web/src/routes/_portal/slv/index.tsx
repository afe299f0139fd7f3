import { createFileRoute } from '@tanstack/react-router'
import {
  listQuery,
  statisticsQuery,
} from '../../../features/slv/list/list-queries.ts'
import { homeTabs } from '../../../features/slv/list/list-tabs.ts'
import { viewIn } from '../../../features/slv/list/list-view.ts'
import { SlvListPage } from '../../../features/slv/list/slv-list-page.tsx'
import { NewMenu } from '../../../features/slv/new-request/new-menu.tsx'
import { useProfile } from '../../../records/auth/queries.ts'
import { readListSearch } from '../../../records/slv/list-filter.ts'

export const Route = createFileRoute('/_portal/slv/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  /** Fetches while the screen's code loads. */
  loader: ({ context: { queryClient, profile }, deps }) => {
    const view = viewIn(homeTabs(profile), deps, profile)
    if (!view) return
    void queryClient.prefetchQuery(listQuery(view))
    void queryClient.prefetchQuery(statisticsQuery(view.tab))
  },
  component: SlvHome,
})

function SlvHome() {
  const profile = useProfile()
  const navigate = Route.useNavigate()
  return (
    <SlvListPage
      title="SLVs"
      tabs={homeTabs(profile)}
      search={Route.useSearch()}
      goTo={(search, options) => void navigate({ search, ...options })}
      start={<NewMenu />}
    />
  )
}
