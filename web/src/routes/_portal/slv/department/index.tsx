import { createFileRoute } from '@tanstack/react-router'
import {
  listQuery,
  statisticsQuery,
} from '../../../../features/slv/list/list-queries.ts'
import { departmentTabs } from '../../../../features/slv/list/list-tabs.ts'
import { viewIn } from '../../../../features/slv/list/list-view.ts'
import { SlvListPage } from '../../../../features/slv/list/slv-list-page.tsx'
import { teamLinks } from '../../../../features/slv/team/team-tabs.ts'
import { toActor, useProfile } from '../../../../records/auth/queries.ts'
import { readListSearch } from '../../../../records/slv/list-filter.ts'

export const Route = createFileRoute('/_portal/slv/department/')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => search,
  /** Fetches while the screen's code loads. */
  loader: ({ context: { queryClient, profile }, deps }) => {
    const view = viewIn(departmentTabs, deps, profile)
    if (!view) return
    void queryClient.prefetchQuery(listQuery(view))
    void queryClient.prefetchQuery(statisticsQuery(view.tab))
  },
  component: Department,
})

function Department() {
  const navigate = Route.useNavigate()
  return (
    <SlvListPage
      title="Department"
      tabs={departmentTabs}
      moreTabs={teamLinks(toActor(useProfile()))}
      search={Route.useSearch()}
      goTo={(search, options) => void navigate({ search, ...options })}
    />
  )
}
