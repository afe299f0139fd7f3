import { randomUUID } from 'node:crypto'
import * as messages from '@portal/contract/data-capture/messages'
import {
  type CapturePreview,
  captureColumns,
  captureEffects,
  type PreviewRow,
  previewLimits,
} from '@portal/contract/data-capture/model'
import { toRecord } from '@portal/contract/lib/typed'
import { dayMs } from '@portal/contract/sla/calendar'
import { tprResponseLabels } from '@portal/contract/tdoc/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, conflict, tooManyRequests } from '../lib/errors.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import { evaluateRows } from './evaluate-rows.ts'
import { findLoanNumbers, findLoans } from './find-loans.ts'
import { markEffect, packMarks, unpackMarks } from './mark-rows.ts'
import type { CaptureLine, Read } from './read-capture.ts'

/** A file that was read and checked. */
export type ReadFile = { name: string; sha256: Buffer; table: Read }

const minuteMs = 60_000

/**
 * What a file would do, row by row, and the mark of each row for
 * `refuseChanged`. It replaces the person's previous preview.
 */
export async function createPreview(
  ctx: Ctx,
  loanDock: LoanDock,
  { name, sha256, table }: ReadFile,
  rowsPerDay: number,
): Promise<CapturePreview> {
  const rows = await evaluateFile(ctx, loanDock, { name, table })
  const { db, actor, now } = ctx
  const id = randomUUID()
  const values = {
    id,
    createdAt: now,
    fileSha256: sha256,
    marks: packMarks(rows),
    usedAt: null,
  }
  const { dayRows } = await db
    .insertInto('capturePreview')
    .values({
      ...values,
      userId: actor.id,
      companyId: actor.companyId,
      dayRows: rows.length,
      dayBegan: now,
    })
    .onConflict((conflict) => {
      const isNewDay = sql`capture_preview.day_began <= ${new Date(now.getTime() - dayMs)}`
      return conflict.column('userId').doUpdateSet({
        ...values,
        dayRows: sql`case when ${isNewDay} then 0 else capture_preview.day_rows end + ${rows.length}`,
        dayBegan: sql`case when ${isNewDay} then ${now} else capture_preview.day_began end`,
      })
    })
    .returning('dayRows')
    .executeTakeFirstOrThrow()
  if (dayRows > rowsPerDay) throw tooManyRequests(3600)
  return {
    id,
    fileName: name,
    expiresAt: expiry(now).toISOString(),
    counts: toRecord(
      captureEffects,
      (effect) => rows.filter((row) => row.effect === effect).length,
    ),
    rows,
  }
}

const expiry = (createdAt: Date) =>
  new Date(createdAt.getTime() + previewLimits.minutes * minuteMs)

const tooLong = (name: string, what: string) => {
  const error = `"${name}" has more than ${what}, the most for a preview`
  return badRequest([{ field: 'rows', error }], error)
}

async function evaluateFile(
  ctx: Ctx,
  loanDock: LoanDock,
  { name, table }: Omit<ReadFile, 'sha256'>,
): Promise<PreviewRow[]> {
  const { rows: maxRows, loans: maxLoans } = previewLimits
  if (table.count > maxRows)
    throw tooLong(name, `${maxRows.toLocaleString('en-US')} rows`)
  const lines: CaptureLine[] = table.batches.flatMap((batch) =>
    JSON.parse(batch),
  )
  const numbers = await findLoanNumbers(ctx.db, true, lines)
  if (numbers.length > maxLoans)
    throw tooLong(name, `${maxLoans} loans to look up`)
  const loans = await findLoans(loanDock, numbers, true)
  return evaluateRows(ctx, lines, loans)
}

/** The preview with this id, if it is the person's and can be applied. */
const usablePreview = ({ actor, now }: Ctx, id: string) => {
  const oldest = new Date(now.getTime() - previewLimits.minutes * minuteMs)
  return sql<boolean>`
    user_id = ${actor.id}
    and id = ${id}
    and used_at is null
    and created_at > ${oldest}`
}

/**
 * Throws 409 if the preview has ended, is of another file, or if a row would
 * now do something else; `details` name the rows.
 */
export async function refuseChanged(
  ctx: Ctx,
  loanDock: LoanDock,
  { name, sha256, table }: ReadFile,
  previewId: string,
): Promise<void> {
  const preview = await ctx.db
    .selectFrom('capturePreview')
    .select(['fileSha256', 'marks'])
    .where(usablePreview(ctx, previewId))
    .executeTakeFirst()
  if (!preview) throw conflict(messages.previewEnded)
  if (!preview.fileSha256.equals(sha256)) throw conflict(messages.fileChanged)
  const marks = unpackMarks(preview.marks)
  const rows = await evaluateFile(ctx, loanDock, { name, table })
  const changed = rows.filter(
    ({ rowNumber, effect, changes }) =>
      marks.get(rowNumber) !== markEffect(effect, changes),
  )
  if (changed.length === 0) return
  throw conflict(
    messages.previewChanged(changed.length),
    changed.slice(0, maxNamed).map((row) => ({
      field: `rows.${row.rowNumber}`,
      error: describeRow(row),
    })),
  )
}

/** Rows that a refusal names; the new preview has them all. */
const maxNamed = 20

/** What a row would do now: 'Row 5, Title.pdf: Response Received'. */
function describeRow(row: PreviewRow): string {
  const begin = `Row ${row.rowNumber}, ${row.imageFileName}: `
  const [problem] = row.problems
  if (problem) return begin + problem.error
  const [change] = row.changes
  if (row.effect === 'NEW') return `${begin}it would create a Tdoc`
  if (!change) return `${begin}it would change nothing`
  const labels: Readonly<Record<string, string>> = tprResponseLabels
  const before = change.before ?? 'none'
  return `${begin}${captureColumns[change.column].title} is now ${labels[before] ?? before}`
}

/**
 * Ends a preview in the transaction of its upload, and returns its marks.
 * Throws 409 if it has ended already.
 */
export async function usePreview(ctx: Ctx, previewId: string): Promise<Buffer> {
  const used = await ctx.db
    .updateTable('capturePreview')
    .set({ usedAt: ctx.now })
    .where(usablePreview(ctx, previewId))
    .returning('marks')
    .executeTakeFirst()
  if (!used) throw conflict(messages.previewEnded)
  return used.marks
}
