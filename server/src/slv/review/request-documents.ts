import type { PendingDocuments } from '@portal/contract/slv/bodies'
import type { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import type { LockedSlv } from '../lock.ts'
import { performing } from '../perform.ts'

/**
 * Requests documents from the seller, each by name. The SLV waits until the
 * last one is uploaded.
 */
export const setPendingDocuments = performing(
  'set-pending-documents',
  async (ctx, slv, { pendingDocuments, statusComment }) => {
    await requireOwnExamples(ctx, slv, pendingDocuments)
    const common = {
      slvId: slv.id,
      resubmitCount: slv.resubmitCount,
      askedAt: ctx.now,
    }
    const rows = pendingDocuments.map(
      ({ exampleDocumentId = null, ...row }) => ({
        ...row,
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
