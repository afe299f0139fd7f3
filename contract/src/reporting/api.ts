import { z } from 'zod'
import { get, post } from '../lib/endpoint.ts'
import { pdfType, xlsxType } from '../lib/media-types.ts'
import { DownloadCheck } from '../lib/paging.ts'
import { SlvListQuery } from '../slv/list-query.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { UserId } from '../user/model.ts'
import { mostRecipients, ReportRecipient, SlvReport } from './model.ts'

const tag = 'SLV reports'
const ofSlv = { tag, access: seesSlvs, about: 'SLV' } as const
const ofList = { tag, access: seesSlvs, about: 'SLVS', query: SlvListQuery } as const

/** A print ticket opens this call, once and only for its SLV. */
export const getReport = get('/v1/proxy-loan/:id/report', 'What the decision report of one SLV shows', {
  ...ofSlv,
  opensWith: 'PRINT_TICKET',
  params: z.object({ id: z.uuid() }),
  response: SlvReport,
})

/** Responds with SLVReport.pdf. */
export const printReport = post(
  '/v1/pdf-printer',
  'The decision report of one SLV as a PDF, as the caller sees the page',
  {
    ...ofSlv,
    refuses: ['too_many_requests'],
    answersFile: { types: [pdfType] },
    body: z.object({ proxyLoanId: z.uuid() }),
    response: z.unknown(),
  },
)

export const listReportRecipients = get(
  '/v1/proxy-loan/:id/report/recipients',
  'The people the caller may send an SLV report to, sorted by first name: those who may open the SLV, and for a ' +
    'seller only people they know. `canMail` is false if the portal has no mail server',
  {
    ...ofSlv,
    params: z.object({ id: z.uuid() }),
    response: z.object({ items: z.array(ReportRecipient), canMail: z.boolean() }),
  },
)

export const sendReport = post(
  '/v1/proxy-loan/:id/report/send',
  'Email a link to an SLV report, without an attachment or the borrower’s name. Nothing is sent unless all ' +
    'recipients are in the list of recipients',
  {
    ...ofSlv,
    // conflict: no mail server; too_many_requests: too many reports in an hour
    refuses: ['conflict', 'too_many_requests'],
    params: z.object({ id: z.uuid() }),
    body: z.object({
      userIds: z
        .array(UserId)
        .min(1)
        .max(mostRecipients)
        .transform((ids) => [...new Set(ids)]),
    }),
    response: z.object({ sent: z.number().int() }),
  },
)

/** Responds with SLVExcelReport.xlsx. Takes the list's filters and sort, and ignores its paging. */
export const downloadSlvs = get(
  '/v1/proxy-loans/download',
  'One of the caller’s lists, filtered and sorted, as an Excel workbook',
  { ...ofList, refuses: ['too_many_requests'], answersFile: { types: [xlsxType] }, response: z.unknown() },
)

export const checkDownload = get('/v1/proxy-loans/download/check', 'Count the SLVs that the workbook would have', {
  ...ofList,
  response: DownloadCheck,
})
