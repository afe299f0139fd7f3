/** The names, which are the ids, of SLA items. */
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
export type SlaArea = (typeof slaAreas)[number]

/**
 * Targets in business days; `warnDays` before the target the clock turns to a
 * warning.
 */
export type SlaTarget = { targetDays: number; warnDays: number }
export type SlaTargets = Record<SlaItemName, SlaTarget>

/** Working hours of one weekday (0 is Sunday), 'HH:mm'. */
export type WorkFrame = { weekday: number; opens: string; closes: string }

export type Holiday = { day: string; name: string }

/**
 * The business calendar in New York. From `cutOff` ('HH:mm') on, work counts as
 * received the next business day. `ordinalOffset` keeps the ordinal of the day
 * of a change.
 */
export type BusinessCalendar = {
  timeZone: string
  cutOff: string
  frames: WorkFrame[]
  holidays: Holiday[]
  ordinalOffset?: number
}
