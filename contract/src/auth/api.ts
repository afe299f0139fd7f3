import { z } from 'zod'
import { KeyScope } from '../integration/model.ts'
import { createEndpoints } from '../lib/endpoint.ts'
import {
  companyKinds,
  Permission,
  PermissionMap,
  Role,
  UserId,
} from '../user/model.ts'
import { everyone } from '../user/policy.ts'
import { signInMethods } from './model.ts'

const open = createEndpoints({
  tag: 'Auth',
  access: 'PUBLIC',
  about: 'NOTHING',
})
const own = createEndpoints({ tag: 'Auth', access: everyone, about: 'SELF' })

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
  signsInWith: z.enum(signInMethods),
})
export type Profile = z.infer<typeof Profile>

/** Who a session or an API key belongs to. */
export const Me = z.object({
  id: UserId,
  name: z.string(),
  kind: z
    .enum(['PERSON', 'SERVICE'])
    .describe('Whether a person or a service calls'),
  role: Role,
  companyName: z.string(),
  permissions: z.array(Permission).describe('What it may do beyond its role'),
  scopes: z
    .array(KeyScope)
    .nullable()
    .describe('The scopes of the API key; null with a session'),
  expiresAt: z.iso
    .datetime()
    .describe('The end of the API key, or the latest end of the session'),
})
export type Me = z.infer<typeof Me>

const Branding = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  color: z.string().nullable(),
  loanDockUrl: z.string(),
  oidcLabel: z
    .string()
    .nullable()
    .describe(
      'The label of the single sign-on button; null without single sign-on',
    ),
  supportEmail: z
    .string()
    .nullable()
    .describe('Whom people contact for help; null if it isn’t set'),
  supportPhone: z.string().nullable(),
  sendsEmail: z.boolean().describe('False without a mail server'),
})

export const logIn = open.post(
  '/v1/auth/log-in',
  'Sign in with a ticket signed by LoanDock',
  {
    refuses: ['unauthorized'],
    body: z.object({ loanDockId: z.string().min(1).max(4096) }),
    response: Profile,
  },
)

export const logOut = open.post('/v1/auth/log-out', 'End the session', {
  about: 'SELF',
  response: z.object({
    signedOut: z.literal(true),
    redirectTo: z
      .string()
      .nullable()
      .describe(
        'Where the browser goes to sign out of single sign-on too; null if there is no session to end there',
      ),
  }),
})

export const getProfile = own.get(
  '/v1/auth/profile',
  'The signed-in user, with roles and permissions',
  {
    response: Profile,
  },
)

export const getMe = own.get(
  '/v1/me',
  'Who the session or API key belongs to, what it may do, and when it expires',
  { isPublished: true, takesKey: 'ANY', response: Me },
)

export const getBranding = open.get(
  '/v1/branding',
  'The buyer’s name and branding, and the LoanDock address',
  {
    response: Branding,
  },
)

export const switchRole = own.post(
  '/v1/auth/role',
  'Switch to another of the caller’s roles',
  {
    keepsNothing: true,
    refuses: ['not_found'],
    body: z.object({ role: Role }),
    response: Profile,
  },
)
