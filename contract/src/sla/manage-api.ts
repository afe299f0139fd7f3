import { z } from 'zod'
import { Change } from '../history/model.ts'
import { createEndpoints } from '../lib/endpoint.ts'
import { choice, day, dayInput, decimal, name, text } from '../lib/fields.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { managesSla } from '../user/policy.ts'
import { SlaItem } from './api.ts'
import { slaItemNames, type WorkFrame } from './model.ts'

const managed = createEndpoints({
  tag: 'SLA',
  access: managesSla,
  about: 'NOTHING',
})

const count = z.number().int()

const target = decimal(0, 365, 0)
const timeOfDay = text(5, 1).refine(
  (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
  'Enter a time such as 09:30',
)

/** Business days; the clock warns `warnDays` before the target. */
export const SlaItemChange = z
  .object({ name: choice(slaItemNames), targetDays: target, warnDays: target })
  .refine(({ targetDays, warnDays }) => warnDays <= targetDays, {
    path: ['warnDays'],
    message: 'Cannot be more than the target',
  })
export type SlaItemChange = z.infer<typeof SlaItemChange>

const Frame = z
  .object({ weekday: count.min(0).max(6), opens: timeOfDay, closes: timeOfDay })
  .refine(({ opens, closes }) => closes > opens, {
    path: ['closes'],
    message: 'Must be later than the opening time',
  })

type Issue = { path: (string | number)[]; message: string }

const isOverlap = (frame: WorkFrame, other: WorkFrame): boolean =>
  frame.weekday === other.weekday &&
  frame.opens < other.closes &&
  other.opens < frame.closes

/** Hours that overlap earlier ones of the list. */
function findOverlaps(frames: readonly WorkFrame[]): Issue[] {
  const issues: Issue[] = []
  for (const [index, frame] of frames.entries()) {
    const earlier = frames.slice(0, index)
    if (earlier.some((other) => isOverlap(frame, other)))
      issues.push({
        path: ['frames', index, 'opens'],
        message: 'Overlaps other hours on that day',
      })
  }
  return issues
}

/** Holidays on the day of an earlier one of the list. */
function findDuplicates(holidays: readonly { day: string }[]): Issue[] {
  const days = new Set<string>()
  const issues: Issue[] = []
  for (const [index, { day }] of holidays.entries()) {
    if (days.has(day))
      issues.push({
        path: ['holidays', index, 'day'],
        message: 'Already on the list',
      })
    days.add(day)
  }
  return issues
}

/** Times are in `timeZone`, which doesn't change. */
export const BusinessCalendarChange = z
  .object({
    cutOff: timeOfDay,
    frames: z
      .array(Frame)
      .min(1, 'Add at least one business day')
      .max(70, 'No more than 70'),
    holidays: z
      .array(z.object({ day: dayInput, name: name(100, 1) }))
      .max(500, 'No more than 500'),
  })
  .superRefine(({ frames, holidays }, ctx) => {
    const issues = [...findOverlaps(frames), ...findDuplicates(holidays)]
    for (const { path, message } of issues)
      ctx.addIssue({ code: 'custom', path, message })
  })
export type BusinessCalendarChange = z.infer<typeof BusinessCalendarChange>

/** `version` is for `If-Match`; `today` is the civil day in `timeZone`. */
export const BusinessCalendarAnswer = z.object({
  version: count,
  today: day,
  timeZone: z.string(),
  cutOff: z.string(),
  frames: z.array(
    z.object({ weekday: count, opens: z.string(), closes: z.string() }),
  ),
  holidays: z.array(z.object({ day, name: z.string() })),
})
export type BusinessCalendarAnswer = z.infer<typeof BusinessCalendarAnswer>

export const updateSla = managed.patch(
  '/v1/sla',
  'Change the target of one step; it applies to open work immediately',
  { takesIfMatch: true, body: SlaItemChange, response: SlaItem },
)

export const getBusinessCalendar = managed.get(
  '/v1/sla/calendar',
  'Cutoff time, business hours and holidays',
  {
    response: BusinessCalendarAnswer,
  },
)

export const updateBusinessCalendar = managed.patch(
  '/v1/sla/calendar',
  'Replace the business calendar; every running clock is recalculated',
  {
    takesIfMatch: true,
    body: BusinessCalendarChange,
    response: BusinessCalendarAnswer,
  },
)

/** The effect of a change on the open work of one target. */
export const ItemEffect = z.object({
  name: z.enum(slaItemNames),
  open: count,
  overdueBefore: count,
  overdueAfter: count,
  becomeOverdue: count,
  noLongerOverdue: count,
  changed: count,
})
export type ItemEffect = z.infer<typeof ItemEffect>

/** `examples` are at most ten SLVs and Tdocs that the caller may open. */
export const SlaEffect = z.object({
  items: z.array(ItemEffect),
  examples: z.array(
    z.object({
      id: z.uuid(),
      loanNumber: z.string(),
      name: z.enum(slaItemNames),
      before: count,
      after: count,
    }),
  ),
})
export type SlaEffect = z.infer<typeof SlaEffect>

/** One target, or the calendar. */
export const SlaPlan = z
  .object({
    item: SlaItemChange.optional(),
    calendar: BusinessCalendarChange.optional(),
  })
  .refine(
    ({ item, calendar }) => (item === undefined) !== (calendar === undefined),
    {
      path: ['item'],
      message: 'Change either a target or the calendar',
    },
  )
export type SlaPlan = z.infer<typeof SlaPlan>

export const getSlaEffect = managed.post(
  '/v1/sla/effect',
  'Preview the effect of a change on open work; nothing is saved',
  { isRead: true, body: SlaPlan, response: SlaEffect },
)

/**
 * Fields: 'slvReview.targetDays', 'cutOff', 'frames.1' (a weekday),
 * 'holidays.2026-12-24'.
 */
const SlaChange = z.object({
  id: count,
  at: z.iso.datetime(),
  actorName: z.string(),
  changes: z.array(Change),
})

export const listSlaChanges = managed.get(
  '/v1/sla/changes',
  'SLA changes, newest first',
  {
    query: Paging,
    response: createPageSchema(SlaChange),
  },
)
