import type { Subject } from '@portal/contract/lib/endpoint'
import type { SlvMove } from '@portal/contract/slv/api'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import type { SlvStatus } from '@portal/contract/slv/status'
import {
  type SlvAction,
  slvTransitions,
  verdict,
} from '@portal/contract/slv/transitions'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import { factsFor } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'
import type { Operation } from '../../src/auth/guard.ts'
import { moveBodies } from '../actions.ts'
import { missingId, type Relation, relations } from './relation-ids.ts'
import type { Thing, World } from './world.ts'

export type CallContext = {
  actor: Actor
  thing: Thing
  relation: Relation
  world: World
}
type VisibleContext = CallContext & { facts: SlvFacts }

/**
 * A valid call of an operation, and the expected status for a caller who may
 * call it and sees the thing.
 */
export type Case = {
  /** The status of the SLV that it is called on; REVIEW by default. */
  at?: SlvStatus
  body?: (context: CallContext) => unknown
  query?: (context: CallContext) => string
  /** Sends a multipart body with the field `file`. */
  sendsFile?: true
  /** Several statuses where the area's own tests decide which. */
  answer: (context: VisibleContext) => number | readonly number[]
}
export type Cases = Record<string, Case>

/** For things that don't exist. */
const missingFacts = factsFor(
  { name: 'no one', role: 'DEFAULT', holds: [], facts: {} },
  'DRAFT',
)

export const always =
  <S extends number | readonly number[]>(status: S) =>
  () =>
    status

/** A call that every caller who sees the thing may make. */
export const read: Case = { answer: always(200) }

/** By the transition table: 200 if allowed, else 409. */
export const byTable =
  (action: SlvAction) =>
  ({ actor, facts }: VisibleContext) =>
    verdict(actor, facts, action).kind === 'ALLOWED' ? 200 : 409

/**
 * A status change by the transition table, called in the first status from
 * which it is allowed.
 */
export const slvMove = (action: SlvMove): Case => ({
  at: slvTransitions[action].from[0],
  body: () => moveBodies[action] ?? {},
  answer: byTable(action),
})

/** Whether the caller must see an SLV to call an operation. */
const isAboutSlv = (about: Subject) =>
  about.startsWith('SLV') && about !== 'SLVS'
/** Subjects that are an SLV, or belong to one or to its loan. */
const slvSubjects: Subject[] = [
  'SLV',
  'SLV_DOCUMENT',
  'SLV_REQUEST',
  'SLV_DECISION',
  'SLV_CONDITION',
  'SLV_COMMENT',
  'LOAN',
]
/** Subjects that are a Tdoc or belong to one. */
export const tdocSubjects: Subject[] = [
  'TDOC',
  'REVIEW_CATEGORY',
  'TDOC_COMMENT',
]
/** Other subjects that belong to someone. */
const otherOwnedSubjects: Subject[] = [
  'NOTIFICATION',
  'SESSION',
  'PASSKEY',
  'PERSON',
  'COMPANY',
  'CAPTURE',
  'REPORT_SCHEDULE',
  'SAVED_VIEW',
  'ASSIGNMENT',
]

/**
 * The relations that matter to an operation: one that names no thing is called
 * once.
 */
export const listRelations = ({ about }: Operation): readonly Relation[] =>
  [...slvSubjects, ...tdocSubjects, ...otherOwnedSubjects].includes(about)
    ? relations
    : ['own']

/**
 * The expected statuses of one call by a signed-in, active user, by the
 * contract's policies.
 */
export function expectStatuses(
  { access, about }: Operation,
  testCase: Case,
  context: CallContext,
): readonly number[] {
  if (access !== 'PUBLIC' && !access(context.actor)) return [403]
  if (isHidden(about, context)) return [404]
  const facts = context.thing.facts ?? missingFacts
  const answer = testCase.answer({ ...context, facts })
  return typeof answer === 'number' ? [answer] : answer
}

/** Whether the thing doesn't exist for the actor. */
function isHidden(
  about: Subject,
  { actor, thing, relation }: CallContext,
): boolean {
  if (about === 'SLV_COMMENT' && thing.isAlien) return true
  if (isAboutSlv(about))
    return thing.facts === null || !mayView(actor, thing.facts)
  if (!tdocSubjects.includes(about)) return false

  const { facts } = thing.tdoc
  const isChild = about !== 'TDOC'
  if (isChild && relation === 'wrong parent') return true
  return facts === null || !mayViewTdoc(actor, facts)
}

/** The parameter `id` of each subject, where it isn't the id of the SLV. */
const idsBySubject: Partial<Record<Subject, (thing: Thing) => string>> = {
  SLV_COMMENT: ({ isAlien, commentId }) => (isAlien ? missingId : commentId),
  TDOC: ({ tdoc }) => tdoc.id,
  REVIEW_CATEGORY: ({ tdoc }) => tdoc.categoryId,
  TDOC_COMMENT: ({ tdoc }) => tdoc.commentId,
  NOTIFICATION: ({ notificationId }) => notificationId,
  SESSION: ({ sessionId }) => sessionId,
  REPORT_SCHEDULE: ({ scheduleId }) => scheduleId,
  SAVED_VIEW: ({ viewId }) => viewId,
  ASSIGNMENT: ({ assignmentId }) => assignmentId,
  CAPTURE: ({ tdoc }) => tdoc.captureId,
  PASSKEY: () => missingId,
  ACCESS_REQUEST: () => missingId,
  JOB: () => missingId,
}

/** The address of a call, with the parameters of the thing. */
export function buildAddress(
  { url, about }: Operation,
  { query }: Case,
  context: CallContext,
): string {
  const { thing } = context
  const values: Record<string, string> = {
    id: idsBySubject[about]?.(thing) ?? thing.id,
    documentId: thing.documentId,
    pendingId: thing.askedId,
    conditionId: thing.conditionId,
    page: '1',
    requestId: about === 'SLV_DECISION' ? thing.decisionId : thing.requestId,
    n: thing.loanNumber,
    productLoanId: thing.loanNumber,
    loanNumber: thing.loanNumber,
    userId: thing.person.id,
    companyId: thing.companyId,
    serviceId: missingId,
    keyId: missingId,
    webhookId: missingId,
    deliveryId: missingId,
    token: 'no-token',
    code: 'no-code',
  }
  const path = url.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${url}: no thing has a ${name}`)
    return value
  })
  return query ? `${path}?${query(context)}` : path
}

/** 404 for what isn't the caller's own. */
export const ifOwn = ({ relation }: CallContext): number =>
  relation === 'own' ? 200 : 404
