import { z } from 'zod'
import type { GroupRights } from './group-roles.ts'

const claimName = (name: string) =>
  z.string().max(200, 'at most 200 characters').default(name)

export const oidcEnvironment = {
  OIDC_ISSUER: z
    .url({
      protocol: /^https?$/,
      error: 'an address that starts with https:// or http://',
    })
    .refine((text) => !/\/(common|organizations|consumers)(\/|$)/.test(text), {
      error:
        'the issuer of a single tenant, because anyone can create a tenant',
    })
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z
    .string()
    .refine((list) => list.split(' ').includes('openid'), {
      error: 'a list that contains openid',
    })
    .default('openid email profile'),
  OIDC_LABEL: z
    .string()
    .max(60, 'at most 60 characters')
    .default('Continue with single sign-on'),
  OIDC_GROUPS_CLAIM: claimName('groups'),
  OIDC_COMPANY_CLAIM: claimName('company_corr_id'),
  OIDC_VERIFIED_CLAIM: claimName('email_verified'),
  SANDBOX_OIDC: z.stringbool({ error: 'true or false' }).default(false),
}

type Values = z.output<z.ZodObject<typeof oidcEnvironment>> & {
  PORT: number
  LOAN_DOCK_URL?: string | undefined
  GROUP_ROLES: readonly GroupRights[]
}

/** The sandbox's groups grant only roles, so that demo permissions stay. */
const sandboxRoles: readonly GroupRights[] = [
  { group: 'loan-underwriters', role: 'UNDERWRITER', permissions: [] },
  { group: 'loan-bdds', role: 'BDD', permissions: [] },
  { group: 'loan-sellers', role: 'SELLER', permissions: [] },
]

/**
 * Single sign-on; undefined without an identity provider. `isSandbox`: the
 * sandbox runs one on port + 5.
 */
export function toOidcSettings(values: Values) {
  const { OIDC_ISSUER, GROUP_ROLES, SANDBOX_OIDC, LOAN_DOCK_URL } = values
  const isSandbox = SANDBOX_OIDC && !LOAN_DOCK_URL && !OIDC_ISSUER
  const issuer = isSandbox ? `http://localhost:${values.PORT + 5}` : OIDC_ISSUER
  if (!issuer) return undefined
  return {
    issuer,
    isSandbox,
    clientId: values.OIDC_CLIENT_ID ?? 'loan-review-portal',
    /** Undefined for a public client, which relies on PKCE alone. */
    clientSecret: values.OIDC_CLIENT_SECRET,
    scope: values.OIDC_SCOPE,
    label: values.OIDC_LABEL,
    groupsClaim: values.OIDC_GROUPS_CLAIM,
    verifiedClaim: values.OIDC_VERIFIED_CLAIM,
    companyClaim: values.OIDC_COMPANY_CLAIM,
    roles: isSandbox && GROUP_ROLES.length === 0 ? sandboxRoles : GROUP_ROLES,
  }
}

export type OidcSettings = NonNullable<ReturnType<typeof toOidcSettings>>
