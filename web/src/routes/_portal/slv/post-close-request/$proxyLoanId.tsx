import { createFileRoute } from '@tanstack/react-router'
import { slvRoute } from '../../../../features/slv/page/slv-route.ts'
import { SlvScreen } from '../../../../features/slv/page/slv-screen.tsx'

export const Route = createFileRoute(
  '/_portal/slv/post-close-request/$proxyLoanId',
)({
  ...slvRoute,
  component: () => <SlvScreen view="postClose" route={Route} />,
})
