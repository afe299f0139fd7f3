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
  const { keys, ...erased } = await transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    const preview = await previewErasure(db, loanNumber)
    if (preview.records.length === 0) throw notFound('Loan')
    if (preview.refusal) throw conflict(preview.refusal)
    const targets = (await findRecords(db, loanNumber)).filter(
      ({ isErased }) => !isErased,
    )
    const keys: string[] = []
    for (const target of targets)
      keys.push(
        ...(await eraseRecord({ db, now, actorId: actor.id, reason }, target)),
      )
    return { ...preview, keys }
  })
  // Within a caller's transaction, as with an Idempotency-Key, only after it
  // has committed.
  if (ctx.db.isTransaction)
    afterCommit(ctx.db, () => void removeFiles(deps, keys))
  else await removeFiles(deps, keys)
  return erased
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
    select kind, id from ${facts} as record
    where is_closed and not is_on_hold and changed_at < ${now}::timestamptz - make_interval(years => ${retentionYears})
      and (erased_at is null or changed_at > erased_at)
    order by changed_at limit ${maxPerRun}`.execute(db)
  const reason = `Retention period of ${retentionYears} ${retentionYears === 1 ? 'year' : 'years'}`
  for (const target of rows)
    await removeFiles(
      deps,
      await inTransaction(db, (tx) =>
        eraseRecord({ db: tx, now, actorId: null, reason }, target),
      ),
    )
  if (rows.length > 0)
    deps.log.info(
      { erased: rows.length },
      'erased records past their retention period',
    )
  return rows.length
}
