import { createFileRoute } from '@tanstack/react-router'
import { slvRoute } from '../../../../../features/slv/page/slv-route.ts'
import { SlvScreen } from '../../../../../features/slv/page/slv-screen.tsx'

export const Route = createFileRoute(
  '/_portal/slv/department/review-request/$proxyLoanId',
)({
  ...slvRoute,
  component: () => <SlvScreen view="department" route={Route} />,
})
