import { z } from 'zod'
import { required } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { UserId } from '../user/model.ts'

/**
 * The kinds of work that leads assign; the labels name the people who do it.
 */
export const workLabels = {
  underwriter: 'Underwriters',
  slr: 'SLR reviewers',
  tradeDesk: 'Trade desk reviewers',
  tdoc: 'Tdoc underwriters',
  tdocReview: 'Tdoc reviewers',
}
export const works = getKeys(workLabels)
export const Work = z.enum(works)
export type Work = z.infer<typeof Work>

/** Work on SLVs. */
export type SlvWork = Extract<Work, 'underwriter' | 'slr' | 'tradeDesk'>

/**
 * The kind of work that each action assigns; null for sellers, who have none.
 */
export const workOf = {
  'assign-requests': 'underwriter',
  'assign-slr': 'slr',
  'assign-td': 'tradeDesk',
  'assign-seller': null,
  'set-underwriter': 'tdoc',
  'set-reviewer': 'tdocReview',
} as const satisfies Record<string, Work | null>
const assignActions = getKeys(workOf)
export const AssignAction = z.enum(assignActions)
export type AssignAction = z.infer<typeof AssignAction>

/** Assignments that can be split among several people. */
export type PlannedAction = Exclude<AssignAction, 'assign-seller'>
export const PlannedAction = AssignAction.exclude(['assign-seller'])

/**
 * How many SLVs or Tdocs one call assigns: 1,000 take about a second
 * (docs/decisions/032-assignments.md).
 */
export const maxAssigned = 1000
export const tooManyText = (noun: string) =>
  `No more than ${maxAssigned.toLocaleString('en-US')} ${noun} at a time. Narrow the filters.`

/** How long an assignment can be undone, by the server's clock. */
export const undoSeconds = 10

const figure = z.number().int()
/**
 * One person's work. The last two are counted only for underwriters of SLVs.
 */
export const Workload = z.object({
  id: UserId,
  name: z.string(),
  isAvailable: z
    .boolean()
    .describe('Whether new work of this kind can be assigned to them'),
  open: figure,
  dueToday: figure,
  overdue: figure,
  waitingOnSeller: figure.nullable(),
  decidedThisWeek: figure.nullable(),
})
export type Workload = z.infer<typeof Workload>

export const AssignTo = z.object({
  id: z.uuid().describe('An SLV or a Tdoc'),
  personId: UserId.describe('Who gets it'),
})
export type AssignTo = z.infer<typeof AssignTo>

type Chosen = { assignments?: readonly AssignTo[] | undefined } & Record<
  string,
  unknown
>

/** A body has either a person and ids, or `assignments`. */
export const oneOrEach =
  (person: string, ids: string) => (body: Chosen, context: z.RefinementCtx) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    const missing = [person, ids].filter((name) => body[name] === undefined)
    if (body.assignments === undefined)
      for (const name of missing) refuse(name, required)
    else if (missing.length < 2)
      refuse('assignments', `Send either this or ${ids}`)
  }

/** Assigns all ids to one person; null unassigns them. */
export const allTo = <P extends string | null>(
  personId: P,
  ids: readonly string[],
) => ids.map((id) => ({ id, personId }))

/** The assignments of a body that `oneOrEach` has checked. */
export const listAssignments = <P extends string | null>(
  each: readonly AssignTo[] | undefined,
  personId: P | undefined,
  ids: readonly string[] = [],
): { id: string; personId: string | P }[] => {
  if (each) return [...each]
  return personId === undefined ? [] : allTo(personId, ids)
}

/** A figure before and after the assignment. */
const change = { before: figure, after: figure }

export const AssignmentPlan = z.object({
  assignments: z.array(AssignTo),
  /**
   * How many of the chosen rows can't be assigned in their current status or
   * stage.
   */
  unfit: figure,
  /** How many rows none of the chosen people can take. */
  untaken: figure,
  /** Why a chosen person can't take some of the rows. */
  skipped: z.array(
    z.object({ personId: UserId, reason: z.string(), count: figure }),
  ),
  /**
   * Everyone whose open work changes, and everyone chosen, with their open work
   * and how much of it is due.
   */
  people: z.array(
    z.object({
      id: UserId,
      name: z.string(),
      ...change,
      dueToday: z.object(change),
      overdue: z.object(change),
    }),
  ),
})
export type AssignmentPlan = z.infer<typeof AssignmentPlan>

/**
 * One SLV or Tdoc of an assignment: its version afterward, its new person, and
 * the columns that undoing restores.
 */
export type AssignedItem = {
  id: string
  version: number
  personId: string | null
  before: Record<string, string | null>
}
