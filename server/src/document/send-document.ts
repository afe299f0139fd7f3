import { documentTypes, type SlvDocument } from '@portal/contract/document/model'
import { mayWithDocument } from '@portal/contract/document/policy'
import type { Updateable } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { DB } from '../lib/db-types.ts'
import { AppError, conflict, refusalOf } from '../lib/errors.ts'
import type { FileStore } from '../lib/files.ts'
import { type Attempt, enqueue, enqueueAll, withoutJob } from '../lib/jobs.ts'
import type { LoanDock } from '../lib/loan-dock.ts'
import type { Logger } from '../lib/log.ts'
import { lockSlv } from '../slv/lock.ts'
import { tellFile } from './insert-file.ts'
import { findFile, getDocument } from './list-documents.ts'

/** Queues a file for LoanDock again: it failed, or LoanDock lost it. One that is queued already stays so. */
export const requeueDocument = (ctx: Ctx, slvId: string, documentId: string): Promise<SlvDocument> =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, slvId)
    const file = await findFile(inner, slv, documentId)
    const facts = { ...file, isOfThisRound: file.resubmitCount === slv.resubmitCount }
    if (!mayWithDocument('send-to-ldp', inner.actor, slv, facts))
      throw conflict('This SLV is in the hands of somebody else')
    await inner.db
      .updateTable('document')
      .set({ ldpState: 'QUEUED', ldpSentAt: null, ldpAttempts: 0, ldpError: null })
      .where('id', '=', documentId)
      .execute()
    await tellFile(inner, slv, 'send-document', { kind: file.kind, before: null, after: file.name })
    await enqueue(inner.db, 'send-document', { documentId }, { key: documentId })
    return getDocument(inner, slvId, documentId)
  })

/** Queues the files that a draft held back, in the transaction that sends the request. */
export async function queueDraftFiles({ db }: Ctx, slvId: string) {
  const files = await db
    .selectFrom('document')
    .select('id')
    .where('slvId', '=', slvId)
    .where('deletedAt', 'is', null)
    .where('ldpState', '=', 'QUEUED')
    .execute()
  await enqueueAll(db, 'send-document', files.map(toSend))
}

const toSend = ({ id }: { id: string }) => ({ data: { documentId: id }, key: id })

const hourMs = 3_600_000
const atOnce = 500

/**
 * Queues again what waits for LoanDock without a job: the process of its last try was killed before it could note how it
 * went. A draft's files wait for their request.
 */
export async function requeueLostDocuments({ db, clock, log }: Pick<House, 'db' | 'clock'> & { log: Logger }) {
  const waiting = await db
    .selectFrom('document')
    .innerJoin('slv', 'slv.id', 'document.slvId')
    .select('document.id')
    .where('document.ldpState', '=', 'QUEUED')
    .where('document.deletedAt', 'is', null)
    .where('document.uploadedAt', '<', new Date(clock().getTime() - hourMs))
    .where('slv.status', '!=', 'DRAFT')
    // The files of a drafted resubmission are of the round after the one in effect.
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
      lost.map((id) => toSend({ id })),
    )
    requeued += lost.length
  }
  if (requeued > 0) log.warn({ requeued }, 'files that had no job to send them were queued again')
}

type House = { db: Db; clock: () => Date; files: FileStore; loanDock: LoanDock }

/**
 * Brings a queued file to LoanDock and notes how it went. What may pass is thrown, so that it is tried again; after the
 * last try, and at once for what LoanDock refuses, the file has failed and says why.
 */
export async function deliverDocument({ db, clock, files, loanDock }: House, documentId: string, { isLast }: Attempt) {
  const file = await db
    .selectFrom('document')
    .innerJoin('slv', 'slv.id', 'document.slvId')
    .select(['document.name', 'document.type', 'document.storageKey', 'slv.buyerLoan'])
    .where('document.id', '=', documentId)
    .where('document.deletedAt', 'is', null)
    .where('document.ldpState', '=', 'QUEUED')
    .executeTakeFirst()
  if (!file) return // sent by an earlier try, or taken away
  try {
    if (file.buyerLoan === null) throw new AppError('loan_dock_refused', 'This SLV has no loan in LoanDock')
    const { name, type, storageKey, buyerLoan } = file
    const content = await files.read(storageKey)
    const contentType = documentTypes[type].mime
    try {
      await loanDock.sendDocument({ loanNumber: buyerLoan, key: documentId, name, contentType, content })
    } finally {
      content.destroy() // not read to its end, perhaps not at all: it holds a file or a connection open
    }
  } catch (error) {
    const refusal = refusalOf(error)
    const isFinal = isLast || refusal?.code === 'loan_dock_refused'
    const ldpError = refusal?.message ?? 'Something went wrong on our side'
    await note(db, documentId, { ldpState: isFinal ? 'FAILED' : 'QUEUED', ldpError })
    if (refusal?.code === 'loan_dock_refused') return
    throw error
  }
  await note(db, documentId, { ldpState: 'SENT', ldpSentAt: clock(), ldpError: null })
}

type Outcome = Pick<Updateable<DB['document']>, 'ldpState' | 'ldpSentAt' | 'ldpError'>

const note = (db: Db, id: string, outcome: Outcome) =>
  db
    .updateTable('document')
    .set((eb) => ({ ...outcome, ldpAttempts: eb('ldpAttempts', '+', 1) }))
    .where('id', '=', id)
    .where('ldpState', '=', 'QUEUED')
    .execute()
