import { type SlvDecisionRequest, type SlvRequest, varianceFields } from '@portal/contract/slv-request/model'
import type { Ctx } from '../lib/ctx.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

type StoredRequest = Omit<SlvRequest, 'distance' | 'summary'>

const requestsOf = prepared('slv-request.of', (db, value: Slot<{ slvId: string }>) =>
  db
    .selectFrom('slvRequest')
    .select(['id', ...varianceFields])
    .where('slvId', '=', value('slvId'))
    .orderBy('position')
    .orderBy('id')
    .$castTo<StoredRequest>(),
)

/** The variances of an SLV, in the order in which they were added. */
export const readRequests = (ctx: Ctx, slvId: string): Promise<StoredRequest[]> => requestsOf(ctx.db, { slvId })

/** One variance, looked up by its SLV and its own id; undefined when the SLV has no such. */
export const readRequest = async (ctx: Ctx, slvId: string, requestId: string) =>
  (await readRequests(ctx, slvId)).find((request) => request.id === requestId)

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
