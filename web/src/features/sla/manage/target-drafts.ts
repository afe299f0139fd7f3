import type { Problem } from '@portal/contract/lib/errors'
import type { SlaItem } from '@portal/contract/sla/api'
import { SlaItemChange } from '@portal/contract/sla/manage-api'
import { z } from 'zod'

/** A target while it is edited: texts as they are typed. `version` is the one that the person saw. */
const TargetDraft = z.object({ version: z.number(), targetDays: z.string(), warnDays: z.string() })
export type TargetDraft = z.infer<typeof TargetDraft>

/** By the item's name; those that are not edited are not in it. */
export const TargetDrafts = z.record(z.string(), TargetDraft)
export type TargetDrafts = z.infer<typeof TargetDrafts>

export const draftOf = ({ version, targetDays, warnDays }: SlaItem): TargetDraft => ({
  version,
  targetDays: String(targetDays),
  warnDays: String(warnDays),
})

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** What is typed, as the contract reads it: the change, or what is wrong with which field. */
export const read = (name: SlaItem['name'], draft: TargetDraft) => {
  const typed = { targetDays: draft.targetDays, warnDays: draft.warnDays }
  const problems: Problem[] = Object.entries(typed).flatMap(([field, text]) => {
    if (text.trim() === '') return [{ field, error: 'Required' }]
    return Number.isNaN(wholeNumber(text)) ? [{ field, error: 'Whole numbers only' }] : []
  })
  if (problems.length > 0) return { change: null, problems }
  const checked = SlaItemChange.safeParse({
    name,
    targetDays: wholeNumber(draft.targetDays),
    warnDays: wholeNumber(draft.warnDays),
  })
  if (checked.success) return { change: checked.data, problems }
  return {
    change: null,
    problems: checked.error.issues.map(({ path, message }): Problem => ({ field: path.join('.'), error: message })),
  }
}

/** Whether the draft says anything else than the item. */
export const differs = (item: SlaItem, draft: TargetDraft) =>
  draft.targetDays.trim() !== String(item.targetDays) || draft.warnDays.trim() !== String(item.warnDays)
