import { ratioFields } from '@portal/contract/guideline/figures'
import { explain, toProblems } from '@portal/contract/lib/problems'
import { getKeys } from '@portal/contract/lib/typed'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { DecisionFields, type SlvPatch } from '@portal/contract/slv/bodies'
import { ratiosToStore, recalculateRatios } from '@portal/contract/slv/figures'
import { SlvForm } from '@portal/contract/slv/form'
import { mayPrepareDecision, mayView } from '@portal/contract/slv/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { changesBetween } from '../../lib/changes.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, notFound, refuseStale } from '../../lib/errors.ts'
import { getDetail, readSlv } from '../detail.ts'
import { lockSlv, type SlvWithFacts } from '../lock.ts'
import { admit, type Columns, changeTime, move } from '../perform.ts'
import { presentDetail } from '../present.ts'
import type { SlvRecord } from '../record.ts'
import type { Resubmission } from '../resubmission.ts'
import { prepareConditions } from '../save-conditions.ts'

const decisionKeys = new Set([
  ...Object.keys(DecisionFields.shape),
  'temporaryStatus',
])
const formKeys = new Set(Object.keys(SlvForm.shape))
const PartialForm = SlvForm.partial()

/**
 * Saves any part of the form and, for the assigned underwriter, of the
 * decision; other fields are ignored. Drafts and prepared decisions write no
 * history.
 */
export async function saveSlv(
  ctx: Ctx,
  id: string,
  patch: SlvPatch,
  ifMatch?: number,
): Promise<SlvDetail> {
  const slv = await readSlv(ctx, id)
  if (!slv || !mayView(ctx.actor, slv)) throw notFound('SLV')
  const plan = await planSave(ctx, slv, patch, ifMatch)
  if (patch.conditions && mayPrepareDecision(ctx.actor, slv))
    return saveLocked(ctx, id, patch, ifMatch)
  if (!plan) return presentDetail(ctx, slv)

  // One statement needs no transaction. It writes nothing if someone else has
  // changed the SLV since it was read.
  const saved = plan.skipsHistory
    ? await writeUnlocked(ctx, slv, plan.set)
    : undefined
  if (!saved) return saveLocked(ctx, id, patch, ifMatch)
  return slv.resubmission
    ? getDetail(ctx, id)
    : presentDetail(ctx, { ...slv, ...saved })
}

const saveLocked = (ctx: Ctx, id: string, patch: SlvPatch, ifMatch?: number) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    const plan = await planSave(inner, slv, patch, ifMatch)
    const { conditions } = patch
    const areChanged =
      conditions !== undefined &&
      mayPrepareDecision(inner.actor, slv) &&
      (await prepareConditions(inner, slv, conditions))
    if (plan || areChanged)
      await move(inner, slv, 'save', plan ?? { skipsHistory: true })
    return getDetail(inner, id)
  })

/** Returns the columns as stored; undefined if another version is stored. */
const writeUnlocked = (ctx: Ctx, slv: SlvRecord, set: Columns) =>
  ctx.db
    .updateTable('slv')
    .set({ ...set, version: slv.version + 1, updatedAt: changeTime(ctx, slv) })
    .where('id', '=', slv.id)
    .where('version', '=', slv.version)
    .returning([...getKeys(set), 'version', 'updatedAt'])
    .returning(['dtiDscr', 'qualifiesBy'])
    .$castTo<Partial<SlvRecord>>()
    .executeTakeFirst()

/** What a save writes, if it is allowed; undefined if nothing changes. */
async function planSave(
  ctx: Ctx,
  slv: SlvWithFacts,
  patch: SlvPatch,
  ifMatch: number | undefined,
) {
  await admit(ctx, slv, 'save')
  refuseStale(slv, ifMatch)

  const decides = mayPrepareDecision(ctx.actor, slv)
  const allowed = Object.entries(patch).filter(
    ([key]) => formKeys.has(key) || (decides && decisionKeys.has(key)),
  )
  const typed = Object.fromEntries(
    allowed.map(([key, value]) => [key, value === '' ? null : value]),
  )
  const written = { ...typed, ...changedRatios(slv, typed) }
  requireStorable(written)
  const changes = changesBetween(slv, written)
  if (changes.length === 0) return undefined

  const columns = Object.fromEntries(
    changes.map(({ field }) => [field, written[field]]),
  )
  const edits = changes.filter(({ field }) => formKeys.has(field))
  const { resubmission } = slv
  return {
    set: resubmission
      ? { resubmission: await withAnswers(ctx, resubmission, columns) }
      : columns,
    changes: edits,
    skipsHistory: edits.length === 0 || isSellerDraft(slv.status),
  }
}

/**
 * The ratios that follow from what was typed. In a draft, a typed ratio stays
 * until the request is sent, so that an override can be typed before its
 * reason; in a sent request, only an override stays.
 */
function changedRatios(
  slv: SlvWithFacts,
  typed: Record<string, unknown>,
): Record<string, unknown> {
  const names = Object.keys(typed)
  if (!names.some((name) => ratioFields.has(name))) return {}
  const after = { ...slv, ...typed }
  const followed = recalculateRatios(slv, after, names)
  return isSellerDraft(slv.status)
    ? followed
    : { ...followed, ...ratiosToStore({ ...after, ...followed }) }
}

/**
 * A ratio that follows can be out of range, such as an LTV of 1,650%. A
 * resubmission's draft has no column to refuse it.
 */
function requireStorable(written: Record<string, unknown>) {
  const parsed = PartialForm.safeParse(written, { error: explain })
  if (!parsed.success) throw badRequest(toProblems(parsed.error.issues))
}

async function withAnswers(
  { db }: Ctx,
  { form, ...draft }: Resubmission,
  answers: Record<string, unknown>,
) {
  const merged = { ...form, ...answers }
  const program =
    'buyerNonAgencyProgram' in answers
      ? await db
          .selectFrom('guidelineProgram')
          .select('qualifiesBy')
          .where('name', '=', merged.buyerNonAgencyProgram)
          .executeTakeFirst()
      : undefined
  return JSON.stringify({ ...draft, ...program, form: merged })
}
