import {
  documentTypes,
  type SlvDocument,
} from '@portal/contract/document/model'
import { mayWithDocument } from '@portal/contract/document/policy'
import type { Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { DB } from '../lib/database/db-types.ts'
import { AppError, conflict, refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import type { LoanDock } from '../lib/integrations/loan-dock.ts'
import type { Attempt } from '../lib/jobs/job.ts'
import { enqueue, enqueueAll, withoutJob } from '../lib/jobs/jobs.ts'
import type { Logger } from '../lib/log.ts'
import { lockSlv } from '../slv/lock.ts'
import { findFile, getDocument } from './list-documents.ts'
import { writeFileHistory } from './upload-document.ts'

/** Queues a file for LoanDock again, because it failed or LoanDock lost it. */
export const requeueDocument = (
  ctx: Ctx,
  slvId: string,
  documentId: string,
): Promise<SlvDocument> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    const file = await findFile(inner, slv, documentId)
    const facts = {
      ...file,
      isOfThisRound: file.resubmitCount === slv.resubmitCount,
    }
    if (!mayWithDocument('send-to-ldp', inner.actor, slv, facts))
      throw conflict('Someone else has to act on this SLV')
    await inner.db
      .updateTable('document')
      .set({
        ldpState: 'QUEUED',
        ldpSentAt: null,
        ldpAttempts: 0,
        ldpError: null,
      })
      .where('id', '=', documentId)
      .execute()
    await writeFileHistory(inner, slv, 'send-document', {
      id: file.id,
      kind: file.kind,
      before: null,
      after: file.name,
    })
    await enqueue(
      inner.db,
      'send-document',
      { documentId },
      { key: documentId },
    )
    return getDocument(inner, slvId, documentId)
  })

const hourMs = 3_600_000
const atOnce = 500

/**
 * Queues files again whose job was lost, as when a process was killed. The
 * files of a draft wait for the request.
 */
export async function requeueLostDocuments({
  db,
  clock,
  log,
}: Pick<Deps, 'db' | 'clock'> & { log: Logger }) {
  const waiting = await db
    .selectFrom('document')
    .innerJoin('slv', 'slv.id', 'document.slvId')
    .select('document.id')
    .where('document.ldpState', '=', 'QUEUED')
    .where('document.deletedAt', 'is', null)
    .where('document.uploadedAt', '<', new Date(clock().getTime() - hourMs))
    .where('slv.status', '!=', 'DRAFT')
    // The files of a drafted resubmission are of the round after the one in
    // effect.
    .whereRef('document.resubmitCount', '<=', 'slv.resubmitCount')
    .orderBy('document.id')
    .execute()
  let requeued = 0
  for (let at = 0; at < waiting.length; at += atOnce) {
    const ids = waiting.slice(at, at + atOnce).map(({ id }) => id)
    const lost = await withoutJob(db, 'send-document', ids)
    await enqueueAll(
      db,
      'send-document',
      lost.map((id) => ({ data: { documentId: id }, key: id })),
    )
    requeued += lost.length
  }
  if (requeued > 0)
    log.warn(
      { requeued },
      'files that had no job to send them were queued again',
    )
}

type Deps = { db: Db; clock: () => Date; files: FileStore; loanDock: LoanDock }

/**
 * Sends a queued file to LoanDock. Throws errors that a retry may solve; after
 * the last attempt the file fails with the reason.
 */
export async function deliverDocument(
  { db, clock, files, loanDock }: Deps,
  documentId: string,
  { isLast }: Attempt,
) {
  const file = await db
    .selectFrom('document')
    .innerJoin('slv', 'slv.id', 'document.slvId')
    .select([
      'document.name',
      'document.type',
      'document.storageKey',
      'slv.buyerLoan',
    ])
    .where('document.id', '=', documentId)
    .where('document.deletedAt', 'is', null)
    .where('document.ldpState', '=', 'QUEUED')
    .executeTakeFirst()
  if (!file || file.storageKey === null) return // already sent, deleted or erased
  try {
    if (file.buyerLoan === null)
      throw new AppError(
        'loan_dock_refused',
        'This SLV has no loan in LoanDock',
      )
    const { name, type, storageKey, buyerLoan } = file
    const content = await files.read(storageKey)
    const contentType = documentTypes[type].mime
    try {
      await loanDock.sendDocument({
        loanNumber: buyerLoan,
        key: documentId,
        name,
        contentType,
        content,
      })
    } finally {
      content.destroy() // it may not be read to its end, and would keep a file or connection open
    }
  } catch (error) {
    const refusal = refusalOf(error)
    // Refused by LoanDock, or infected.
    const isRefused =
      refusal?.code === 'loan_dock_refused' || refusal?.code === 'conflict'
    const isFinal = isLast || isRefused
    const ldpError = refusal?.message ?? 'Something went wrong on our end'
    await record(db, documentId, {
      ldpState: isFinal ? 'FAILED' : 'QUEUED',
      ldpError,
    })
    if (isRefused) return
    throw error
  }
  await record(db, documentId, {
    ldpState: 'SENT',
    ldpSentAt: clock(),
    ldpError: null,
  })
}

type Outcome = Pick<
  Updateable<DB['document']>,
  'ldpState' | 'ldpSentAt' | 'ldpError'
>

const record = (db: Db, id: string, outcome: Outcome) =>
  db
    .updateTable('document')
    .set((eb) => ({ ...outcome, ldpAttempts: eb('ldpAttempts', '+', 1) }))
    .where('id', '=', id)
    .where('ldpState', '=', 'QUEUED')
    .execute()
