import { randomUUID } from 'node:crypto'
import { allTo } from '@portal/contract/assignment/model'
import type { SlvMove } from '@portal/contract/slv/api'
import type { Decision } from '@portal/contract/slv/status'
import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Actor } from '@portal/contract/user/model'
import {
  receiveDocument,
  sendPendingDocuments,
} from '../src/document/receive-document.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import { AppError } from '../src/lib/errors.ts'
import { assignSlvs } from '../src/slv/assign.ts'
import * as decide from '../src/slv/review/decide.ts'
import * as escalate from '../src/slv/review/escalate.ts'
import { remindSeller } from '../src/slv/review/remind-seller.ts'
import {
  setPendingDocuments,
  setReview,
} from '../src/slv/review/request-documents.ts'
import { discardDraft } from '../src/slv/rounds/open-draft.ts'
import {
  setDraftResubmitted,
  setResubmitted,
} from '../src/slv/rounds/resubmit.ts'
import { saveSlv } from '../src/slv/rounds/save-slv.ts'
import { sendRequest } from '../src/slv/rounds/send-request.ts'
import { keptFile } from './files.ts'
import { addRow, findRows, setRows } from './rows.ts'

/** The status code of a refusal; 200 if there is none. */
export const statusOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 200,
    (error) => {
      if (error instanceof AppError) return error.statusCode
      throw error
    },
  )

/** People that an action may need besides the actor. */
export type MovePeople = {
  underwriterId: string
  managerId: string
  traderId: string
  sellerId: string
  decision?: Decision
}

const comment = { statusComment: 'As discussed' }

/** A valid body of each status change that needs one. */
export const moveBodies: Partial<Record<SlvMove, object>> = {
  'set-pending-documents': { pendingDocuments: [{ name: 'Bank statements' }] },
  'set-review': { reason: 'The file has enough without them' },
  'set-slr-pending': comment,
  'set-slr-pending-info': comment,
  'set-slr-info-received': comment,
  'set-slr-completed': { ...comment, slrRecommendedDecision: 'APPROVED' },
  'set-td-pending': comment,
  'set-td-completed': { ...comment, tdRecommendedDecision: 'APPROVED' },
  'start-review-process': { reopenReason: 'A new appraisal came' },
  'make-final-decision': { decision: 'APPROVED' },
  'set-withdraw-pending': { withdrawReason: 'Loan fell through' },
  'set-withdraw-declined': {
    withdrawDeclineReason: 'The loan is already locked',
  },
}

/**
 * The documents that an SLV is waiting for. If there are none, one is requested
 * now.
 */
async function findOrRequestDocuments(
  { db, now }: Ctx,
  slvId: string,
): Promise<string[]> {
  const open = await findRows(db, 'slvPendingDocument', {
    slvId,
    receivedAt: null,
  })
  if (open.length > 0) return open.map(({ id }) => id)
  const [slv] = await findRows(db, 'slv', { id: slvId })
  // Of an SLV that doesn't exist, neither does a requested document.
  if (!slv) return [randomUUID()]
  const { resubmitCount } = slv
  const { id } = await addRow(db, 'slvPendingDocument', {
    slvId,
    resubmitCount,
    name: 'W-2',
    note: '',
    askedAt: now,
  })
  return [id]
}

/** Answers all requested documents, as sending them needs. */
export const answerDocuments = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  slvId: string,
  { id }: Actor,
) =>
  setRows(
    db,
    'slvPendingDocument',
    { slvId },
    {
      answerKind: 'CANNOT',
      answerReason: 'The bank is closed',
      answeredById: id,
      answeredAt: now,
    },
  )

/** Answers the variances that have no answer yet, as a decision needs. */
export async function answerVariances({ db }: Pick<Ctx, 'db'>, slvId: string) {
  const answers = await findRows(db, 'slvDecisionRequest', { slvId })
  const answered = answers.map(({ slvRequestId }) => slvRequestId)
  const variances = await findRows(db, 'slvRequest', { slvId })
  for (const { id } of variances) {
    if (answered.includes(id)) continue
    await addRow(db, 'slvDecisionRequest', {
      slvId,
      slvRequestId: id,
      decision: 'APPROVED',
    })
  }
}

/**
 * Every action of the transition table, called as its endpoint calls it, with a
 * valid body.
 */
export const actions: Record<
  SlvAction,
  (ctx: Ctx, id: string, people: MovePeople) => Promise<unknown>
> = {
  save: (ctx, id) => saveSlv(ctx, id, { city: `Town ${ctx.now.getTime()}` }),
  'send-request': (ctx, id) => sendRequest(ctx, id, 'manual'),
  'start-review-process': (ctx, id) => decide.startReview(ctx, id),
  reopen: (ctx, id) =>
    decide.startReview(ctx, id, { reopenReason: 'A new appraisal came' }),
  'set-pending-documents': (ctx, id) =>
    setPendingDocuments(ctx, id, {
      pendingDocuments: [{ name: 'Bank statements', note: '' }],
      statusComment: '',
    }),
  'upload-pending-documents': async (ctx, id) => {
    let response: unknown
    for (const pendingDocumentId of await findOrRequestDocuments(ctx, id))
      response = await receiveDocument(
        ctx,
        id,
        { pendingDocumentId },
        keptFile(),
      )
    return response
  },
  'send-pending-documents': async (ctx, id) => {
    const documents = await findOrRequestDocuments(ctx, id)
    for (const pendingDocumentId of documents)
      await receiveDocument(
        ctx,
        id,
        { pendingDocumentId, send: false },
        keptFile(),
      )
    return sendPendingDocuments(ctx, id, {})
  },
  remind: async (ctx, id) => {
    await findOrRequestDocuments(ctx, id)
    return remindSeller(ctx, id, {})
  },
  'set-review': (ctx, id) =>
    setReview(ctx, id, { reason: 'The file has enough without them' }),
  'set-slr-pending': (ctx, id) => escalate.setSlrPending(ctx, id, comment),
  'set-slr-review': (ctx, id) => escalate.setSlrReview(ctx, id),
  'set-slr-pending-info': (ctx, id) =>
    escalate.setSlrPendingInfo(ctx, id, comment),
  'set-slr-info-received': (ctx, id) =>
    escalate.setSlrInfoReceived(ctx, id, comment),
  'set-slr-completed': (ctx, id) =>
    escalate.setSlrCompleted(ctx, id, {
      ...comment,
      slrRecommendedDecision: 'APPROVED',
    }),
  'set-td-pending': (ctx, id) => escalate.setTdPending(ctx, id, comment),
  'set-td-review': (ctx, id) => escalate.setTdReview(ctx, id),
  'set-td-completed': (ctx, id) =>
    escalate.setTdCompleted(ctx, id, {
      ...comment,
      tdRecommendedDecision: 'APPROVED',
      priceAdjustment: -25,
    }),
  'make-final-decision': async (ctx, id, { decision = 'APPROVED' }) => {
    await answerVariances(ctx, id)
    return decide.makeFinalDecision(ctx, id, {
      decision,
      decisionComment: 'As discussed',
    })
  },
  'set-withdraw-pending': (ctx, id) =>
    decide.setWithdrawPending(ctx, id, { withdrawReason: 'Loan fell through' }),
  'set-withdraw-approved': (ctx, id) => decide.setWithdrawApproved(ctx, id),
  'set-withdraw-declined': (ctx, id) =>
    decide.setWithdrawDeclined(ctx, id, {
      withdrawDeclineReason: 'The loan is already locked',
    }),
  'cancel-withdrawal': (ctx, id) => decide.cancelWithdrawal(ctx, id),
  'set-draft-resubmitted': (ctx, id) => setDraftResubmitted(ctx, id),
  'set-resubmitted': (ctx, id) => setResubmitted(ctx, id, 'manual'),
  'discard-draft': (ctx, id) => discardDraft(ctx, id),
  'assign-requests': (ctx, id, { underwriterId }) =>
    assignSlvs(ctx, 'assign-requests', allTo(underwriterId, [id])),
  'assign-slr': (ctx, id, { managerId }) =>
    assignSlvs(ctx, 'assign-slr', allTo(managerId, [id])),
  'assign-td': (ctx, id, { traderId }) =>
    assignSlvs(ctx, 'assign-td', allTo(traderId, [id])),
  'assign-seller': (ctx, id, { sellerId }) =>
    assignSlvs(ctx, 'assign-seller', allTo(sellerId, [id])),
}
