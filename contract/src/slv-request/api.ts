import { z } from 'zod'
import { del, get, patch, post } from '../lib/endpoint.ts'
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

const tag = 'SLV requests'
const ofSlv = z.object({ id: z.uuid() })
const ofRequest = z.object({ id: z.uuid(), requestId: z.uuid() })
/** Responses include the SLV's new version. */
const withVersion = { slvVersion: z.number().int() }
const deleted = z.object({ id: z.uuid(), ...withVersion })

/** Variances change by the same rule as the form that they stand on. */
const mayAsk = slvTransitions.save.access

export const addSlvRequest = post('/v1/proxy-loan/:id/slv-request', 'Add a variance', {
  tag,
  access: mayAsk,
  about: 'SLV',
  takesIfMatch: true,
  params: ofSlv,
  body: NewSlvRequest,
  response: SlvRequest.extend(withVersion),
})
export const updateSlvRequest = patch('/v1/proxy-loan/:id/slv-request/:requestId', 'Change a variance', {
  tag,
  access: mayAsk,
  about: 'SLV_REQUEST',
  takesIfMatch: true,
  params: ofRequest,
  body: SlvRequestPatch,
  response: SlvRequest.extend(withVersion),
})
export const deleteSlvRequest = del('/v1/proxy-loan/:id/slv-request/:requestId', 'Remove a variance', {
  tag,
  access: mayAsk,
  about: 'SLV_REQUEST',
  takesIfMatch: true,
  params: ofRequest,
  response: deleted,
})

export const addDecisionRequest = post('/v1/proxy-loan/:id/slv-decision-request', 'Answer a variance', {
  tag,
  access: isUnderwriter,
  about: 'SLV',
  takesIfMatch: true,
  params: ofSlv,
  body: NewSlvDecisionRequest,
  response: SlvDecisionRequest.extend(withVersion),
})
export const getDecisionRequest = get(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'The answer to one variance',
  {
    tag,
    access: (actor) => actor.role !== 'TPR' && actor.role !== 'DEFAULT',
    about: 'SLV_DECISION',
    params: ofRequest,
    response: SlvDecisionRequest,
  },
)
export const updateDecisionRequest = patch(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'Change the answer to a variance',
  {
    tag,
    access: isUnderwriter,
    about: 'SLV_DECISION',
    takesIfMatch: true,
    params: ofRequest,
    body: SlvDecisionRequestPatch,
    response: SlvDecisionRequest.extend(withVersion),
  },
)
export const deleteDecisionRequest = del(
  '/v1/proxy-loan/:id/slv-decision-request/:requestId',
  'Delete the answer to a variance; the reason stays in the history',
  {
    tag,
    access: isUnderwriter,
    about: 'SLV_DECISION',
    takesIfMatch: true,
    params: ofRequest,
    body: z.object({ deleteComment: text(1000, 1) }),
    response: deleted,
  },
)
