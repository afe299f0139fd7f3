import { getReport } from '@portal/contract/reporting/api'
import { slvReportPath } from '@portal/contract/reporting/model'
import { openPrintTicket } from '../auth/print-ticket.ts'
import type { Ctx } from '../lib/ctx.ts'
import { unavailable } from '../lib/errors.ts'
import type { Printer } from '../lib/printer.ts'
import { viewSlv } from '../slv/detail.ts'

type Asked = { slvId: string; sessionHash: Buffer; signal?: AbortSignal; clock: () => Date }

/**
 * The page decision/slv/report of one SLV as PDF, as the asker sees it: the browser opens it with a ticket for just this
 * report. Throws 404 for what they may not see, 503 when it cannot be printed now.
 */
export async function printReport(ctx: Ctx, printer: Printer | undefined, asked: Asked): Promise<Buffer> {
  const { slvId, sessionHash, signal, clock } = asked
  await viewSlv(ctx, slvId)
  if (!printer) throw unavailable('Reports cannot be printed here')
  return printer.print(
    // By the time it is their turn: a ticket lives for 60 s only.
    async () => ({
      address: `${slvReportPath}?proxyLoanId=${slvId}`,
      calls: [
        {
          path: `/api${getReport.path.replace(':id', slvId)}`,
          ticket: await openPrintTicket(ctx.db, { sessionHash }, { slvId }, clock()),
        },
      ],
    }),
    ctx.actor,
    signal,
  )
}
