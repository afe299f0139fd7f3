import { permissionsOf } from '@portal/contract/user/manage-policy'
import { type Permission, permissions, type Role } from '@portal/contract/user/model'
import { z } from 'zod'

/** What members of a group get: a role, and permissions that have an effect in it. */
export type GroupRights = { group: string; role: Role; permissions: readonly Permission[] }

/** Third-party reviewers sign in with a password, so no group makes one. */
const groupRoles = ['UNDERWRITER', 'BDD', 'UBDD', 'SELLER'] as const

/** `group=ROLE:permission+permission`, several separated by semicolons. A group's name may contain `=` and `:`. */
const oidcRoles = z.string().transform((text, { addIssue }): GroupRights[] =>
  text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .flatMap((entry) => {
      const [, group = '', role, list = ''] = /^(.+)=(\w+)(?::([\w+]+))?$/.exec(entry) ?? []
      const known = groupRoles.find((name) => name === role)
      const keys = list.split('+').filter((key) => key !== '')
      const granted = known ? permissions.filter((key) => keys.includes(key) && permissionsOf[known].includes(key)) : []
      if (known && granted.length === new Set(keys).size)
        return { group: group.trim(), role: known, permissions: granted }
      addIssue(
        `entries such as loan-underwriters=UNDERWRITER:myOwn+viewSlvDepartment, with a role of ${groupRoles.join(', ')} and permissions of that role`,
      )
      return []
    }),
)

const claimName = (name: string) => z.string().max(200, 'at most 200 characters').default(name)

export const oidcEnvironment = {
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'an address that starts with https:// or http://' })
    .refine((text) => !/\/(common|organizations|consumers)(\/|$)/.test(text), {
      error: 'the issuer of one tenant, because anyone can open a tenant',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z
    .string()
    .refine((list) => list.split(' ').includes('openid'), { error: 'a list that contains openid' })
    .default('openid email profile'),
  OIDC_LABEL: z.string().max(60, 'at most 60 characters').default('Continue with single sign-on'),
  OIDC_GROUPS_CLAIM: claimName('groups'),
  OIDC_COMPANY_CLAIM: claimName('company_corr_id'),
  OIDC_ROLES: oidcRoles.default([]),
  SANDBOX_OIDC: z.stringbool({ error: 'true or false' }).default(false),
}

type Values = z.output<z.ZodObject<typeof oidcEnvironment>> & { PORT: number; LOAN_DOCK_URL?: string | undefined }

/** The groups of the sandbox's identity provider give roles only; the demo's permissions stay. */
const sandboxRoles: readonly GroupRights[] = [
  { group: 'loan-underwriters', role: 'UNDERWRITER', permissions: [] },
  { group: 'loan-bdds', role: 'BDD', permissions: [] },
  { group: 'loan-sellers', role: 'SELLER', permissions: [] },
]

/** Single sign-on; undefined without an identity provider. `isSandbox`: it runs beside the portal, on port + 5. */
export function oidcOf(values: Values) {
  const { OIDC_ISSUER, OIDC_ROLES, SANDBOX_OIDC, LOAN_DOCK_URL } = values
  const isSandbox = SANDBOX_OIDC && !LOAN_DOCK_URL && !OIDC_ISSUER
  const issuer = isSandbox ? `http://localhost:${values.PORT + 5}` : OIDC_ISSUER
  if (!issuer) return undefined
  return {
    issuer,
    isSandbox,
    clientId: values.OIDC_CLIENT_ID ?? 'loan-review-portal',
    /** Undefined: a public client, which only proves possession of the code (PKCE). */
    clientSecret: values.OIDC_CLIENT_SECRET,
    scope: values.OIDC_SCOPE,
    label: values.OIDC_LABEL,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    companyClaim: values.OIDC_COMPANY_CLAIM,
    roles: isSandbox && OIDC_ROLES.length === 0 ? sandboxRoles : OIDC_ROLES,
  }
}

export type OidcSettings = NonNullable<ReturnType<typeof oidcOf>>
