import { createFileRoute } from '@tanstack/react-router'
import { SlvPage } from '../../../../features/slv/page/slv-page.tsx'
import { SlvPageSkeleton } from '../../../../features/slv/page/slv-page-skeleton.tsx'
import { SlvSearch } from '../../../../features/slv/page/views.ts'
import { slvQuery } from '../../../../features/slv/queries.ts'

export const Route = createFileRoute('/_portal/slv/review-request/$proxyLoanId')({
  validateSearch: SlvSearch,
  loader: ({ context, params }) => context.queryClient.ensureQueryData(slvQuery(params.proxyLoanId)),
  pendingMs: 200,
  pendingComponent: SlvPageSkeleton,
  component: SlvRoute,
})

function SlvRoute() {
  const { proxyLoanId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <SlvPage
      key={proxyLoanId}
      id={proxyLoanId}
      view="review"
      search={Route.useSearch()}
      onSearch={(search) => navigate({ search, replace: true })}
    />
  )
}
