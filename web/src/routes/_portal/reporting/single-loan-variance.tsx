import { createFileRoute, redirect } from '@tanstack/react-router'
import {
  capacityTableQuery,
  summaryQuery,
} from '../../../features/reporting/figures/queries.ts'
import {
  type ReportSearch,
  readReportSearch,
  toView,
} from '../../../features/reporting/figures/report-search.ts'
import { ReportingPage } from '../../../features/reporting/figures/reporting-page.tsx'
import { toActor } from '../../../records/auth/queries.ts'

export const Route = createFileRoute('/_portal/reporting/single-loan-variance')(
  {
    validateSearch: readReportSearch,
    /**
     * Download mode is the page as it is printed: wider charts and no Show More
     * (spec.md §2).
     */
    beforeLoad: ({ search }) => {
      if (search.mode === 'download')
        throw redirect({
          to: '/reporting/single-loan-variance/download',
          search,
          replace: true,
        })
    },
    loaderDeps: ({ search }) => search,
    /** Fetches while the screen's code loads. */
    loader: ({ context: { queryClient, profile }, deps }) => {
      const view = toView(deps, toActor(profile))
      void queryClient.prefetchQuery(summaryQuery(view))
      void queryClient.prefetchQuery(capacityTableQuery(view))
    },
    component: Reporting,
  },
)

function Reporting() {
  const navigate = Route.useNavigate()
  const goTo = (search: (now: ReportSearch) => ReportSearch) =>
    void navigate({ search, resetScroll: false })
  return <ReportingPage search={Route.useSearch()} goTo={goTo} />
}
