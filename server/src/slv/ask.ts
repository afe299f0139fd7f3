import type { PendingDocuments, SlrPending, TdPending } from '@portal/contract/slv/bodies'
import type { Permission } from '@portal/contract/user/model'
import type { z } from 'zod'
import { readFiles } from '../document/list-documents.ts'
import { assigned } from '../history/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { badRequest } from '../lib/errors.ts'
import { nameOf, underwriterFor } from '../user/find-person.ts'
import type { LockedSlv } from './lock.ts'
import { perform } from './perform.ts'

/** Asks the seller for documents, each by name; they are awaited until the last is there. */
export const setPendingDocuments = (
  ctx: Ctx,
  id: string,
  { pendingDocuments, statusComment }: z.output<typeof PendingDocuments>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-pending-documents', {
    ifMatch,
    plan: async (inner, slv) => {
      await refuseOtherExamples(inner, slv, pendingDocuments)
      await inner.db
        .insertInto('slvPendingDocument')
        .values(
          pendingDocuments.map(({ exampleDocumentId, ...asked }) => ({
            ...asked,
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

/** An example is one of the underwriter's own files of this round; 400 names the others. */
async function refuseOtherExamples(
  ctx: Ctx,
  slv: LockedSlv,
  asked: z.output<typeof PendingDocuments>['pendingDocuments'],
) {
  if (asked.every(({ exampleDocumentId }) => exampleDocumentId === undefined)) return
  const files = await readFiles(ctx, slv.id)
  const own = new Set(
    files
      .filter(({ kind, resubmitCount }) => kind === 'UNDERWRITER' && resubmitCount === slv.resubmitCount)
      .map(({ id }) => id),
  )
  const problems = asked.flatMap(({ exampleDocumentId }, index) =>
    exampleDocumentId === undefined || own.has(exampleDocumentId)
      ? []
      : [{ field: `pendingDocuments.${index}.exampleDocumentId`, error: 'This is none of your documents here' }],
  )
  if (problems.length > 0) throw badRequest(problems)
}

/** Hands the SLV to the managers; to one of them when named, else to whoever takes it first. */
export const setSlrPending = (
  ctx: Ctx,
  id: string,
  { underwriterManagerId, statusComment }: z.output<typeof SlrPending>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-slr-pending', {
    ifMatch,
    plan: async (inner, slv) => {
      const before = await nameOf(inner.db, slv.underwriterManagerId)
      const manager = await reviewer(inner, 'underwriterManagerId', underwriterManagerId, 'manageSlr')
      return {
        set: { underwriterManagerId: manager?.id ?? null, statusComment },
        comment: statusComment,
        changes: assigned('underwriterManagerName', before, manager?.name ?? null),
      }
    },
  })

/** Hands the SLV to the trade desk; to one of them when named, else to whoever takes it first. */
export const setTdPending = (
  ctx: Ctx,
  id: string,
  { tradeDeskId, statusComment }: z.output<typeof TdPending>,
  ifMatch?: number,
) =>
  perform(ctx, id, 'set-td-pending', {
    ifMatch,
    plan: async (inner, slv) => {
      const before = await nameOf(inner.db, slv.tradeDeskId)
      const trader = await reviewer(inner, 'tradeDeskId', tradeDeskId, 'manageTradeDesk')
      return {
        set: { tradeDeskId: trader?.id ?? null, statusComment },
        comment: statusComment,
        changes: assigned('tradeDeskName', before, trader?.name ?? null),
      }
    },
  })

/** Whoever was named for a review, if they can do it; 400 naming the field when they can't. */
async function reviewer(ctx: Ctx, field: string, id: string | null | undefined, permission: Permission) {
  if (!id) return null
  return underwriterFor(ctx.db, field, id, permission)
}
