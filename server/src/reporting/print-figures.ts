import { reportingDownloadPath } from '@portal/contract/reporting/model'
import { type downloadReporting, getFigures } from '@portal/contract/reporting/summary-api'
import type { z } from 'zod'
import { type Asker, openPrintTicket } from '../auth/print-ticket.ts'
import type { Ctx } from '../lib/ctx.ts'
import { unavailable } from '../lib/errors.ts'
import type { Printer } from '../lib/printer.ts'
import { readFilter } from './read-filter.ts'

type Asked = {
  query: z.output<typeof downloadReporting.query>
  /** The same as text: it is the page's own. */
  search: string
  asker: Asker
  signal?: AbortSignal
  clock: () => Date
}

/**
 * The page of figures as PDF, with the asker's filters: the browser opens it with a ticket for
 * its one call, so that both halves are of one moment.
 * Throws 403 for a list that the asker does not have, 503 when it cannot be printed now.
 */
export async function printFigures(
  ctx: Pick<Ctx, 'actor' | 'now' | 'db'>,
  printer: Printer | undefined,
  asked: Asked,
): Promise<Buffer> {
  const { query, search, asker, signal, clock } = asked
  readFilter(ctx, query)
  if (!printer) throw unavailable('Reports cannot be printed here')
  return printer.print(
    // By the time it is their turn: a ticket lives for 60 s only.
    async () => ({
      address: `${reportingDownloadPath}${search ? `?${search}` : ''}`,
      calls: [
        {
          path: `/api${getFigures.path}`,
          ticket: await openPrintTicket(ctx.db, asker, { opens: 'FIGURES' }, clock()),
        },
      ],
    }),
    ctx.actor,
    signal,
  )
}
