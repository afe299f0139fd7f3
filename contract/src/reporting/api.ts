import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { pdfType, xlsxType } from '../lib/media-types.ts'
import { DownloadCheck } from '../lib/paging.ts'
import { SlvListQuery } from '../slv/list-query.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { UserId } from '../user/model.ts'
import { mostRecipients, ReportRecipient, SlvReport } from './model.ts'

const tag = 'SLV reports'

/** The only call that a print ticket opens: of its own SLV, once. */
export const getReport = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/report',
  summary: 'What the decision report of one SLV shows',
  tag,
  access: seesSlvs,
  about: 'SLV',
  opensWith: 'PRINT_TICKET',
  params: z.object({ id: z.uuid() }),
  response: SlvReport,
})

/** Answers bytes: SLVReport.pdf. */
export const printReport = endpoint({
  method: 'POST',
  path: '/v1/pdf-printer',
  summary: 'The decision report of one SLV as PDF: the page that people see, printed as the asker sees it',
  tag,
  access: seesSlvs,
  about: 'SLV',
  refuses: ['too_many_requests'],
  answersFile: { types: [pdfType] },
  body: z.object({ proxyLoanId: z.uuid() }),
  response: z.unknown(),
})

export const listReportRecipients = endpoint({
  method: 'GET',
  path: '/v1/proxy-loan/:id/report/recipients',
  summary:
    'The people the caller may send an SLV report to, sorted by first name: those who may open the SLV, and for a ' +
    'seller only people they know. `canMail` is false if the portal has no mail server',
  tag,
  access: seesSlvs,
  about: 'SLV',
  params: z.object({ id: z.uuid() }),
  response: z.object({ items: z.array(ReportRecipient), canMail: z.boolean() }),
})

export const sendReport = endpoint({
  method: 'POST',
  path: '/v1/proxy-loan/:id/report/send',
  summary:
    'Email a link to an SLV report, without an attachment or the borrower’s name. Nothing is sent unless all ' +
    'recipients are in the list of recipients',
  tag,
  access: seesSlvs,
  about: 'SLV',
  // Without a mail server; after too many reports in an hour.
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
})

/** Answers bytes: SLVExcelReport.xlsx. The filters and the sort are the list's; its paging says nothing here. */
export const downloadSlvs = endpoint({
  method: 'GET',
  path: '/v1/proxy-loans/download',
  summary: 'One of the lists that the asker has, filtered and sorted, as a workbook',
  tag,
  access: seesSlvs,
  about: 'SLVS',
  refuses: ['too_many_requests'],
  answersFile: { types: [xlsxType] },
  query: SlvListQuery,
  response: z.unknown(),
})

export const checkDownload = endpoint({
  method: 'GET',
  path: '/v1/proxy-loans/download/check',
  summary: 'How many SLVs the workbook would hold',
  tag,
  access: seesSlvs,
  about: 'SLVS',
  query: SlvListQuery,
  response: DownloadCheck,
})
