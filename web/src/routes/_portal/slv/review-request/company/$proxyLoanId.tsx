import { createFileRoute } from '@tanstack/react-router'
import { slvRoute } from '../../../../../features/slv/page/slv-route.ts'
import { SlvScreen } from '../../../../../features/slv/page/slv-screen.tsx'

export const Route = createFileRoute(
  '/_portal/slv/review-request/company/$proxyLoanId',
)({
  ...slvRoute,
  component: () => <SlvScreen view="company" route={Route} />,
})
