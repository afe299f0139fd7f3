import { createFileRoute } from '@tanstack/react-router'
import { ConsistencyPage } from '../../../features/reporting/consistency/consistency-page.tsx'
import { consistencyQuery } from '../../../features/reporting/consistency/queries.ts'
import {
  type ReportSearch,
  readReportSearch,
  toView,
} from '../../../features/reporting/figures/report-search.ts'
import { toActor } from '../../../records/auth/queries.ts'

export const Route = createFileRoute('/_portal/reporting/consistency')({
  validateSearch: readReportSearch,
  loaderDeps: ({ search }) => search,
  /** Fetches while the screen's code loads. */
  loader: ({ context: { queryClient, profile }, deps }) => {
    const { filter } = toView(deps, toActor(profile))
    void queryClient.prefetchQuery(consistencyQuery(filter))
  },
  component: Consistency,
})

function Consistency() {
  const navigate = Route.useNavigate()
  const goTo = (search: (now: ReportSearch) => ReportSearch) =>
    void navigate({ search, resetScroll: false })
  return <ConsistencyPage search={Route.useSearch()} goTo={goTo} />
}
