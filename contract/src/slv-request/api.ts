import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { slvTransitions } from '../slv/transitions.ts'
import { isUnderwriter } from '../user/policy.ts'
import {
  NewSlvDecisionRequest,
  NewSlvRequest,
  SlvDecisionRequest,
  SlvDecisionRequestPatch,
  SlvRequest,
  SlvRequestPatch,
} from './model.ts'

/** Variances change by the same rule as the form. */
const requests = createEndpoints({
  tag: 'SLV requests',
  access: slvTransitions.save.access,
  about: 'SLV_REQUEST',
  takesIfMatch: true,
})
const answers = createEndpoints({ tag: 'SLV requests', about: 'SLV_DECISION' })
const decisions = createEndpoints({
  tag: 'SLV requests',
  access: isUnderwriter,
  about: 'SLV_DECISION',
  takesIfMatch: true,
})

/** Responses include the SLV's new version. */
const withVersion = {
  slvVersion: z
    .number()
    .int()
    .describe('The version of the SLV after the change, for the next If-Match'),
}
/** @public Named in the description of the API. */
export const ChangedSlvRequest = SlvRequest.extend(withVersion)
const deleted = z.object({ id: z.uuid(), ...withVersion })

export const addSlvRequest = requests.post(
  '/v1/proxy-loan/:id/slv-request',
  'Add a variance',
  {
    isPublished: true,
    about: 'SLV',
    body: NewSlvRequest,
    response: ChangedSlvRequest,
  },
)
export const updateSlvRequest = requests.patch(
  '/v1/proxy-loan/:id/slv-request/:requestId',
  'Change a variance',
  {
    isPublished: true,
    body: SlvRequestPatch,
    response: ChangedSlvRequest,
  },
)
export const deleteSlvRequest = requests.del(
  '/v1/proxy-loan/:id/slv-request/:requestId',
  'Remove a variance',
  { isPublished: true, response: deleted },
)

export const addDecisionRequest = decisions.post(
  '/v1/proxy-loan/:id/slv-decision-request',
  'Answer a variance',
  {
    about: 'SLV',
    body: NewSlvDecisionRequest,
    response: SlvDecisionRequest.extend(withVersion),
  },
)
export const getDecisionRequest = answers.get(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'The answer to one variance',
  {
    access: (actor) => actor.role !== 'TPR' && actor.role !== 'DEFAULT',
    response: SlvDecisionRequest,
  },
)
export const updateDecisionRequest = decisions.patch(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'Change the answer to a variance',
  {
    body: SlvDecisionRequestPatch,
    response: SlvDecisionRequest.extend(withVersion),
  },
)
export const deleteDecisionRequest = decisions.del(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'Delete the answer to a variance; the reason stays in the history',
  { body: z.object({ deleteComment: text(1000, 1) }), response: deleted },
)
