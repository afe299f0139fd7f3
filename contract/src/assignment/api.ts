import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter } from '../user/policy.ts'
import {
  AssignmentPlan,
  maxAssigned,
  PlannedAction,
  tooManyText,
  Work,
  Workload,
} from './model.ts'
import { mayAssignAnything } from './rules.ts'

const assignments = createEndpoints({ tag: 'Users', access: mayAssignAnything })

export const getWorkload = assignments.get(
  '/v1/users/workload',
  'How much of one kind of work each person has, for people who may assign it',
  {
    access: isUnderwriter,
    about: 'PEOPLE',
    query: z.object({ work: Work.default('tdoc') }),
    response: z.object({
      items: z.array(Workload),
      weekStart: z.iso
        .date()
        .describe('The Monday in New York that `decidedThisWeek` counts from'),
    }),
  },
)

/**
 * What to assign: ids, or every row that matches a list's query (the parameters
 * of the list's call) except some. Nothing is locked or changed. With
 * `balanceOf`, only as many of that person's SLVs move as even out everyone's
 * open work: first what isn't started, and nothing that waits on others.
 */
export const planAssignment = assignments.post(
  '/v1/assignments/plan',
  'Split SLVs or Tdocs evenly among people, or balance one person’s SLVs, and show everyone’s open work before and after',
  {
    about: 'PEOPLE',
    keepsNothing: true,
    body: z.object({
      action: PlannedAction,
      ids: z
        .array(z.uuid())
        .min(1, 'Choose at least one')
        .max(maxAssigned, tooManyText('rows'))
        .optional(),
      matching: z.record(z.string(), z.string()).optional(),
      except: z.array(z.uuid()).max(maxAssigned).default([]),
      personIds: z.array(UserId).max(999).default([]),
      balanceOf: UserId.optional(),
    }),
    response: AssignmentPlan,
  },
)

export const undoAssignment = assignments.post(
  '/v1/assignments/:id/undo',
  'Undo the caller’s own assignment within 10 seconds, unless one of its SLVs or Tdocs has changed',
  { about: 'ASSIGNMENT', response: z.object({ ids: z.array(z.uuid()) }) },
)
