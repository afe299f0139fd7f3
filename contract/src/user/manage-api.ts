import { z } from 'zod'
import { signInWays } from '../auth/model.ts'
import { endpoint } from '../lib/endpoint.ts'
import { name, phone, text } from '../lib/fields.ts'
import { joined, Paging, pageOf } from '../lib/paging.ts'
import { tableOf } from '../lib/typed.ts'
import {
  companyKinds,
  OpenWorkKind,
  Permission,
  PermissionMap,
  permissions,
  Role,
  UserId,
  UserStatus,
} from './model.ts'
import { anyOf, everyone, invitesReviewers, managesEveryone, managesPeople } from './policy.ts'

/** People and what they may do: who looks after whom is `mayManage` (policy.ts). */
const tag = 'Users'
const params = z.object({ userId: UserId })

/** A person as those see them who look after them. `roles[0]` is the acting one. */
export const User = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: UserStatus,
  roles: z.array(Role),
  permissions: PermissionMap,
  companyId: z.uuid(),
  companyName: z.string(),
  companyKind: z.enum(companyKinds),
  signsInWith: z.enum(signInWays),
  /** An invitation was sent and no password was set yet. */
  isInvited: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type User = z.infer<typeof User>

export const userSorts = ['name', 'email', 'companyName', 'role', 'status', 'lastUsedAt', 'createdAt'] as const

export const UserListQuery = Paging.extend({
  search: text(100).default(''),
  roles: joined(Role),
  status: UserStatus.optional(),
  permission: Permission.optional(),
  companyId: z.uuid().optional(),
  sortBy: z.enum(userSorts).default('name'),
  sortType: z.enum(['asc', 'desc']).default('asc'),
})
export type UserListQuery = z.infer<typeof UserListQuery>

export const listUsers = endpoint({
  method: 'GET',
  path: '/v1/users',
  summary: "The people whom the asker looks after: everybody, or those of the asker's company",
  tag,
  access: managesPeople,
  about: 'PEOPLE',
  query: UserListQuery,
  response: pageOf(User),
})

/** What a colleague sees of a person (the page profile/{userId}): who may see it (maySeePerson) may write to them and call them. */
export const PersonCard = z.object({
  id: UserId,
  name: z.string(),
  status: UserStatus,
  role: Role,
  companyName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** The whole of it, for those who look after them. */
  user: User.nullable(),
})
export type PersonCard = z.infer<typeof PersonCard>

export const getPerson = endpoint({
  method: 'GET',
  path: '/v1/users/:userId',
  summary: 'One person; 404 for those whom the asker has nothing to do with',
  tag,
  access: everyone,
  about: 'PERSON',
  params,
  response: PersonCard,
})

/** The own names and contact. `id` is the own one when it is sent at all: people do not edit each other. */
export const updateUser = endpoint({
  method: 'PATCH',
  path: '/v1/users',
  summary: 'Edit the own name and phone number',
  tag,
  access: everyone,
  about: 'SELF',
  refuses: ['not_found'],
  body: z.object({
    id: UserId.optional(),
    firstName: name(100, 1).optional(),
    lastName: name(100, 1).optional(),
    phone: phone.nullable().optional(),
  }),
  response: PersonCard,
})

/** How much open work a person has, and who may take it over, by first name. */
export const OpenWork = z.array(
  z.object({
    kind: OpenWorkKind,
    count: z.number().int(),
    /**
     * May it be left without anybody, back to the queue? What a seller owns, and a manager's or trader's review that is under
     * way, only where nobody could take it over.
     */
    mayBeLeft: z.boolean(),
    successors: z.array(z.object({ id: UserId, name: z.string() })),
  }),
)
export type OpenWork = z.infer<typeof OpenWork>

export const getOpenWork = endpoint({
  method: 'GET',
  path: '/v1/users/:userId/open-work',
  summary: 'What somebody must take over before this person goes or loses a right; kinds without any are left out',
  tag,
  access: managesPeople,
  about: 'PERSON',
  params,
  response: OpenWork,
})

/** Who takes over what, by kind; null leaves it to the queue. Asked for each kind that the change would orphan. */
export const HandOver = z.partialRecord(OpenWorkKind, UserId.nullable())
export type HandOver = z.infer<typeof HandOver>

const RoleList = z
  .array(Role)
  .min(1, 'One role at least')
  .refine((roles) => new Set(roles).size === roles.length, 'Each role once')

const change = { id: UserId, handOver: HandOver.optional(), customMessage: text(500).optional() }

export const setPermissions = endpoint({
  method: 'PATCH',
  path: '/v1/users/permissions',
  summary:
    'Grant and take permissions: a flag for each key that changes; with `roles` both change in one step, for those who may set roles. Nobody grants what they lack, or changes their own; the last one with managePermissions stays',
  tag,
  access: managesPeople,
  about: 'PERSON',
  body: z.object({ ...change, roles: RoleList.optional(), ...tableOf(permissions, () => z.boolean().optional()) }),
  response: User,
})

export const setRoles = endpoint({
  method: 'PATCH',
  path: '/v1/users/roles',
  summary: 'Set the roles; the first is the acting one. 409 where open work is left over',
  tag,
  access: managesEveryone,
  about: 'PERSON',
  body: z.object({
    ...change,
    roles: RoleList,
  }),
  response: User,
})

export const setStatus = endpoint({
  method: 'PATCH',
  path: '/v1/users/status',
  summary: 'Activate or deactivate; open work is handed over in the same step',
  tag,
  access: managesPeople,
  about: 'PERSON',
  body: z.object({ ...change, status: UserStatus }),
  response: User,
})

export const removeFactors = endpoint({
  method: 'POST',
  path: '/v1/users/:userId/second-factor/remove',
  summary:
    'Take the authenticator app and the passkeys of somebody who lost them: they are signed out, and the code comes by e-mail again. 409 for oneself, for those who hold what the asker lacks, and where there is nothing to take',
  tag,
  access: managesPeople,
  about: 'PERSON',
  params,
  response: User,
})

/** What has been changed of a person. */
export const userActions = [
  'arrive',
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
] as const
export const UserAction = z.enum(userActions)
export type UserAction = z.infer<typeof UserAction>

export const UserChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  /** Null where nobody was signed in: an arrival, a password by its link. */
  actorName: z.string().nullable(),
  action: UserAction,
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  customMessage: z.string().nullable(),
})
export type UserChange = z.infer<typeof UserChange>

export const listUserChanges = endpoint({
  method: 'GET',
  path: '/v1/users/:userId/changes',
  summary: 'What changed of a person, and by whom; the newest first',
  tag,
  access: managesPeople,
  about: 'PERSON',
  params,
  query: Paging,
  response: pageOf(UserChange),
})

/** A company with its people counted; sellers have a BDD. */
export const Company = z.object({
  id: z.uuid(),
  kind: z.enum(companyKinds),
  name: z.string(),
  corrId: z.string().nullable(),
  bdd: z.object({ id: UserId, name: z.string() }).nullable(),
  people: z.number().int(),
})
export type Company = z.infer<typeof Company>

export const listCompanies = endpoint({
  method: 'GET',
  path: '/v1/companies',
  summary: 'Companies by name; those who only invite get the vendors, a reviewer their own',
  tag,
  access: anyOf(managesPeople, invitesReviewers),
  about: 'COMPANY',
  query: Paging.extend({ search: text(100).default(''), kind: z.enum(companyKinds).optional() }),
  response: pageOf(Company),
})

export const setBdd = endpoint({
  method: 'PATCH',
  path: '/v1/companies/:companyId/bdd',
  summary: 'Say which business development director looks after a seller, or nobody',
  tag,
  access: managesEveryone,
  about: 'COMPANY',
  params: z.object({ companyId: z.uuid() }),
  body: z.object({ bddId: UserId.nullable() }),
  response: Company,
})
