import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { pdfType, zipType } from '../lib/media-types.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { UserId } from '../user/model.ts'
import { SlvReport } from './answers.ts'
import { maxRecipients, ReportAudience, ReportRecipient } from './model.ts'

const reports = createEndpoints({
  tag: 'SLV reports',
  access: seesSlvs,
  about: 'SLV',
})
/**
 * A print ticket opens this call, once and only for its SLV. With
 * `audience=SELLER`, it shows what the seller sees.
 */
export const getReport = reports.get(
  '/v1/proxy-loan/:id/report',
  'The data of an SLV decision report',
  {
    opensWith: 'PRINT_TICKET',
    query: z.object({ audience: ReportAudience.optional() }),
    response: SlvReport,
  },
)

/** Responds with SLVReport.pdf. */
export const printReport = reports.post(
  '/v1/pdf-printer',
  'The decision report of one SLV as a PDF, as the caller sees the page, or as its seller does',
  {
    // Its print ticket is bound to the session.
    needsSession: true,
    refuses: ['too_many_requests'],
    answersFile: { types: [pdfType] },
    body: z.object({
      proxyLoanId: z.uuid(),
      audience: ReportAudience.optional(),
    }),
    response: z.unknown(),
  },
)

/**
 * Responds with SLV.zip. The history of underwriters has the text that each hash
 * covers, and README.txt says how to check it.
 */
export const downloadSlvFile = reports.get(
  '/v1/proxy-loan/:id/file',
  'Everything about one SLV that the caller may see, as a ZIP file: the report, each round, documents, conversation and history',
  {
    isPublished: true,
    refuses: ['too_many_requests'],
    answersFile: { types: [zipType] },
    response: z.unknown(),
  },
)

export const listReportRecipients = reports.get(
  '/v1/proxy-loan/:id/report/recipients',
  'The people the caller may send an SLV report to, sorted by first name: those who may open the SLV, and for a ' +
    'seller only people they know. `canMail` is false if the portal has no mail server',
  {
    response: z.object({
      items: z.array(ReportRecipient),
      canMail: z.boolean(),
    }),
  },
)

export const sendReport = reports.post(
  '/v1/proxy-loan/:id/report/send',
  'Email a link to an SLV report, without an attachment or the borrower’s name. Nothing is sent unless all ' +
    'recipients are in the list of recipients',
  {
    // conflict: no mail server; too_many_requests: too many reports in an hour
    refuses: ['conflict', 'too_many_requests'],
    body: z.object({
      userIds: z
        .array(UserId)
        .min(1)
        .max(maxRecipients)
        .transform((ids) => [...new Set(ids)]),
    }),
    response: z.object({ sent: z.number().int() }),
  },
)
