import type { PendingDocuments } from '@portal/contract/slv/bodies'
import type { z } from 'zod'
import { readFiles } from '../../document/list-documents.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { badRequest } from '../../lib/errors.ts'
import type { LockedSlv } from '../lock.ts'
import { perform } from '../perform.ts'

/** Requests documents from the seller, each by name. The SLV waits until the last one is uploaded. */
export const setPendingDocuments = (
  ctx: Ctx,
  id: string,
  { pendingDocuments, statusComment }: z.output<typeof PendingDocuments>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-pending-documents', {
    ifMatch,
    plan: async (inner, slv) => {
      await requireOwnExamples(inner, slv, pendingDocuments)
      await inner.db
        .insertInto('slvPendingDocument')
        .values(
          pendingDocuments.map(({ exampleDocumentId, ...requested }) => ({
            ...requested,
            exampleDocumentId: exampleDocumentId ?? null,
            slvId: slv.id,
            resubmitCount: slv.resubmitCount,
            askedAt: inner.now,
          })),
        )
        .execute()
      const names = pendingDocuments.map(({ name }) => name).join(', ')
      return {
        set: { statusComment: statusComment || null },
        comment: statusComment || null,
        changes: [{ field: 'pendingDocuments', before: null, after: names }],
      }
    },
  })

/** Throws 400 for an example that is not an underwriter document of this round. */
async function requireOwnExamples(
  ctx: Ctx,
  slv: LockedSlv,
  requested: z.output<typeof PendingDocuments>['pendingDocuments'],
) {
  if (requested.every(({ exampleDocumentId }) => exampleDocumentId === undefined)) return
  const files = await readFiles(ctx, slv.id)
  const own = new Set(
    files
      .filter(({ kind, resubmitCount }) => kind === 'UNDERWRITER' && resubmitCount === slv.resubmitCount)
      .map(({ id }) => id),
  )
  const problems = requested.flatMap(({ exampleDocumentId }, index) =>
    exampleDocumentId === undefined || own.has(exampleDocumentId)
      ? []
      : [{ field: `pendingDocuments.${index}.exampleDocumentId`, error: 'Choose one of your underwriter documents' }],
  )
  if (problems.length > 0) throw badRequest(problems)
}
