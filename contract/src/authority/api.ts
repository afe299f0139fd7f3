import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { UserId } from '../user/model.ts'
import { isUnderwriter, managesEveryone } from '../user/policy.ts'
import { AuthorityLevel } from './model.ts'

const { get, put } = createEndpoints({
  tag: 'Users',
  access: managesEveryone,
  about: 'NOTHING',
})

const levels = z.array(AuthorityLevel).max(20)
/** The id of each person's level; people who aren't named have none. */
const people = z.record(UserId, z.uuid())

/**
 * `deciders` are the people who may decide SLVs. `warning` says that all of
 * them have limits. `version` is for `If-Match`.
 */
export const DecisionAuthority = z.object({
  version: z.number().int(),
  levels,
  people,
  deciders: z.array(z.object({ id: UserId, name: z.string() })),
  warning: z.string().nullable(),
})
export type DecisionAuthority = z.infer<typeof DecisionAuthority>

export const getDecisionAuthority = get(
  '/v1/decision-authority',
  'Levels of decision authority, and who has which',
  { response: DecisionAuthority },
)

export const DecisionAuthorityBody = z.object({ levels, people })
export type DecisionAuthorityBody = z.infer<typeof DecisionAuthorityBody>

/** An id of the caller's choice makes a new level. */
export const saveDecisionAuthority = put(
  '/v1/decision-authority',
  'Replace the levels of decision authority, and who has which',
  {
    takesIfMatch: true,
    refuses: ['conflict'],
    body: DecisionAuthorityBody,
    response: DecisionAuthority,
  },
)

/** The caller's level, and the others who may decide the SLV. */
const OwnAuthority = z.object({
  level: AuthorityLevel.nullable(),
  deciders: z.array(
    z.object({ name: z.string(), level: AuthorityLevel.nullable() }),
  ),
})

export const getOwnAuthority = get(
  '/v1/proxy-loan/:id/decision-authority',
  'What the caller may approve on an SLV, and who else may decide it',
  { tag: 'SLVs', access: isUnderwriter, about: 'SLV', response: OwnAuthority },
)
