/** What a clock measures; the spec gives an SLA item its name as its id. */
export const slaItemNames = [
  'slvReview',
  'slvResubmission',
  'slrReview',
  'tdReview',
  'sellerDocuments',
  'tdocAutomatic',
  'tdocManual',
  'tdocEscalation',
  'tdocPurchased',
] as const
export type SlaItemName = (typeof slaItemNames)[number]

export const slaAreas = ['SLV', 'TDOC'] as const

/** Targets in business days; `warnDays` before the target the clock turns to a warning. */
export type SlaTarget = { targetDays: number; warnDays: number }
export type SlaTargets = Record<SlaItemName, SlaTarget>

/**
 * The buyer's business calendar, in New York. A weekday (0 is Sunday) is worked when it has a frame.
 * What arrives at or after `cutOff` ('HH:mm') counts as received the next business day.
 */
export type BusinessCalendar = {
  timeZone: string
  cutOff: string
  frames: { weekday: number; opens: string; closes: string }[]
  holidays: { day: string; name: string }[]
}
