import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { companyKinds, PermissionMap, Role, UserId } from '../user/model.ts'
import { everyone } from '../user/policy.ts'
import { signInWays } from './model.ts'

/** The signed-in person, as the shell needs them. `role` is the acting one of `roles`. */
export const Profile = z.object({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  roles: z.array(Role),
  permissions: PermissionMap,
  phone: z.string().nullable(),
  companyName: z.string(),
  companyKind: z.enum(companyKinds),
  /** How this person signs in: by LoanDock, or by a password and a second factor that the portal keeps. */
  signsInWith: z.enum(signInWays),
})
export type Profile = z.infer<typeof Profile>

export const Branding = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  color: z.string().nullable(),
  loanDockUrl: z.string(),
})
export type Branding = z.infer<typeof Branding>

const tag = 'Auth'

export const logIn = endpoint({
  method: 'POST',
  path: '/v1/auth/log-in',
  summary: 'Sign in with a ticket that LoanDock signed',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  refuses: ['unauthorized'],
  body: z.object({ loanDockId: z.string().min(1).max(4096) }),
  response: Profile,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/v1/auth/log-out',
  summary: 'End the session',
  tag,
  access: 'PUBLIC',
  about: 'SELF',
  response: z.object({ signedOut: z.literal(true) }),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/auth/profile',
  summary: 'Who is signed in, with roles and permissions',
  tag,
  access: everyone,
  about: 'SELF',
  response: Profile,
})

export const getBranding = endpoint({
  method: 'GET',
  path: '/v1/branding',
  summary: 'What the buyer is called and looks like, and where LoanDock is',
  tag,
  access: 'PUBLIC',
  about: 'NOTHING',
  response: Branding,
})

export const switchRole = endpoint({
  method: 'POST',
  path: '/v1/auth/role',
  summary: 'Act in another of the roles that one has',
  tag,
  access: everyone,
  about: 'SELF',
  keepsNothing: true,
  refuses: ['not_found'],
  body: z.object({ role: Role }),
  response: Profile,
})
