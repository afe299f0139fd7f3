import type { Problem } from '@portal/contract/lib/errors'
import type { SlaItem } from '@portal/contract/sla/api'
import { SlaItemChange } from '@portal/contract/sla/manage-api'
import { z } from 'zod'

/** A target while it is edited, as text. `version` is the one that the person saw. */
const TargetDraft = z.object({ version: z.number(), targetDays: z.string(), warnDays: z.string() })
export type TargetDraft = z.infer<typeof TargetDraft>

export const TargetDrafts = z.record(z.string(), TargetDraft)
export type TargetDrafts = z.infer<typeof TargetDrafts>

export const draftOf = ({ version, targetDays, warnDays }: SlaItem): TargetDraft => ({
  version,
  targetDays: String(targetDays),
  warnDays: String(warnDays),
})

export const read = (name: SlaItem['name'], { targetDays, warnDays }: TargetDraft) => {
  const problems: Problem[] = Object.entries({ targetDays, warnDays }).flatMap(([field, text]) =>
    /^\d{1,6}$/.test(text.trim()) ? [] : [{ field, error: text.trim() === '' ? 'Required' : 'Whole numbers only' }],
  )
  if (problems.length > 0) return { change: null, problems }
  const checked = SlaItemChange.safeParse({ name, targetDays: Number(targetDays), warnDays: Number(warnDays) })
  if (checked.success) return { change: checked.data, problems }
  return {
    change: null,
    problems: checked.error.issues.map(({ path, message }): Problem => ({ field: path.join('.'), error: message })),
  }
}

export const differs = (item: SlaItem, draft: TargetDraft) =>
  draft.targetDays.trim() !== String(item.targetDays) || draft.warnDays.trim() !== String(item.warnDays)
