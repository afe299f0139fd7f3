import { z } from 'zod'
import { get, post } from '../lib/endpoint.ts'
import { companyKinds, PermissionMap, Role, UserId } from '../user/model.ts'
import { everyone } from '../user/policy.ts'
import { signInWays } from './model.ts'

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

const open = { tag: 'Auth', access: 'PUBLIC', about: 'NOTHING' } as const
const own = { tag: 'Auth', access: everyone, about: 'SELF' } as const

export const logIn = post('/v1/auth/log-in', 'Sign in with a ticket signed by LoanDock', {
  ...open,
  refuses: ['unauthorized'],
  body: z.object({ loanDockId: z.string().min(1).max(4096) }),
  response: Profile,
})

export const logOut = post('/v1/auth/log-out', 'End the session', {
  ...open,
  about: 'SELF',
  response: z.object({ signedOut: z.literal(true) }),
})

export const getProfile = get('/v1/auth/profile', 'Who is signed in, with roles and permissions', {
  ...own,
  response: Profile,
})

export const getBranding = get('/v1/branding', 'The buyer’s name and branding, and the LoanDock address', {
  ...open,
  response: Branding,
})

export const switchRole = post('/v1/auth/role', 'Switch to another of the caller’s roles', {
  ...own,
  keepsNothing: true,
  refuses: ['not_found'],
  body: z.object({ role: Role }),
  response: Profile,
})
