import { z } from 'zod'
import { signInMethods } from '../auth/model.ts'
import { createEndpoints } from '../lib/endpoint.ts'
import { name, phone, text } from '../lib/fields.ts'
import { createPageSchema, joined, Paging } from '../lib/paging.ts'
import { toRecord } from '../lib/typed.ts'
import { MailRefusal, maxAnswer } from './mail-refusal.ts'
import * as model from './model.ts'
import {
  anyOf,
  everyone,
  invitesReviewers,
  managesEveryone,
  managesGuidelines,
  managesPeople,
} from './policy.ts'

const people = createEndpoints({
  tag: 'Users',
  access: managesPeople,
  about: 'PERSON',
})

/** A user as their managers see them. `roles[0]` is the acting role. */
export const User = z.object({
  id: model.UserId,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: model.UserStatus,
  roles: z.array(model.Role),
  permissions: model.PermissionMap,
  companyId: z.uuid(),
  companyName: z.string(),
  companyKind: z.enum(model.companyKinds),
  signsInWith: z.enum(signInMethods),
  isInvited: z.boolean(),
  mailRefusal: MailRefusal.nullable().describe(
    'Set while mail to them is stopped',
  ),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof User>

export const userSorts = [
  'name',
  'email',
  'companyName',
  'role',
  'status',
  'lastUsedAt',
  'createdAt',
] as const

export const UserListQuery = Paging.extend({
  search: text(100).default(''),
  roles: joined(model.Role),
  status: model.UserStatus.optional(),
  permission: model.Permission.optional(),
  companyId: z.uuid().optional(),
  mail: z.enum(['REFUSED']).optional(),
  sortBy: z.enum(userSorts).default('name'),
  sortType: z.enum(['asc', 'desc']).default('asc'),
})
export type UserListQuery = z.infer<typeof UserListQuery>

export const listUsers = people.get(
  '/v1/users',
  'The users that the caller manages: all users, or those of the caller’s company',
  { about: 'PEOPLE', query: UserListQuery, response: createPageSchema(User) },
)

/**
 * A user's contact card, for those who may see it: `maySeePerson`
 * (manage-policy.ts).
 */
export const PersonCard = z.object({
  id: model.UserId,
  name: z.string(),
  status: model.UserStatus,
  role: model.Role,
  companyName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  user: User.nullable(),
})
export type PersonCard = z.infer<typeof PersonCard>

export const getPerson = people.get(
  '/v1/users/:userId',
  'One user; 404 if the caller may not see them',
  {
    access: everyone,
    response: PersonCard,
  },
)

/** `id`, if it is sent, must be the caller's own. */
export const updateUser = people.patch(
  '/v1/users',
  'Edit your own name and phone number',
  {
    access: everyone,
    about: 'SELF',
    refuses: ['not_found'],
    body: z.object({
      id: model.UserId.optional(),
      firstName: name(100, 1).optional(),
      lastName: name(100, 1).optional(),
      phone: phone.nullable().optional(),
    }),
    response: PersonCard,
  },
)

/** Counts of a user's open work, with possible successors by first name. */
export const OpenWork = z.array(
  z.object({
    kind: model.OpenWorkKind,
    count: z.number().int(),
    mayBeLeft: z
      .boolean()
      .describe(
        "Whether it may be left unassigned; for a seller's SLVs and started reviews only if there is no successor",
      ),
    successors: z.array(z.object({ id: model.UserId, name: z.string() })),
  }),
)
export type OpenWork = z.infer<typeof OpenWork>

export const getOpenWork = people.get(
  '/v1/users/:userId/open-work',
  'Open work to reassign before this user is deactivated or loses a permission; kinds without open work are omitted',
  { response: OpenWork },
)

/**
 * Who takes over each kind of work that the person can no longer continue; null
 * puts it in the queue.
 */
export const HandOver = z.partialRecord(
  model.OpenWorkKind,
  model.UserId.nullable(),
)
export type HandOver = z.infer<typeof HandOver>

export const RoleList = z
  .array(model.Role)
  .min(1, 'Choose at least one role')
  .refine(
    (roles) => new Set(roles).size === roles.length,
    'Choose each role only once',
  )

const change = {
  id: model.UserId,
  handOver: HandOver.optional(),
  customMessage: text(500).optional(),
}

export const setPermissions = people.patch(
  '/v1/users/permissions',
  'Grant and remove permissions: a flag for each key that changes. With `roles`, both change in one step, if the caller may set roles. Callers cannot change their own permissions, and cannot grant permissions that they do not have. Callers who manage all users can grant those that a later release added (manageGuidelines, manageIntegrations). At least one active user keeps managePermissions',
  {
    body: z.object({
      ...change,
      roles: RoleList.optional(),
      ...toRecord(model.permissions, () => z.boolean().optional()),
    }),
    response: User,
  },
)

export const setRoles = people.patch(
  '/v1/users/roles',
  'Set the roles; the first is the active one. 409 if open work remains',
  {
    access: managesEveryone,
    body: z.object({ ...change, roles: RoleList }),
    response: User,
  },
)

export const setStatus = people.patch(
  '/v1/users/status',
  'Activate or deactivate a user; open work is reassigned in the same step',
  { body: z.object({ ...change, status: model.UserStatus }), response: User },
)

export const setMailRefusal = people.patch(
  '/v1/users/mail-refusal',
  'Stop mail to a user whose address returns it, with what the mail server answered; or, with null, try again',
  {
    body: z.object({
      id: model.UserId,
      answer: text(maxAnswer, 1).nullable(),
    }),
    response: User,
  },
)

export const removeFactors = people.post(
  '/v1/users/:userId/second-factor/remove',
  'Remove the authenticator app and the passkeys of a user who lost them: the user is signed out and gets codes by email again. 409 for the caller, for users with a permission that the caller does not have, and if there is nothing to remove',
  { response: User },
)

const userActions = [
  'arrive',
  'create',
  'invite',
  'edit',
  'set-permissions',
  'set-roles',
  'set-status',
  'set-bdd',
  'set-password',
  'add-totp',
  'remove-totp',
  'add-passkey',
  'remove-passkey',
  'remove-factors',
  'create-recovery-codes',
  'use-recovery-code',
  'create-service',
  'edit-service',
  'create-key',
  'rotate-key',
  'revoke-key',
  'end-key',
  'link-oidc',
  'apply-groups',
  'ask-for-access',
  'refuse-access',
  'refuse-mail',
  'try-mail-again',
] as const
export const UserAction = z.enum(userActions)
export type UserAction = z.infer<typeof UserAction>

export const UserChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  actorName: z
    .string()
    .nullable()
    .describe(
      'Null if no one was signed in: a first sign-in, a password set by a link',
    ),
  action: UserAction,
  changes: z.array(
    z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }),
  ),
  customMessage: z.string().nullable(),
})
export type UserChange = z.infer<typeof UserChange>

export const listUserChanges = people.get(
  '/v1/users/:userId/changes',
  'Changes to a user, newest first',
  {
    query: Paging,
    response: createPageSchema(UserChange),
  },
)

/** A company; only sellers have a BDD. */
export const Company = z.object({
  id: z.uuid(),
  kind: z.enum(model.companyKinds),
  name: z.string(),
  corrId: z.string().nullable(),
  bdd: z.object({ id: model.UserId, name: z.string() }).nullable(),
  people: z.number().int(),
})
export type Company = z.infer<typeof Company>

export const listCompanies = people.get(
  '/v1/companies',
  'Companies by name. Callers who may only invite reviewers get the vendors, callers who may only manage guidelines get the sellers, and a reviewer gets their own company',
  {
    access: anyOf(managesPeople, invitesReviewers, managesGuidelines),
    about: 'COMPANY',
    query: Paging.extend({
      search: text(100).default(''),
      kind: z.enum(model.companyKinds).optional(),
    }),
    response: createPageSchema(Company),
  },
)

export const setBdd = people.patch(
  '/v1/companies/:companyId/bdd',
  'Assign a business development director to a seller, or remove them',
  {
    access: managesEveryone,
    about: 'COMPANY',
    body: z.object({ bddId: model.UserId.nullable() }),
    response: Company,
  },
)
