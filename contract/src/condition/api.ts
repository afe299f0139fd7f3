import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import {
  anyOf,
  isSeller,
  isUnderwriter,
  managesGuidelines,
  underwriterWith,
} from '../user/policy.ts'
import {
  Condition,
  ConditionAnswer,
  ConditionChange,
  LibraryCondition,
  NewCondition,
} from './model.ts'

const conditions = createEndpoints({
  tag: 'SLV conditions',
  access: isUnderwriter,
  about: 'SLV_CONDITION',
  takesIfMatch: true,
})

/** @public Named in the description of the API. */
export const ChangedCondition = Condition.extend({
  slvVersion: z
    .number()
    .int()
    .describe('The version of the SLV after the change, for the next If-Match'),
})

export const listConditions = createEndpoints({
  tag: 'SLV conditions',
  access: seesSlvs,
  about: 'SLV',
}).get(
  '/v1/proxy-loan/:id/conditions',
  'The conditions of the decision; those of a draft decision are only for the buyer’s staff',
  { response: z.object({ items: z.array(Condition) }) },
)

export const addCondition = conditions.post(
  '/v1/proxy-loan/:id/conditions',
  'Add a condition to an approval in effect',
  { about: 'SLV', body: NewCondition, response: ChangedCondition },
)

export const updateCondition = conditions.patch(
  '/v1/proxy-loan/:id/conditions/:conditionId',
  'Mark a condition as met or waived, open it again, or change it',
  { body: ConditionChange, response: ChangedCondition },
)

export const answerCondition = conditions.post(
  '/v1/proxy-loan/:id/conditions/:conditionId/answer',
  'Answer an open condition with a sentence or a document of the SLV; replaces an earlier answer',
  {
    isPublished: true,
    access: isSeller,
    body: ConditionAnswer,
    response: ChangedCondition,
  },
)

export const uploadConditionDocument = createEndpoints({
  tag: 'SLV conditions',
  access: isSeller,
  about: 'SLV_CONDITION',
}).post(
  '/v1/proxy-loan/:id/conditions/:conditionId/document',
  'Upload a document that answers an open condition (multipart field `file`)',
  { isPublished: true, takesFile: true, response: ChangedCondition },
)

const library = createEndpoints({
  tag: 'SLV conditions',
  access: managesGuidelines,
  about: 'NOTHING',
})

/** `version` is for `If-Match`. */
export const ConditionLibrary = z.object({
  version: z.number().int(),
  items: z.array(LibraryCondition),
})
export type ConditionLibrary = z.infer<typeof ConditionLibrary>

export const getConditionLibrary = library.get(
  '/v1/condition-library',
  'The reusable conditions',
  {
    access: anyOf(underwriterWith('myOwn'), managesGuidelines),
    response: ConditionLibrary,
  },
)

export const saveConditionLibrary = library.put(
  '/v1/condition-library',
  'Replace the reusable conditions. Those of decisions keep their texts',
  {
    takesIfMatch: true,
    body: z.object({
      items: z.array(LibraryCondition.partial({ id: true })).max(200),
    }),
    response: ConditionLibrary,
  },
)
