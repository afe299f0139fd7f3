import type {
  Condition,
  ConditionAnswer,
  ConditionChange,
  NewCondition,
} from '@portal/contract/condition/model'
import { maxConditions } from '@portal/contract/condition/model'
import {
  type ConditionFacts,
  isApproved,
  mayAnswerConditions,
  mayClearConditions,
} from '@portal/contract/condition/policy'
import {
  conditionLine,
  conditionWithStatus,
} from '@portal/contract/condition/texts'
import type { HistoryAction } from '@portal/contract/history/api'
import type { NotificationAction } from '@portal/contract/notification/model'
import { civil } from '@portal/contract/sla/calendar'
import { isExpired } from '@portal/contract/slv/decision/validity'
import type { Actor } from '@portal/contract/user/model'
import { findSentDocument } from '../document/find-sent-document.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { conflict, notFound, refuseStale } from '../lib/errors.ts'
import { notify } from '../lib/notify.ts'
import { viewSlv } from '../slv/detail.ts'
import { type LockedSlv, lockSlv } from '../slv/lock.ts'
import { describeSlv, findRecipients } from '../slv/notify.ts'
import { bumpVersion, describeCurrentStatus } from '../slv/perform.ts'
import { decisionRound, selectConditions } from '../slv/read-conditions.ts'
import { writeEvent } from '../slv/write-history.ts'

/** The SLV and the condition of a call. */
export type Place = { id: string; conditionId: string }

/** A condition as the actor sees it, with the SLV's version. */
export async function getCondition(
  ctx: Ctx,
  { id, conditionId }: Place,
): Promise<Condition & { slvVersion: number }> {
  const { conditions = [], version } = await viewSlv(ctx, id)
  const condition = conditions.find((one) => one.id === conditionId)
  if (!condition) throw notFound('Condition')
  return { ...condition, slvVersion: version }
}

/** The conditions of the decision that the actor sees. */
export async function listConditions(ctx: Ctx, id: string) {
  const { conditions = [] } = await viewSlv(ctx, id)
  return { items: conditions }
}

type ConditionRule = (actor: Actor, slv: ConditionFacts) => boolean

/**
 * Locks an SLV whose approval is in effect. Throws 409 for another status, for
 * an approval that has expired, or if it isn't the actor's turn.
 */
async function lockApproved(ctx: Ctx, id: string, mayAct: ConditionRule) {
  const slv = await lockSlv(ctx, id)
  if (!isApproved(slv)) {
    const status = await describeCurrentStatus(ctx, slv)
    throw conflict(`Only an approval in effect has conditions. ${status}`)
  }
  if (isExpired(slv, civil(ctx.now).day)) throw conflict(expiredText)
  if (!mayAct(ctx.actor, slv)) throw conflict(whyNot(ctx.actor, slv))
  return slv
}

const expiredText =
  'This approval has expired. It has to be reopened or requested again.'

const whyNot = ({ id }: Actor, { sellerId }: LockedSlv): string =>
  sellerId === id
    ? 'Send or discard the draft of the new round first'
    : 'Someone else has to act on this SLV'

async function findCondition(ctx: Ctx, slv: LockedSlv, conditionId: string) {
  const condition = await selectConditions(ctx, slv)
    .leftJoin('appUser', 'appUser.id', 'slvCondition.markedById')
    .select([
      'slvCondition.id',
      'slvCondition.text',
      'slvCondition.timing',
      'slvCondition.dueOn',
      'slvCondition.status',
      'slvCondition.message',
      'slvCondition.documentId',
      'appUser.name as markedBy',
    ])
    .where('slvCondition.id', '=', conditionId)
    .$narrowType<Pick<Condition, 'timing' | 'status'>>()
    .executeTakeFirst()
  if (!condition) throw notFound('Condition')
  return condition
}

type StoredCondition = Awaited<ReturnType<typeof findCondition>>

type ConditionEvent = {
  action: HistoryAction
  before: string | null
  after: string
  comment?: string | null
}

/**
 * Writes a change of a condition to the history of the round in effect, and
 * bumps the SLV's version.
 */
async function record(
  ctx: Ctx,
  slv: LockedSlv,
  { action, before, after, comment = null }: ConditionEvent,
) {
  const inEffect = {
    id: slv.id,
    status: slv.statusInEffect ?? slv.status,
    resubmitCount: decisionRound(slv),
  }
  await writeEvent(ctx, inEffect, {
    action,
    comment,
    changes: [{ field: 'conditions', before, after }],
  })
  await bumpVersion(ctx, slv)
}

const notifyOwner = (ctx: Ctx, slv: LockedSlv, action: NotificationAction) =>
  notify(ctx, {
    action,
    entityId: slv.id,
    to: [slv.sellerId],
    description: describeSlv(slv),
  })

/** Adds a condition to an approval in effect. */
export const addCondition = (
  ctx: Ctx,
  id: string,
  condition: NewCondition,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockApproved(inner, id, mayClearConditions)
    refuseStale(slv, ifMatch)
    const others = await selectConditions(inner, slv).select('id').execute()
    if (others.length >= maxConditions)
      throw conflict(`An approval can have at most ${maxConditions} conditions`)
    const { id: conditionId } = await inner.db
      .insertInto('slvCondition')
      .values({
        ...condition,
        slvId: id,
        resubmitCount: decisionRound(slv),
        position: others.length,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(inner, slv, {
      action: 'add-condition',
      before: null,
      after: conditionLine(condition),
    })
    await notifyOwner(inner, slv, 'CONDITION_CHANGED')
    return getCondition(inner, { id, conditionId })
  })

/**
 * Marks a condition, opens it again, or changes its text. Throws 409 if someone
 * else has marked it before.
 */
export const updateCondition = (
  ctx: Ctx,
  place: Place,
  change: ConditionChange,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockApproved(inner, place.id, mayClearConditions)
    const before = await findCondition(inner, slv, place.conditionId)
    refuseMarked(before, change)
    refuseStale(slv, ifMatch)
    const { status, reason, ...texts } = change
    const after = { ...before, ...texts, status: status ?? before.status }
    await inner.db
      .updateTable('slvCondition')
      .set({
        ...texts,
        ...(status && toMark(inner, status, reason)),
        ...(texts.dueOn !== undefined && {
          dueSoonNotifiedAt: null,
          overdueNotifiedAt: null,
        }),
        text: after.text,
      })
      .where('id', '=', before.id)
      .execute()
    await record(inner, slv, {
      action: 'change-condition',
      before: conditionWithStatus(before),
      after: conditionWithStatus(after),
      comment: reason || null,
    })
    await notifyOwner(inner, slv, toNotice(status))
    return getCondition(inner, place)
  })

/** A marked condition can only be opened again. */
function refuseMarked(
  { status, markedBy }: StoredCondition,
  change: ConditionChange,
) {
  if (!change.status) return
  if (status === 'OPEN' && change.status === 'OPEN')
    throw conflict('This condition is open')
  if (status === 'OPEN' || change.status === 'OPEN') return
  const mark = status === 'MET' ? 'met' : 'waived'
  throw conflict(
    `${markedBy} has already marked this condition as ${mark}. Open it again first.`,
  )
}

const toMark = (
  { actor, now }: Ctx,
  status: Condition['status'],
  reason: string | undefined,
) =>
  status === 'OPEN'
    ? { status, reason: null, markedById: null, markedAt: null }
    : { status, reason: reason || null, markedById: actor.id, markedAt: now }

const toNotice = (
  status: Condition['status'] | undefined,
): NotificationAction => {
  if (status === 'MET') return 'CONDITION_MET'
  return status === 'WAIVED' ? 'CONDITION_WAIVED' : 'CONDITION_CHANGED'
}

/**
 * The seller's answer; what it lacks stays as it was. Throws 409 for a condition
 * that is marked, and 400 for a document that isn't the seller's of this SLV.
 */
export const answerCondition = (
  ctx: Ctx,
  place: Place,
  { message, documentId }: ConditionAnswer,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const { slv, condition } = await admitAnswer(inner, place)
    refuseStale(slv, ifMatch)
    const document = await findSentDocument(inner, slv, documentId)
    await saveAnswer(inner, slv, condition, {
      message: message || null,
      document,
    })
    return getCondition(inner, place)
  })

/** The SLV and the open condition that the actor may answer. */
export async function admitAnswer(ctx: Ctx, { id, conditionId }: Place) {
  const slv = await lockApproved(ctx, id, mayAnswerConditions)
  const condition = await findCondition(ctx, slv, conditionId)
  if (condition.status !== 'OPEN')
    throw conflict(
      `${condition.markedBy} has already marked this condition. It needs no answer.`,
    )
  return { slv, condition }
}

type Answer = {
  message: string | null
  document: { id: string; name: string } | null
}

/** Writes an answer and notifies the underwriter. */
export async function saveAnswer(
  ctx: Ctx,
  slv: LockedSlv,
  condition: StoredCondition,
  { message, document }: Answer,
) {
  await ctx.db
    .updateTable('slvCondition')
    .set({
      message: message ?? condition.message,
      documentId: document?.id ?? condition.documentId,
      answeredById: ctx.actor.id,
      answeredAt: ctx.now,
    })
    .where('id', '=', condition.id)
    .execute()
  await record(ctx, slv, {
    action: 'answer-condition',
    before: null,
    after: document
      ? `${conditionLine(condition)}: ${document.name}`
      : conditionLine(condition),
    comment: message,
  })
  await notify(ctx, {
    action: 'CONDITION_ANSWERED',
    entityId: slv.id,
    to: await findRecipients(ctx, 'underwriter', slv),
    description: describeSlv(slv),
  })
}
