import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SlvReportPage } from '../../../features/reporting/slv-report-page.tsx'

/** Outside of the shell, for everyone who may see the SLV and for the browser that prints it. */
export const Route = createFileRoute('/decision/slv/report')({
  validateSearch: z.object({ proxyLoanId: z.uuid().optional().catch(undefined) }),
  component: () => <SlvReportPage id={Route.useSearch().proxyLoanId} />,
})
