import { z } from 'zod'
import { Person, Role } from '../user/model.ts'

/** Names of downloaded files (spec.md §9). */
export const slvReportFile = 'SLVReport.pdf'
export const slvWorkbookFile = 'SLVExcelReport.xlsx'
export const reportingFile = 'Reporting-Slv.pdf'
export const exceptionsFile = 'Exceptions.xlsx'
export const slvFile = 'SLV.zip'

/**
 * The page that SLVReport.pdf prints (spec.md §2), for the SLV in
 * `?proxyLoanId=`.
 */
export const slvReportPath = '/decision/slv/report'

/**
 * The page that Reporting-Slv.pdf prints (spec.md §2), with the search
 * parameters of the reporting page.
 */
export const reportingDownloadPath = '/reporting/single-loan-variance/download'

export const maxWorkbookRows = 100_000

/**
 * The header with a print ticket, which opens one report once to the printing
 * browser.
 */
export const printTicketHeader = 'x-print-ticket'

/**
 * SELLER: the report as the seller of the SLV sees it, also when staff open it.
 */
export const ReportAudience = z.literal('SELLER')
export type ReportAudience = z.infer<typeof ReportAudience>

/** Someone a report may be sent to. */
export const ReportRecipient = Person.extend({ role: Role })
export type ReportRecipient = z.infer<typeof ReportRecipient>

export const maxRecipients = 50
