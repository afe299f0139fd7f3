import { ratioFields } from '@portal/contract/guideline/figures'
import { explain, toProblems } from '@portal/contract/lib/problems'
import { DecisionFields, type SlvPatch } from '@portal/contract/slv/bodies'
import { ratiosToStore, recalculateRatios } from '@portal/contract/slv/figures'
import { SlvForm } from '@portal/contract/slv/form'
import { mayPrepareDecision } from '@portal/contract/slv/policy'
import { isSellerDraft } from '@portal/contract/slv/status'
import { changesBetween } from '../../lib/changes.ts'
import { type Ctx, transact } from '../../lib/ctx.ts'
import { badRequest, stale } from '../../lib/errors.ts'
import { getDetail } from '../detail.ts'
import { type LockedSlv, lockSlv } from '../lock.ts'
import { admit, move } from '../perform.ts'
import type { Resubmission } from '../resubmission.ts'

const decisionKeys = new Set([
  ...Object.keys(DecisionFields.shape),
  'temporaryStatus',
])
const formKeys = new Set(Object.keys(SlvForm.shape))

/**
 * Saves any part of the form and, for the assigned underwriter, of the
 * decision; other fields are ignored. Drafts and prepared decisions write no
 * history.
 */
export const saveSlv = (
  ctx: Ctx,
  id: string,
  patch: SlvPatch,
  ifMatch?: number,
) =>
  transact(ctx, async (inner) => {
    const slv = await lockSlv(inner, id)
    await admit(inner, slv, 'save')
    if (ifMatch !== undefined && ifMatch !== slv.version) throw stale()

    const decides = mayPrepareDecision(inner.actor, slv)
    const allowed = Object.entries(patch).filter(
      ([key]) => formKeys.has(key) || (decides && decisionKeys.has(key)),
    )
    const typed = Object.fromEntries(
      allowed.map(([key, value]) => [key, value === '' ? null : value]),
    )
    const written = { ...typed, ...changedRatios(slv, typed) }
    requireStorable(written)
    const changes = changesBetween(slv, written)
    if (changes.length > 0) {
      const set = Object.fromEntries(
        changes.map(({ field }) => [field, written[field]]),
      )
      const { resubmission } = slv
      const edits = changes.filter(({ field }) => formKeys.has(field))
      await move(inner, slv, 'save', {
        set: resubmission
          ? { resubmission: await withAnswers(inner, resubmission, set) }
          : set,
        changes: edits,
        skipsHistory: edits.length === 0 || isSellerDraft(slv.status),
      })
    }
    return getDetail(inner, id)
  })

/**
 * The ratios that follow from what was typed. In a draft, a typed ratio stays
 * until the request is sent, so that an override can be typed before its
 * reason; in a sent request, only an override stays.
 */
function changedRatios(
  slv: LockedSlv,
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
  const parsed = SlvForm.partial().safeParse(written, { error: explain })
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
