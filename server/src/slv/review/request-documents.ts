import type { PendingDocuments } from '@portal/contract/slv/bodies'
import type { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import type { LockedSlv } from '../lock.ts'
import { performing } from '../perform.ts'
import { isMissingIn } from './find-missing.ts'

/**
 * Requests documents from the seller, each by name. The SLV waits until the
 * last one is uploaded.
 */
export const setPendingDocuments = performing(
  'set-pending-documents',
  async (ctx, slv, { pendingDocuments, statusComment }) => {
    await requireOwnExamples(ctx, slv, pendingDocuments)
    await markAskedAgain(ctx, slv, pendingDocuments)
    const common = {
      slvId: slv.id,
      resubmitCount: slv.resubmitCount,
      askedAt: ctx.now,
    }
    const rows = pendingDocuments.map(
      ({ name, note, exampleDocumentId = null }) => ({
        name,
        note,
        exampleDocumentId,
        ...common,
      }),
    )
    await ctx.db.insertInto('slvPendingDocument').values(rows).execute()
    const names = pendingDocuments.map(({ name }) => name).join(', ')
    return {
      set: { statusComment: statusComment || null },
      comment: statusComment || null,
      changes: [{ field: 'pendingDocuments', before: null, after: names }],
    }
  },
)

/**
 * Goes on with the review without the requested documents that have neither a
 * file nor an answer. The seller reads the reason.
 */
export const setReview = performing(
  'set-review',
  async (ctx, slv, { reason }) => {
    const waived = await ctx.db
      .updateTable('slvPendingDocument')
      .set({ outcome: 'WAIVED', outcomeById: ctx.actor.id, outcomeAt: ctx.now })
      .where('slvId', '=', slv.id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .where(isMissingIn('slvPendingDocument'))
      .returning('name')
      .execute()
    const names = waived.map(({ name }) => name).join(', ')
    const removed = { field: 'pendingDocuments', before: names, after: null }
    return { comment: reason, changes: names === '' ? [] : [removed] }
  },
)

/**
 * Marks the requested documents that are requested again. Throws 400 for one
 * that isn't of this round, or that was requested again before.
 */
async function markAskedAgain(
  ctx: Ctx,
  slv: LockedSlv,
  requested: z.output<typeof PendingDocuments>['pendingDocuments'],
) {
  for (const [index, { insteadOf }] of requested.entries()) {
    if (insteadOf === undefined) continue
    const { numUpdatedRows } = await ctx.db
      .updateTable('slvPendingDocument')
      .set({
        outcome: 'ASKED_AGAIN',
        outcomeById: ctx.actor.id,
        outcomeAt: ctx.now,
      })
      .where('id', '=', insteadOf)
      .where('slvId', '=', slv.id)
      .where('resubmitCount', '=', slv.resubmitCount)
      .where('outcome', 'is distinct from', 'ASKED_AGAIN')
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n)
      throw badRequest([
        {
          field: `pendingDocuments.${index}.insteadOf`,
          error: 'Choose a requested document of this round',
        },
      ])
  }
}

/**
 * Throws 400 for an example that is not an underwriter document of this round.
 */
async function requireOwnExamples(
  ctx: Ctx,
  slv: LockedSlv,
  requested: z.output<typeof PendingDocuments>['pendingDocuments'],
) {
  const ids = requested.flatMap(
    ({ exampleDocumentId }) => exampleDocumentId ?? [],
  )
  if (ids.length === 0) return
  const files = await ctx.db
    .selectFrom('document')
    .select('id')
    .where('id', 'in', ids)
    .where('slvId', '=', slv.id)
    .where('kind', '=', 'UNDERWRITER')
    .where('resubmitCount', '=', slv.resubmitCount)
    .where('deletedAt', 'is', null)
    .execute()
  const own = new Set(files.map(({ id }) => id))
  const problems = requested.flatMap(({ exampleDocumentId }, index) =>
    exampleDocumentId === undefined || own.has(exampleDocumentId)
      ? []
      : [
          {
            field: `pendingDocuments.${index}.exampleDocumentId`,
            error: 'Choose one of your underwriter documents',
          },
        ],
  )
  if (problems.length > 0) throw badRequest(problems)
}
