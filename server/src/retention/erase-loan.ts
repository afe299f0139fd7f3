import type { Erasure, ErasurePreview } from '@portal/contract/retention/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Ctx, transact } from '../lib/ctx.ts'
import { afterCommit, type Db, inTransaction } from '../lib/database/db.ts'
import { conflict, notFound } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { Logger } from '../lib/log.ts'
import { eraseRecord } from './erase-record.ts'
import {
  facts,
  findRecords,
  previewErasure,
  type RecordKind,
} from './find-records.ts'

type Deps = { files: FileStore; log: Logger }

/**
 * Erases the borrower data of all SLVs and Tdocs of a loan, all or none. Throws
 * 404 if there are none, and 409 if one is open or on hold, or if everything is
 * erased.
 */
export async function eraseLoan(
  ctx: Ctx,
  deps: Deps,
  {
    loanNumber,
    reason,
  }: Pick<z.output<typeof Erasure>, 'loanNumber' | 'reason'>,
): Promise<ErasurePreview> {
  const { preview, keys } = await transact(ctx, (inner) =>
    eraseRecords(inner, loanNumber, reason),
  )
  // Within a caller's transaction, as with an Idempotency-Key, only after it
  // has committed.
  if (ctx.db.isTransaction)
    afterCommit(ctx.db, () => void removeFiles(deps, keys))
  else await removeFiles(deps, keys)
  return preview
}

/** Returns what was erased, and the keys of the files to remove. */
async function eraseRecords(
  { db, now, actor }: Ctx,
  loanNumber: string,
  reason: string,
) {
  const preview = await previewErasure(db, loanNumber)
  if (preview.records.length === 0) throw notFound('Loan')
  if (preview.refusal) throw conflict(preview.refusal)

  const records = await findRecords(db, loanNumber)
  const eraser = { db, now, actorId: actor.id, reason }
  const keys: string[] = []
  for (const record of records.filter(({ isErased }) => !isErased))
    keys.push(...(await eraseRecord(eraser, record)))
  return { preview, keys }
}

/**
 * The response to a repeated erasure: its records as they are now, with the
 * counts from before it.
 */
export async function getErased(
  { db }: Ctx,
  loanNumber: string,
  counts: ErasurePreview['counts'],
): Promise<ErasurePreview> {
  const { records } = await previewErasure(db, loanNumber)
  return { records, counts, refusal: null }
}

/**
 * If the store fails, the nightly sweep of files without a row deletes them.
 */
async function removeFiles({ files, log }: Deps, keys: readonly string[]) {
  for (const key of keys) {
    await files
      .remove(key)
      .catch((err) => log.warn({ err }, 'could not delete an erased file yet'))
  }
}

const maxPerRun = 2_000

/**
 * Erases closed SLVs and Tdocs that haven't changed within the retention
 * period, oldest first, each in its own transaction, except those on hold. The
 * next run continues.
 */
export async function eraseExpired({
  db,
  clock,
  retentionYears,
  ...deps
}: Deps & {
  db: Db
  clock: () => Date
  retentionYears?: number | undefined
}): Promise<number> {
  if (retentionYears === undefined) return 0
  const now = clock()
  const { rows } = await sql<{ kind: RecordKind; id: string }>`
    select kind, id
    from ${facts} as record
    where is_closed
      and not is_on_hold
      and changed_at < ${now}::timestamptz - make_interval(years => ${retentionYears})
      and (
        erased_at is null
        or changed_at > erased_at
      )
    order by changed_at
    limit ${maxPerRun}`.execute(db)
  const unit = retentionYears === 1 ? 'year' : 'years'
  const reason = `Retention period of ${retentionYears} ${unit}`
  for (const record of rows) {
    const keys = await inTransaction(db, (tx) =>
      eraseRecord({ db: tx, now, actorId: null, reason }, record),
    )
    await removeFiles(deps, keys)
  }
  if (rows.length > 0)
    deps.log.info(
      { erased: rows.length },
      'erased records past their retention period',
    )
  return rows.length
}
