import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { choice, day, decimal, text } from '../lib/fields.ts'
import { Paging, pageOf } from '../lib/paging.ts'
import { managesSla } from '../user/policy.ts'
import { SlaItem } from './api.ts'
import { slaItemNames } from './model.ts'

const tag = 'SLA'

const target = decimal(0, 365, 0)
const timeOfDay = text(5, 1).refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value), 'HH:mm')

/** Business days; `warnDays` before the target a clock turns to a warning. */
export const SlaItemChange = z
  .object({ name: choice(slaItemNames), targetDays: target, warnDays: target })
  .refine(({ targetDays, warnDays }) => warnDays <= targetDays, {
    path: ['warnDays'],
    message: 'No more than the target',
  })
export type SlaItemChange = z.infer<typeof SlaItemChange>

const Frame = z
  .object({ weekday: z.number().int().min(0).max(6), opens: timeOfDay, closes: timeOfDay })
  .refine(({ opens, closes }) => closes > opens, { path: ['closes'], message: 'Later than it opens' })

const overlap = (frames: readonly z.infer<typeof Frame>[]) =>
  frames.findIndex((frame, index) =>
    frames.some(
      (other, at) =>
        at < index && other.weekday === frame.weekday && frame.opens < other.closes && other.opens < frame.closes,
    ),
  )

/** The business calendar as it is edited: whole. Times are those of `timeZone`, which does not change. */
export const BusinessCalendarChange = z
  .object({
    cutOff: timeOfDay,
    frames: z.array(Frame).min(1, 'One working day at least').max(70),
    holidays: z.array(z.object({ day, name: text(100, 1) })).max(500),
  })
  .superRefine(({ frames, holidays }, ctx) => {
    const overlapping = overlap(frames)
    if (overlapping >= 0)
      ctx.addIssue({ code: 'custom', path: ['frames', overlapping, 'opens'], message: 'Overlaps another on that day' })
    const twice = holidays.findIndex(
      (holiday, index) => holidays.findIndex((other) => other.day === holiday.day) < index,
    )
    if (twice >= 0) ctx.addIssue({ code: 'custom', path: ['holidays', twice, 'day'], message: 'Stands there already' })
  })
export type BusinessCalendarChange = z.infer<typeof BusinessCalendarChange>

export const BusinessCalendarAnswer = z.object({
  timeZone: z.string(),
  cutOff: z.string(),
  frames: z.array(z.object({ weekday: z.number().int(), opens: z.string(), closes: z.string() })),
  holidays: z.array(z.object({ day, name: z.string() })),
})

export const updateSla = endpoint({
  method: 'PATCH',
  path: '/v1/sla',
  summary: 'Change the target of one step; open work follows at once',
  tag,
  access: managesSla,
  about: 'NOTHING',
  body: SlaItemChange,
  response: SlaItem,
})

export const getBusinessCalendar = endpoint({
  method: 'GET',
  path: '/v1/sla/calendar',
  summary: 'Cut-off, working hours and holidays',
  tag,
  access: managesSla,
  about: 'NOTHING',
  response: BusinessCalendarAnswer,
})

export const updateBusinessCalendar = endpoint({
  method: 'PATCH',
  path: '/v1/sla/calendar',
  summary: 'Replace the business calendar; every open clock is counted anew',
  tag,
  access: managesSla,
  about: 'NOTHING',
  body: BusinessCalendarChange,
  response: BusinessCalendarAnswer,
})

/** What a change would do to open work: how many are overdue now and then, and who changes sides. */
export const SlaEffect = z.object({
  open: z.number().int(),
  overdueBefore: z.number().int(),
  overdueAfter: z.number().int(),
  becomeOverdue: z.number().int(),
  noLongerOverdue: z.number().int(),
  /** The first ten whose days change. */
  examples: z.array(
    z.object({
      id: z.uuid(),
      loanNumber: z.string(),
      clock: z.string(),
      before: z.number().int(),
      after: z.number().int(),
    }),
  ),
})
export type SlaEffect = z.infer<typeof SlaEffect>

export const getSlaEffect = endpoint({
  method: 'POST',
  path: '/v1/sla/effect',
  summary: 'What a change would do to open work; nothing is changed',
  tag,
  access: managesSla,
  about: 'NOTHING',
  body: z.object({ item: SlaItemChange.optional(), calendar: BusinessCalendarChange.optional() }),
  response: SlaEffect,
})

/** Changes of targets and calendar: by whom, when, before and after. */
export const SlaChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})

export const listSlaChanges = endpoint({
  method: 'GET',
  path: '/v1/sla/changes',
  summary: 'What was changed, and by whom; the newest first',
  tag,
  access: managesSla,
  about: 'NOTHING',
  query: Paging,
  response: pageOf(SlaChange),
})
