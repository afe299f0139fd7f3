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
export type SlaArea = (typeof slaAreas)[number]

/** Targets in business days; `warnDays` before the target the clock turns to a warning. */
export type SlaTarget = { targetDays: number; warnDays: number }
export type SlaTargets = Record<SlaItemName, SlaTarget>

/** Working hours of one weekday (0 is Sunday), 'HH:mm'. */
export type WorkFrame = { weekday: number; opens: string; closes: string }

/** A day off ('yyyy-MM-dd'), and why. */
export type Holiday = { day: string; name: string }

/**
 * The buyer's business calendar, in New York. A weekday (0 is Sunday) is worked when it has a frame.
 * What arrives at or after `cutOff` ('HH:mm') counts as received the next business day.
 * `ordinalOffset` is added to every ordinal: a change of the calendar chooses it so that the day it is keeps its ordinal.
 */
export type BusinessCalendar = {
  timeZone: string
  cutOff: string
  frames: WorkFrame[]
  holidays: Holiday[]
  ordinalOffset?: number
}
