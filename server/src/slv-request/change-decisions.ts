import { varianceSummary } from '@portal/contract/slv-request/distance'
import type {
  NewSlvDecisionRequest,
  SlvDecisionRequest,
  SlvDecisionRequestPatch,
} from '@portal/contract/slv-request/model'
import {
  isCommentOutdated,
  outdatedCommentText,
} from '@portal/contract/slv-request/policy'
import type { z } from 'zod'
import { changesBetween } from '../lib/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { viewSlv } from '../slv/detail.ts'
import { readDecisionRequest, readRequest } from '../slv/read-requests.ts'
import { withinSlv } from './within.ts'

type New = z.output<typeof NewSlvDecisionRequest>
type Patch = z.output<typeof SlvDecisionRequestPatch>

const inDecision = (changes: ReturnType<typeof changesBetween>) =>
  changes.map(({ field, ...values }) => ({
    field: `slvDecisionRequests.${field}`,
    ...values,
  }))

const read = async (ctx: Ctx, slvId: string, requestId: string) => {
  const answer = await readDecisionRequest(ctx, slvId, requestId)
  if (!answer) throw notFound('Request')
  return answer
}

/**
 * Answers a variance. A second answer to the same variance is a conflict
 * (unique in the database).
 */
export const addDecisionRequest = (
  ctx: Ctx,
  slvId: string,
  answer: New,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'decision', ifMatch, async (inner, slv) => {
    const request = await readRequest(inner, slv, answer.slvRequestId)
    if (!request)
      throw badRequest([
        {
          field: 'slvRequestId',
          error: 'This SLV does not have this variance',
        },
      ])
    const { id } = await inner.db
      .insertInto('slvDecisionRequest')
      .values({ ...answer, slvId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      answer: await read(inner, slvId, id),
      events: [
        {
          action: 'add-decision-request',
          changes: inDecision(
            changesBetween(
              {},
              { ...answer, slvRequestId: varianceSummary(request) },
            ),
          ),
        },
      ],
    }
  })

/**
 * Throws 400 for a new decision that doesn't say what to do with the comment on
 * the earlier one.
 */
function refuseOutdatedComment(
  before: SlvDecisionRequest,
  { decision = before.decision, comment }: Patch,
) {
  if (comment !== undefined || !isCommentOutdated(before, decision)) return
  const error = `${outdatedCommentText(before.decision)} Send the comment to keep, or an empty one.`
  throw badRequest([{ field: 'comment', error }])
}

export const updateDecisionRequest = (
  ctx: Ctx,
  slvId: string,
  requestId: string,
  patch: Patch,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'decision', ifMatch, async (inner) => {
    const before = await read(inner, slvId, requestId)
    refuseOutdatedComment(before, patch)
    const changes = inDecision(changesBetween(before, patch))
    if (changes.length === 0) return { answer: before, events: [] }
    await inner.db
      .updateTable('slvDecisionRequest')
      .set(patch)
      .where('slvId', '=', slvId)
      .where('id', '=', requestId)
      .execute()
    return {
      answer: await read(inner, slvId, requestId),
      events: [{ action: 'update-decision-request', changes }],
    }
  })

/** Deletes an answer. The history gets the reason. */
export const deleteDecisionRequest = (
  ctx: Ctx,
  slvId: string,
  requestId: string,
  deleteComment: string,
  ifMatch?: number,
) =>
  withinSlv(ctx, slvId, 'decision', ifMatch, async (inner) => {
    const before = await read(inner, slvId, requestId)
    await inner.db
      .deleteFrom('slvDecisionRequest')
      .where('slvId', '=', slvId)
      .where('id', '=', requestId)
      .execute()
    return {
      answer: { id: requestId },
      events: [
        {
          action: 'delete-decision-request',
          comment: deleteComment,
          changes: inDecision([
            { field: 'decision', before: before.decision, after: null },
          ]),
        },
      ],
    }
  })

/**
 * An answer as the actor may see it. Sellers see it once the SLV is decided.
 */
export async function getDecisionRequest(
  ctx: Ctx,
  slvId: string,
  requestId: string,
) {
  const slv = await viewSlv(ctx, slvId)
  const answer = slv.slvDecisionRequests?.find(({ id }) => id === requestId)
  if (!answer) throw notFound('Request')
  return answer
}
