import { mayView } from '@portal/contract/slv/policy'
import { sql } from 'kysely'
import { fileJson } from '../document/record.ts'
import type { Ctx } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { type Param, prepared } from '../lib/prepared.ts'
import { slvColumns } from './columns.ts'
import { presentDetail } from './present.ts'
import { hasOtherOpenSlv, withoutResubmission, withResubmission } from './read-resubmission.ts'
import type { SlvRecord } from './record.ts'

/** Which round of an SLV: the one that people edit, or the one in effect during a draft resubmission. */
export type WhichRound = 'PRESENT' | 'IN_EFFECT'

/** One SLV with its people and its collections, in one round trip. */
const slvById = prepared((db, param: Param<{ id: string; drafted: boolean }>) => {
  const round = sql`(slv.resubmit_count + (${param('drafted')}::boolean and slv.resubmission is not null)::int)`
  return db
    .selectFrom('slv')
    .innerJoin('company', 'company.id', 'slv.companyId')
    .innerJoin('appUser as owner', 'owner.id', 'slv.sellerId')
    .leftJoin('appUser as underwriter', 'underwriter.id', 'slv.underwriterId')
    .leftJoin('appUser as manager', 'manager.id', 'slv.underwriterManagerId')
    .leftJoin('appUser as trader', 'trader.id', 'slv.tradeDeskId')
    .select(slvColumns)
    .select([
      'company.bddId',
      hasOtherOpenSlv.as('hasOtherOpenSlv'),
      'company.name as sellerName',
      'company.corrId',
      'owner.name as ownerName',
      'underwriter.name as underwriterName',
      'manager.name as underwriterManagerName',
      'trader.name as tradeDeskName',
    ])
    .select([
      sql<string | null>`(select to_json(opened_at) from slv_interval
        where slv_id = slv.id and clock = 'SLV' and closed_at is null)`.as('sideSince'),
      // What came back from SLR or the trade desk has been with the underwriter since then.
      sql<string | null>`(select to_json(max(coalesce(closed_at, opened_at))) from slv_interval
        where slv_id = slv.id and (clock <> 'SLV' or closed_at is null))`.as('deskSince'),
    ])
    .select([
      sql<SlvRecord['slvRequests']>`coalesce((
        select json_agg(json_build_object(
          'id', r.id, 'reason', r.reason, 'parameter', r.parameter, 'operator', r.operator,
          'guidelineValue', r.guideline_value, 'actualValue', r.actual_value, 'unit', r.unit,
          'currentGuideline', r.current_guideline, 'justification', r.justification,
          'compensatingFactors', r.compensating_factors) order by r.position, r.id)
        from slv_request r where r.slv_id = slv.id), '[]')`.as('slvRequests'),
      sql<SlvRecord['slvDecisionRequests']>`coalesce((
        select json_agg(json_build_object(
          'id', d.id, 'slvRequestId', d.slv_request_id, 'currentGuideline', d.current_guideline,
          'decision', d.decision, 'comment', d.comment) order by d.id)
        from slv_decision_request d where d.slv_id = slv.id), '[]')`.as('slvDecisionRequests'),
      sql<SlvRecord['pendingDocuments']>`coalesce((
        select json_agg(json_build_object(
          'id', p.id, 'name', p.name, 'note', p.note, 'receivedAt', p.received_at,
          'example', (select json_build_object('id', e.id, 'name', e.name, 'type', e.type)
            from document e where e.id = p.example_document_id)) order by p.asked_at, p.id)
        from slv_pending_document p where p.slv_id = slv.id and p.resubmit_count = ${round}), '[]')`.as(
        'pendingDocuments',
      ),
      sql<SlvRecord['files']>`coalesce((
        select json_agg(${fileJson} order by f.id)
        from document f join app_user u on u.id = f.uploaded_by_id
        where f.slv_id = slv.id and f.deleted_at is null and f.resubmit_count = ${round}), '[]')`.as('files'),
    ])
    .where('slv.id', '=', param('id'))
    .$castTo<SlvRecord>()
})

/** An SLV as it is stored, with all that belongs to it, unmasked. Undefined when there is none. */
export async function readSlv(ctx: Ctx, id: string, round: WhichRound = 'PRESENT'): Promise<SlvRecord | undefined> {
  const [row] = await slvById(ctx.db, { id, drafted: round === 'PRESENT' })
  if (!row) return undefined
  const slv = round === 'PRESENT' ? withResubmission(row) : withoutResubmission(row)
  return slv.resubmission ? { ...slv, slvRequests: slv.resubmission.slvRequests } : slv
}

/** An SLV as the actor sees it right after a write of theirs; the write itself has asked whether they may. */
export async function getDetail(ctx: Ctx, id: string) {
  const slv = await readSlv(ctx, id)
  if (!slv) throw notFound('SLV')
  return presentDetail(ctx, slv)
}

/** An SLV as the actor sees it. Throws 404 when there is none that they may see. */
export async function viewSlv(ctx: Ctx, id: string, round: WhichRound = 'PRESENT') {
  const slv = await readSlv(ctx, id, round)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  const shown = presentDetail(ctx, slv)
  // Moves are of the present round.
  return round === 'IN_EFFECT' ? { ...shown, availableActions: [] } : shown
}
