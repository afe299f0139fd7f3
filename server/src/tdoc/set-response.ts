import type { TprResponse } from '@portal/contract/tdoc/model'
import { changesBetween } from '../history/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { stale } from '../lib/errors.ts'
import { addTdocComment } from './add-comment.ts'
import { lockTdoc } from './lock.ts'
import { inHandsOf, tellOfTdoc } from './notify.ts'
import { admitTdoc, moveTdoc } from './perform.ts'

type Response = {
  tprResponse: TprResponse
  /** Null takes it away; absent, it stays as it is. */
  tprEstimatedDateOfReview?: string | null | undefined
  comment?: string | undefined
}

/** A reviewer's answer. Whoever has the Tdoc to do or to review is told; a comment goes to the external conversation. */
export const setResponse = (
  ctx: Ctx,
  id: string,
  { comment, ...response }: Response,
  ifMatch?: number,
): Promise<void> =>
  transact(ctx, async (inner) => {
    const tdoc = await lockTdoc(inner, id)
    await admitTdoc(inner, tdoc, 'set-response')
    if (ifMatch !== undefined && ifMatch !== tdoc.version) throw stale()
    const { tprResponse, tprEstimatedDateOfReview = tdoc.tprEstimatedDateOfReview } = response
    const said = { tprResponse, tprEstimatedDateOfReview }
    await moveTdoc(inner, tdoc, 'set-response', {
      set: { ...said, tprResponseDate: inner.now, isReturned: false },
      changes: changesBetween(tdoc, said),
    })
    if (comment) await addTdocComment(inner, tdoc, { type: 'EXTERNAL', message: comment })
    await tellOfTdoc(inner, 'TDOC_RESPONSE_ADDED', tdoc, await inHandsOf(inner.db, tdoc))
  })
