import { ReportAudience } from '@portal/contract/reporting/model'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { SlvReportPage } from '../../../features/reporting/slv-report-page.tsx'

/**
 * Outside of the shell, for everyone who may see the SLV and for the browser
 * that prints it.
 */
export const Route = createFileRoute('/decision/slv/report')({
  validateSearch: z.object({
    proxyLoanId: z.uuid().optional().catch(undefined),
    audience: ReportAudience.optional().catch(undefined),
  }),
  component: SlvReport,
})

function SlvReport() {
  const { proxyLoanId, audience } = Route.useSearch()
  return <SlvReportPage id={proxyLoanId} audience={audience} />
}
