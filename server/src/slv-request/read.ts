import { type SlvDecisionRequest, type SlvRequest, varianceFields } from '@portal/contract/slv-request/model'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedSlv } from '../slv/lock.ts'

export type StoredRequest = Omit<SlvRequest, 'distance' | 'summary'>

type Slv = Pick<LockedSlv, 'id' | 'resubmission'>

/** The variances of an SLV's current round, in the order they were added. */
export const readRequests = async ({ db }: Ctx, { id, resubmission }: Slv): Promise<StoredRequest[]> =>
  resubmission?.slvRequests ??
  db
    .selectFrom('slvRequest')
    .select(['id', ...varianceFields])
    .where('slvId', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** A variance of an SLV. */
export const readRequest = async (ctx: Ctx, slv: Slv, requestId: string) =>
  (await readRequests(ctx, slv)).find((request) => request.id === requestId)

/** The variances of an SLV that have an answer. */
export const readAnswers = ({ db }: Ctx, slvId: string) =>
  db.selectFrom('slvDecisionRequest').select('slvRequestId').where('slvId', '=', slvId).execute()

/** An answer to a variance of an SLV. */
export async function readDecisionRequest(
  ctx: Ctx,
  slvId: string,
  requestId: string,
): Promise<SlvDecisionRequest | undefined> {
  return ctx.db
    .selectFrom('slvDecisionRequest')
    .select(['id', 'slvRequestId', 'currentGuideline', 'decision', 'comment'])
    .where('slvId', '=', slvId)
    .where('id', '=', requestId)
    .executeTakeFirst()
}
