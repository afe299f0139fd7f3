import type { SlvReport } from '@portal/contract/reporting/model'
import type { Ctx } from '../lib/ctx.ts'
import { viewSlv } from '../slv/detail.ts'

/** What the decision report of an SLV shows to the asker. Throws 404 for what they may not see. */
export async function getReport(ctx: Ctx, slvId: string): Promise<SlvReport> {
  return { slv: await viewSlv(ctx, slvId, 'IN_EFFECT'), askedBy: ctx.actor.name, askedAt: ctx.now.toISOString() }
}
