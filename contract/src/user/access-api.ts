import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { text } from '../lib/fields.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { RoleList } from './manage-api.ts'
import * as model from './model.ts'
import { isPending, managesEveryone } from './policy.ts'

const own = createEndpoints({
  tag: 'Users',
  access: isPending,
  about: 'SELF',
})
const managed = createEndpoints({
  tag: 'Users',
  access: managesEveryone,
  about: 'NOTHING',
})

export const AccessRequestStatus = z.enum(['OPEN', 'GRANTED', 'REFUSED'])
export type AccessRequestStatus = z.infer<typeof AccessRequestStatus>

/** How often a person may ask: `count` times within `days` days. */
export const accessRequestLimit = { count: 3, days: 7 } as const

/** A request as the person who made it sees it. */
const OwnRequest = z.object({
  message: z.string(),
  company: z.string().nullable(),
  createdAt: z.iso.datetime(),
  status: AccessRequestStatus,
  answeredAt: z.iso.datetime().nullable(),
  refusal: z.string().nullable(),
})

export const OwnAccess = z.object({
  request: OwnRequest.nullable().describe(
    'The last request; null if there is none',
  ),
  mayAskFrom: z.iso
    .datetime()
    .nullable()
    .describe('When the next request is possible; null while one is open'),
})
export type OwnAccess = z.infer<typeof OwnAccess>

export const getOwnAccess = own.get(
  '/v1/access-requests/own',
  'The last access request of a caller without a role, and when they can ask again',
  { isPoll: true, response: OwnAccess },
)

export const createAccessRequest = own.post(
  '/v1/access-requests',
  `Ask the administrators for access: for callers without a role. 409 while a request is open, and after ${accessRequestLimit.count} requests within ${accessRequestLimit.days} days`,
  {
    body: z.object({
      message: text(500, 1),
      company: text(200).optional(),
    }),
    response: OwnAccess,
  },
)

export const AccessRequest = OwnRequest.extend({
  id: z.uuid(),
  answeredBy: z.string().nullable(),
  person: z.object({
    id: model.UserId,
    name: z.string(),
    email: z.string(),
    companyName: z.string(),
    companyKind: z.enum(model.companyKinds),
  }),
})
export type AccessRequest = z.infer<typeof AccessRequest>

export const AccessRequestQuery = Paging.extend({
  status: AccessRequestStatus.default('OPEN'),
  userId: model.UserId.optional(),
})
export type AccessRequestQuery = z.infer<typeof AccessRequestQuery>

export const listAccessRequests = managed.get(
  '/v1/access-requests',
  'Access requests of active people: the open ones, oldest first, or the answered ones, newest first',
  {
    about: 'PEOPLE',
    query: AccessRequestQuery,
    response: createPageSchema(AccessRequest),
  },
)

const AccessAnswer = z
  .object({
    roles: RoleList.refine(
      ([first]) => first !== 'DEFAULT',
      'Choose a role that gives access',
    ).optional(),
    permissions: z
      .array(model.Permission)
      .max(model.permissions.length)
      .optional(),
    refuse: text(500, 1).optional(),
  })
  .refine(
    ({ roles, refuse }) => (roles === undefined) !== (refuse === undefined),
    { path: ['roles'], error: 'Send either roles or the reason for a refusal' },
  )
export type AccessAnswer = z.infer<typeof AccessAnswer>

export const answerAccessRequest = managed.post(
  '/v1/access-requests/:id/answer',
  'Grant access with these roles and permissions, or decline it with a reason that the person reads. 409 if the request was answered before, and for rights that the caller cannot grant',
  {
    about: 'ACCESS_REQUEST',
    refuses: ['not_found'],
    body: AccessAnswer,
    response: AccessRequest,
  },
)
