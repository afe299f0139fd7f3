import { z } from 'zod'
import { endpoint } from '../lib/endpoint.ts'
import { companyKinds, PermissionMap, Role, UserId } from '../user/model.ts'
import { everyone } from '../user/policy.ts'

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
  companyName: z.string(),
  companyKind: z.enum(companyKinds),
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
  body: z.object({ loanDockId: z.string().min(1).max(4096) }),
  response: Profile,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/v1/auth/log-out',
  summary: 'End the session',
  tag,
  access: 'PUBLIC',
  response: z.object({ signedOut: z.literal(true) }),
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/v1/auth/profile',
  summary: 'Who is signed in, with roles and permissions',
  tag,
  access: everyone,
  response: Profile,
})

export const getBranding = endpoint({
  method: 'GET',
  path: '/v1/branding',
  summary: 'What the buyer is called and looks like, and where LoanDock is',
  tag,
  access: 'PUBLIC',
  response: Branding,
})
