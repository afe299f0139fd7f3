import { z } from 'zod'
import { SlvDetail } from '../slv/answers.ts'
import { Person, Role } from '../user/model.ts'

/** Names of what is downloaded (spec.md §9). */
export const slvReportFile = 'SLVReport.pdf'
export const slvWorkbookFile = 'SLVExcelReport.xlsx'
export const reportingFile = 'Reporting-Slv.pdf'

/** The page that SLVReport.pdf prints (spec.md §2); `?proxyLoanId=` says whose. */
export const slvReportPath = '/decision/slv/report'

/** The page that Reporting-Slv.pdf prints (spec.md §2); its search is that of the page of figures. */
export const reportingDownloadPath = '/reporting/single-loan-variance/download'

/** A workbook goes no further: whoever wants more narrows the list. */
export const mostWorkbookRows = 100_000

/** The header that carries a print ticket: what opens one report, once, to the browser that prints it. */
export const printTicketHeader = 'x-print-ticket'

/** What decision/slv/report shows: the SLV as the asker may see it, who asks, and when. */
export const SlvReport = z.object({ slv: SlvDetail, askedBy: z.string(), askedAt: z.iso.datetime() })
export type SlvReport = z.infer<typeof SlvReport>

/** Someone a report may be sent to. */
export const ReportRecipient = Person.extend({ role: Role })
export type ReportRecipient = z.infer<typeof ReportRecipient>

/** A report goes to this many people at once. */
export const mostRecipients = 50
