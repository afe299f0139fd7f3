import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { day } from '../lib/fields.ts'
import { clocks, Party } from '../slv/clocks.ts'
import { SlaStatus } from '../slv/model.ts'
import { parties as tdocParties } from '../tdoc/model.ts'
import { seesTdocs } from '../tdoc/policy.ts'
import { anyOf, everyone, is, isBdd, isUnderwriter } from '../user/policy.ts'
import { slaAreas, slaItemNames } from './model.ts'

const days = z.number().int()
/** Sellers don't see SLAs (product.md §1). */
const staff = anyOf(isUnderwriter, isBdd)
const sla = createEndpoints({ tag: 'SLA', access: staff, about: 'NOTHING' })

/** A target in business days; `version` is for `If-Match`. */
export const SlaItem = z.object({
  version: z.number().int(),
  name: z.enum(slaItemNames),
  label: z.string(),
  area: z.enum(slaAreas),
  targetDays: days,
  warnDays: days,
})
export type SlaItem = z.infer<typeof SlaItem>

export const listSlaItems = sla.get('/v1/sla', 'The targets of all steps', {
  response: z.array(SlaItem),
})

export const listTdocSlaItems = sla.get(
  '/v1/sla/tdoc',
  'The targets of Tdocs',
  {
    // Reviewers see how late their Tdocs are.
    access: anyOf(staff, is('TPR')),
    response: z.array(SlaItem),
  },
)

const target = z.object({ targetDays: days })

/**
 * What everyone may know of the calendar: when work counts as received.
 * `targets` are those of the expected day of a request, for people who see
 * SLVs.
 */
export const getWorkCalendar = sla.get(
  '/v1/work-calendar',
  'Cutoff time, business hours, holidays from today on, and targets of decisions',
  {
    access: everyone,
    response: z.object({
      timeZone: z.string(),
      cutOff: z.string(),
      frames: z.array(
        z.object({ weekday: days, opens: z.string(), closes: z.string() }),
      ),
      holidays: z.array(z.object({ day, name: z.string() })),
      targets: z
        .object({ slvReview: target, slvResubmission: target })
        .nullable(),
    }),
  },
)

/**
 * One interval. `isHeldOver`: it began after the cutoff or on a day off, so it
 * counts from a later day. `counts` is false while the clock was stopped.
 */
const intervalFields = {
  from: z.iso.datetime(),
  to: z.iso.datetime().nullable(),
  receivedDay: day,
  isHeldOver: z.boolean(),
  days,
  counts: z.boolean(),
  holidays: z.array(z.object({ day, name: z.string() })),
}
export const ExplainedInterval = z.object({
  party: Party,
  resubmitCount: z.number().int(),
  ...intervalFields,
})
export type ExplainedInterval = z.infer<typeof ExplainedInterval>

/**
 * `countedDays` − `targetDays` = the days of `sla`. `dueDay` is the last day on
 * time; null if the clock is overdue or stopped.
 */
const clockFields = {
  sla: SlaStatus,
  countedDays: days,
  targetDays: days,
  dueDay: day.nullable(),
}
export const ExplainedClock = z.object({
  clock: z.enum(clocks),
  ...clockFields,
  intervals: z.array(ExplainedInterval),
})
export type ExplainedClock = z.infer<typeof ExplainedClock>

/**
 * The calendar of an explanation. `isEarlierCalendar`: it has changed since the
 * figures were computed.
 */
const calendarFields = {
  cutOff: z.string(),
  timeZone: z.string(),
  isEarlierCalendar: z.boolean(),
}
export const SlaExplanation = z.object({
  ...calendarFields,
  clocks: z.array(ExplainedClock),
  turnTimes: z.object({
    turnTime: days,
    sellerTurnTime: days,
    finalProcessingTime: days.nullable(),
    intervals: z.array(ExplainedInterval),
  }),
})
export type SlaExplanation = z.infer<typeof SlaExplanation>

export const explainSlvClocks = sla.get(
  '/v1/sla/proxy-loan/:id/explanation',
  'How an SLV’s SLA figures and turn times were calculated: each interval and skipped holiday',
  { about: 'SLV', response: SlaExplanation },
)

/** `clock` is null once the Tdoc is complete. */
export const TdocSlaExplanation = z.object({
  ...calendarFields,
  clock: z.object(clockFields).nullable(),
  intervals: z.array(
    z.object({ party: z.enum(tdocParties), ...intervalFields }),
  ),
})
export type TdocSlaExplanation = z.infer<typeof TdocSlaExplanation>

export const explainTdocClock = sla.get(
  '/v1/sla/tdoc/:id/explanation',
  'How a Tdoc’s SLA figure was calculated: each interval and skipped holiday',
  { access: seesTdocs, about: 'TDOC', response: TdocSlaExplanation },
)
