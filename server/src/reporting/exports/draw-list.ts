import {
  tooManyText,
  type WorkbookSubject,
} from '@portal/contract/reporting/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import {
  type Cell,
  type SheetColumn,
  workbook,
} from '../../lib/spreadsheets/sheet.ts'

/**
 * Rows per query. Each batch is a separate statement, so a slow download ties
 * up no connection between batches.
 */
const batchSize = 1000
/**
 * Batches read ahead, each on its own connection, while one is being written.
 */
const readAhead = 2

type List<Rows> = {
  brandName: string
  what: WorkbookSubject
  /** Label and text of each filter, for the second sheet. */
  filters: readonly (readonly [string, string])[]
  heads: readonly SheetColumn[]
  ids: readonly string[]
  /** The most rows that a workbook may have. */
  most: number
  read: (ids: string[]) => Promise<Rows>
  /** The cells of each column, in the order of the ids. */
  cellsOf: (rows: Rows) => Cell[][]
}

/**
 * Streams a list as a workbook; each batch has the rows as they are when it is
 * read. Throws 400 if it is too long.
 */
export function drawList<Rows>(
  ctx: Ctx,
  list: List<Rows>,
): AsyncGenerator<Buffer> {
  const { brandName, what, filters, heads, ids, most, read, cellsOf } = list
  if (ids.length > most) throw badRequest([], tooManyText(most, what))
  const batchAt = (from: number) => {
    const batch = read(ids.slice(from, from + batchSize))
    batch.catch(() => undefined) // the error surfaces where the batch is awaited
    return batch
  }
  const rows = async function* (): AsyncGenerator<Cell[][]> {
    const pending: Promise<Rows>[] = []
    for (let from = 0; from < ids.length; from += batchSize) {
      pending.push(batchAt(from))
      const next = pending.length > readAhead ? pending.shift() : undefined
      if (next) yield cellsOf(await next)
    }
    for (const next of pending) yield cellsOf(await next)
  }
  return workbook({
    name: what,
    columns: heads,
    rows: rows(),
    creator: brandName,
    about: (count) => ({
      name: 'About',
      lines: [
        ['Report', `${brandName} ${what}`],
        [what, String(count)],
        ...filters,
        ['Downloaded by', ctx.actor.name],
        ['Downloaded at', `${newYork.format(ctx.now)} (New York)`],
      ],
    }),
  })
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
})
