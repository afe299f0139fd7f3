import type { SlvDetail } from '@portal/contract/slv/answers'
import { mayView, seesResubmissions } from '@portal/contract/slv/policy'
import { isUndecided } from '@portal/contract/slv/status'
import { isSeller } from '@portal/contract/user/policy'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import { type Param, prepared } from '../lib/database/prepared.ts'
import { notFound } from '../lib/errors.ts'
import { readGridFor } from '../price/read-price-grid.ts'
import { slvColumns } from './columns.ts'
import { presentDetail } from './present.ts'
import { conditionsJson } from './read-conditions.ts'
import { driftJson } from './read-drift.ts'
import type { SlvRecord } from './record.ts'
import { fileJson } from './record.ts'
import {
  hasOtherOpenSlv,
  isOwnerActive,
  withoutResubmission,
  withResubmission,
} from './resubmission.ts'

/**
 * PRESENT is the round that people edit; IN_EFFECT is the decided round during
 * a draft resubmission.
 */
export type WhichRound = 'PRESENT' | 'IN_EFFECT'

// The rows of other tables that belong to an SLV, as JSON.

const slvRequests = sql<SlvRecord['slvRequests']>`coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id', r.id,
            'reason', r.reason,
            'parameter', r.parameter,
            'operator', r.operator,
            'guidelineValue', r.guideline_value,
            'actualValue', r.actual_value,
            'unit', r.unit,
            'currentGuideline', r.current_guideline,
            'justification', r.justification,
            'compensatingFactors', r.compensating_factors,
            'ruleId', r.rule_id,
            'citation', r.citation,
            'versionNumber', r.version_number
          )
          order by r.position, r.id
        )
      from slv_request r
      where r.slv_id = slv.id
    ),
    '[]'
  )`.as('slvRequests')

const slvDecisionRequests = sql<SlvRecord['slvDecisionRequests']>`coalesce((
      select json_agg(json_build_object(
        'id', d.id, 'slvRequestId', d.slv_request_id, 'currentGuideline', d.current_guideline,
        'decision', d.decision, 'comment', d.comment) order by d.id)
      from slv_decision_request d where d.slv_id = slv.id), '[]')`.as(
  'slvDecisionRequests',
)

const pendingDocuments = (round: RawBuilder<unknown>) =>
  sql<SlvRecord['pendingDocuments']>`coalesce(
    (
      select
        json_agg(
          json_build_object(
            'id', p.id,
            'name', p.name,
            'note', p.note,
            'receivedAt', p.received_at,
            'askedAt', p.asked_at,
            'example', (
              select json_build_object('id', e.id, 'name', e.name, 'type', e.type)
              from document e
              where e.id = p.example_document_id
            ),
            'answer', case
              when p.answer_kind is not null then json_build_object(
                'kind', p.answer_kind,
                'document', (
                  select json_build_object('id', d.id, 'name', d.name, 'type', d.type)
                  from document d
                  where d.id = p.answer_document_id
                ),
                'reason', p.answer_reason,
                'answeredAt', p.answered_at,
                'answeredByName', (
                  select name
                  from app_user
                  where id = p.answered_by_id
                )
              )
            end,
            'outcome', case
              when p.outcome is not null then json_build_object(
                'kind', p.outcome,
                'at', p.outcome_at,
                'byName', (
                  select name
                  from app_user
                  where id = p.outcome_by_id
                )
              )
            end,
            'remindedAt', p.reminded_at
          )
          order by p.asked_at, p.id
        )
      from slv_pending_document p
      where p.slv_id = slv.id
        and p.resubmit_count = ${round}
    ),
    '[]'
  )`.as('pendingDocuments')

const files = (round: RawBuilder<unknown>) =>
  sql<SlvRecord['files']>`coalesce(
    (
      select
        json_agg(
          ${fileJson}
          order by f.id
        )
      from document f
        join app_user u on u.id = f.uploaded_by_id
      where f.slv_id = slv.id
        and f.deleted_at is null
        and f.resubmit_count = ${round}
    ),
    '[]'
  )`.as('files')

/** One SLV with the names of its people and its child rows, in one query. */
const slvById = prepared(
  (db, param: Param<{ id: string; drafted: boolean }>) => {
    const round = sql`(
      slv.resubmit_count + (
        ${param('drafted')}::boolean
        and slv.resubmission is not null
      )::int
    )`
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
        isOwnerActive.as('isOwnerActive'),
        'company.name as sellerName',
        'company.corrId',
        'owner.name as ownerName',
        'underwriter.name as underwriterName',
        'manager.name as underwriterManagerName',
        'trader.name as tradeDeskName',
      ])
      .select([
        sql<string | null>`(select to_json(opened_at) from slv_interval
        where slv_id = slv.id and clock = 'SLV' and closed_at is null)`.as(
          'sideSince',
        ),
        // After SLR or the trade desk, the SLV has been with the underwriter
        // since that interval closed.
        sql<
          string | null
        >`(select to_json(max(coalesce(closed_at, opened_at))) from slv_interval
        where slv_id = slv.id and (clock <> 'SLV' or closed_at is null))`.as(
          'deskSince',
        ),
      ])
      .select([
        slvRequests,
        slvDecisionRequests,
        conditionsJson,
        driftJson,
        pendingDocuments(round),
        files(round),
      ])
      .where('slv.id', '=', param('id'))
      .$castTo<Omit<SlvRecord, 'priceGrid'>>()
  },
)

/** Sellers see no suggested price, and a decided round keeps its own. */
const findPriceGrid = async (
  { db, actor }: Ctx,
  { id, status }: Pick<SlvRecord, 'id' | 'status'>,
) => (isSeller(actor) || !isUndecided(status) ? null : readGridFor(db, id))

export async function readSlv(
  ctx: Ctx,
  id: string,
  round: WhichRound = 'PRESENT',
): Promise<SlvRecord | undefined> {
  const [found] = await slvById(ctx.db, { id, drafted: round === 'PRESENT' })
  if (!found) return undefined
  const row = { ...found, priceGrid: await findPriceGrid(ctx, found) }
  const slv =
    round === 'PRESENT' ? withResubmission(row) : withoutResubmission(row)
  return slv.resubmission
    ? { ...slv, slvRequests: slv.resubmission.slvRequests }
    : slv
}

/**
 * An SLV as the actor sees it after their own write, which has checked their
 * rights.
 */
export async function getDetail(ctx: Ctx, id: string) {
  const slv = await readSlv(ctx, id)
  if (!slv) throw notFound('SLV')
  return presentDetail(ctx, slv)
}

/**
 * A part of an SLV with the SLV's version, for the next If-Match. Throws 404 if
 * the actor may not see the SLV.
 */
export async function withSlvVersion<Part extends object>(
  ctx: Ctx,
  slvId: string,
  part: Part,
) {
  const { version } = await viewSlv(ctx, slvId)
  return { ...part, slvVersion: version }
}

export async function viewSlv(
  ctx: Ctx,
  id: string,
  round: WhichRound = 'PRESENT',
): Promise<SlvDetail> {
  const slv = await readSlv(ctx, id, round)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  const shown = presentDetail(ctx, slv)
  // Actions apply to the present round.
  if (round === 'IN_EFFECT') return { ...shown, availableActions: [] }
  if (!slv.resubmission || seesResubmissions(ctx.actor)) return shown
  const inEffect = await viewSlv(ctx, id, 'IN_EFFECT')
  return { ...inEffect, availableActions: shown.availableActions }
}
