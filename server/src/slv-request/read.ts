import { type SlvDecisionRequest, type SlvRequest, varianceFields } from '@portal/contract/slv-request/model'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedSlv } from '../slv/lock.ts'

export type StoredRequest = Omit<SlvRequest, 'distance' | 'summary'>

type Slv = Pick<LockedSlv, 'id' | 'resubmission'>

/** The variances of an SLV's present round, in the order in which they were added. */
export const readRequests = async ({ db }: Ctx, { id, resubmission }: Slv): Promise<StoredRequest[]> =>
  resubmission?.slvRequests ??
  db
    .selectFrom('slvRequest')
    .select(['id', ...varianceFields])
    .where('slvId', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** One variance, looked up by its SLV and its own id; undefined when the SLV has no such. */
export const readRequest = async (ctx: Ctx, slv: Slv, requestId: string) =>
  (await readRequests(ctx, slv)).find((request) => request.id === requestId)

/** The variances of an SLV that have an answer. */
export const readAnswers = ({ db }: Ctx, slvId: string) =>
  db.selectFrom('slvDecisionRequest').select('slvRequestId').where('slvId', '=', slvId).execute()

/** One answer to a variance, looked up by its SLV and its own id; undefined when the SLV has no such. */
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
