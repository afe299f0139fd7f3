import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider'
import { type Account, accounts, getName } from '../loan-dock/accounts.ts'
import type { ExtraClaims } from './routes.ts'

export type SigningKey = JWK & { kid: string }

type Options = {
  issuer: string
  portalOrigins: readonly string[]
  clientSecret: string | undefined
  key: SigningKey
  claims: ExtraClaims
}

/**
 * The groups of GROUP_ROLES in the sandbox. New staff are underwriters;
 * new@buyer.example is in no group.
 */
const groupsOf = ({ kind, email }: Account): string[] => {
  if (kind === 'SELLER') return ['loan-sellers']
  if (email.startsWith('bdd@')) return ['loan-bdds']
  return email.startsWith('new@') ? [] : ['loan-underwriters']
}

const claimsOf = (account: Account) => ({
  email: account.email,
  email_verified: true,
  name: getName(account),
  given_name: account.firstName,
  family_name: account.lastName,
  phone_number: account.phone,
  groups: groupsOf(account),
  ...(account.company.corrId && { company_corr_id: account.company.corrId }),
})

/** Asks only for the account: access is granted without asking. */
const loginOnly = () => {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  return policy
}

type Client = NonNullable<Configuration['clients']>[number]

/** The portal as a client: confidential if it has a secret. */
const portalClient = ({
  portalOrigins,
  clientSecret,
}: Pick<Options, 'portalOrigins' | 'clientSecret'>): Client => {
  const at = (path: string) => portalOrigins.map((origin) => `${origin}${path}`)
  const [backChannel] = at('/api/v1/auth/oidc/back-channel-logout')
  return {
    client_id: 'loan-review-portal',
    ...(clientSecret
      ? {
          client_secret: clientSecret,
          token_endpoint_auth_method: 'client_secret_post',
        }
      : { token_endpoint_auth_method: 'none' }),
    redirect_uris: at('/api/v1/auth/oidc/callback'),
    post_logout_redirect_uris: at('/multi-factor-auth'),
    ...(backChannel && {
      backchannel_logout_uri: backChannel,
      backchannel_logout_session_required: true,
    }),
    id_token_signed_response_alg: 'ES256',
  }
}

const findAccount =
  (claims: ExtraClaims): Configuration['findAccount'] =>
  (_ctx, id) => {
    const account = accounts.find(({ email }) => email === id)
    return (
      account && {
        accountId: id,
        claims: () => ({ sub: id, ...claimsOf(account), ...claims.get(id) }),
      }
    )
  }

const scopeClaims = {
  openid: ['sub'],
  email: ['email', 'email_verified'],
  profile: [
    'name',
    'given_name',
    'family_name',
    'phone_number',
    'groups',
    'company_corr_id',
  ],
}

const secondsToLive = {
  IdToken: 3600,
  AccessToken: 300,
  AuthorizationCode: 60,
  Session: 43_200,
  Grant: 43_200,
  Interaction: 600,
}

export function createProvider({
  issuer,
  portalOrigins,
  clientSecret,
  key,
  claims,
}: Options): Provider {
  return new Provider(issuer, {
    clients: [portalClient({ portalOrigins, clientSecret })],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('base64')] },
    claims: scopeClaims,
    // Like Okta and Entra ID, puts the claims in the ID token.
    conformIdTokenClaims: false,
    findAccount: findAccount(claims),
    interactions: {
      url: (_ctx, { uid }) => `/interaction/${uid}`,
      policy: loginOnly(),
    },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId,
        clientId: oidc.client?.clientId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    // Without the provider's dispatcher, which refuses local addresses such as
    // the portal's.
    fetch: (url, options) =>
      fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    ttl: secondsToLive,
  })
}
