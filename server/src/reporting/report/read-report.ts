import { toRecord } from '@portal/contract/lib/typed'
import type { SlvReport } from '@portal/contract/reporting/answers'
import type { ReportAudience } from '@portal/contract/reporting/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import { type Actor, permissions } from '@portal/contract/user/model'
import type { Ctx } from '../../lib/ctx.ts'
import { notFound } from '../../lib/errors.ts'
import { readSlv, viewSlv } from '../../slv/detail.ts'
import { getEvaluation } from '../../slv/evaluate.ts'
import { getLetter } from '../../slv/find-letter.ts'
import { findSlv } from '../../slv/lock.ts'
import type { SlvRecord } from '../../slv/record.ts'

const noPermissions = toRecord(permissions, () => false)

/** The seller who owns an SLV, with no rights but those of the role. */
const findSeller = ({ sellerId, ownerName, companyId }: SlvRecord): Actor => ({
  id: sellerId,
  name: ownerName,
  companyId,
  role: 'SELLER',
  permissions: noPermissions,
})

/**
 * The decision report of an SLV. Throws 404 for one that the actor, or the
 * audience, may not see.
 */
export async function readReport(
  ctx: Ctx,
  id: string,
  audience?: ReportAudience,
): Promise<SlvReport> {
  const own = await viewSlv(ctx, id, 'IN_EFFECT')
  const slv = audience === 'SELLER' ? await viewAsSeller(ctx, id) : own
  return {
    slv,
    factors: await readFactors(ctx, id),
    nearest: await readNearest(ctx, slv),
    letter: await readLetter(ctx, slv),
    askedBy: ctx.actor.name,
    askedAt: ctx.now.toISOString(),
  }
}

async function viewAsSeller(ctx: Ctx, id: string): Promise<SlvDetail> {
  const slv = await readSlv(ctx, id, 'IN_EFFECT')
  if (!slv) throw notFound('SLV')
  return viewSlv({ ...ctx, actor: findSeller(slv) }, id, 'IN_EFFECT')
}

/**
 * The factors as measured now. While a resubmission is a draft, those that were
 * kept when the decided round was sent.
 */
async function readFactors(
  ctx: Ctx,
  id: string,
): Promise<SlvReport['factors']> {
  const { resubmission, evaluation } = await findSlv(ctx, id)
  if (resubmission) return evaluation?.factors ?? []
  return (await getEvaluation(ctx, id)).factors
}

/** The seller's report of a decision is a letter; the internal one isn't. */
const readLetter = async (ctx: Ctx, slv: SlvDetail) =>
  isDecided(slv.status) && !isInternal(slv) ? getLetter(ctx, slv.id) : null

const isInternal = ({ statusComment }: SlvDetail) => statusComment !== undefined

/**
 * What would need no variance under the guidelines in effect today, as the page
 * says it with a denial; null on internal reports, which don't advise.
 */
async function readNearest(
  ctx: Ctx,
  slv: SlvDetail,
): Promise<NonNullable<SlvReport['nearest']> | null> {
  const { id } = slv
  if (slv.status !== 'DECLINED' || isInternal(slv)) return null
  const { resubmission } = await findSlv(ctx, id)
  // The figures of the draft aren't those that were denied.
  if (resubmission) return null
  return (await getEvaluation(ctx, id, 'now')).nearest
}
