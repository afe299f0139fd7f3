import * as api from '@portal/contract/reporting/api'
import {
  reportingDownloadPath,
  slvReportPath,
} from '@portal/contract/reporting/model'
import {
  type downloadReporting,
  getFigures,
} from '@portal/contract/reporting/summary-api'
import type { z } from 'zod'
import {
  openPrintTicket,
  type TicketOwner,
} from '../auth/sessions/print-ticket.ts'
import type { Ctx } from '../lib/ctx.ts'
import { unavailable } from '../lib/errors.ts'
import type { Printer } from '../lib/printing/printer.ts'
import { viewSlv } from '../slv/detail.ts'
import { readFilter } from './figures/read-filter.ts'

type PrintCtx = Pick<Ctx, 'actor' | 'now' | 'db'>

export type PrintOptions = {
  printer: Printer | undefined
  /** Whose rights the printing browser has. */
  owner: TicketOwner
  signal?: AbortSignal
  clock: () => Date
}

type Page = {
  address: string
  path: string
  opens: Parameters<typeof openPrintTicket>[2]
}

function printPage(
  { db, actor }: PrintCtx,
  { address, path, opens }: Page,
  options: PrintOptions,
): Promise<Buffer> {
  const { printer, owner, signal, clock } = options
  if (!printer) throw unavailable('PDF reports are unavailable')
  return printer.print(
    // The ticket is made when the print starts, because it is valid for only 60
    // s.
    async () => ({
      address,
      calls: [
        {
          path: `/api${path}`,
          ticket: await openPrintTicket(db, owner, opens, clock()),
        },
      ],
    }),
    actor,
    signal,
  )
}

type ReportOfSlv = z.output<typeof api.printReport.body>

/**
 * Prints decision/slv/report of an SLV. Throws 404 for an SLV that the actor
 * may not see, 503 if printing is unavailable.
 */
export async function printReport(
  ctx: Ctx,
  report: ReportOfSlv,
  options: PrintOptions,
): Promise<Buffer> {
  const { proxyLoanId: slvId, audience } = report
  await viewSlv(ctx, slvId)
  const search = new URLSearchParams({
    proxyLoanId: slvId,
    ...(audience && { audience }),
  })
  const address = `${slvReportPath}?${search}`
  return printPage(
    ctx,
    {
      address,
      path: api.getReport.path.replace(':id', slvId),
      opens: { slvId },
    },
    options,
  )
}

/**
 * Prints the reporting page; `search` is its query. Throws 403 for a list that
 * the actor doesn't have, 503 if printing is unavailable.
 */
export async function printFigures(
  ctx: PrintCtx,
  query: z.output<typeof downloadReporting.query>,
  search: string,
  options: PrintOptions,
): Promise<Buffer> {
  readFilter(ctx, query)
  const address = `${reportingDownloadPath}${search ? `?${search}` : ''}`
  return printPage(
    ctx,
    { address, path: getFigures.path, opens: { opens: 'FIGURES' } },
    options,
  )
}
