import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { cached } from '../concurrency/cached.ts'
import { clockSkewSeconds } from '../ctx.ts'
import type { OidcSettings } from '../oidc-settings.ts'

/** Asymmetric signatures only. Ed25519 is the newer name of EdDSA. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA', 'Ed25519']
const toleranceSeconds = 60
const timeoutSeconds = 5
/**
 * How long the identity provider's metadata is cached. Its keys are cached for
 * five minutes at most.
 */
const metadataMs = 3_600_000
/** How long a logout token is accepted after it was issued. */
const logoutTokenSeconds = 120

/**
 * What a callback must match, known only to the browser that started the
 * sign-in.
 */
export type OidcChecks = { state: string; nonce: string; verifier: string }

type Claims = Readonly<Record<string, unknown>> & { sub: string }

type OidcLogout = {
  jti: string
  expiresAt: Date
  subject: string | undefined
  sid: string | undefined
}

type Options = { settings: OidcSettings; publicUrl: string; clock: () => Date }

/**
 * The identity provider. Its methods throw errors from openid-client or jose,
 * or from fetch if it can't be reached.
 */
export class Oidc {
  readonly settings: OidcSettings
  readonly #publicUrl: string
  readonly #redirectUri: string
  readonly #clock: () => Date
  readonly #configuration: () => ReturnType<typeof configure>

  constructor({ settings, publicUrl, clock }: Options) {
    this.settings = settings
    this.#publicUrl = publicUrl
    this.#redirectUri = redirectUri(publicUrl)
    this.#clock = clock
    const configuration = cached(() => configure(settings, clock()), metadataMs)
    this.#configuration = configuration.get
  }

  newChecks(): OidcChecks {
    return {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
  }

  /** Where the browser signs in. */
  async signInUrl({ state, nonce, verifier }: OidcChecks): Promise<string> {
    const { config } = await this.#configuration()
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: this.settings.scope,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return url.href
  }

  /**
   * Exchanges the code of a callback for the person's claims. `query` is the
   * callback's, as received.
   */
  async readCallback(query: string, { state, nonce, verifier }: OidcChecks) {
    const { config } = await this.#configuration()
    const tokens = await client.authorizationCodeGrant(
      config,
      new URL(`${this.#redirectUri}${query}`),
      {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      },
    )
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new Error('there is no ID token')
    if (claims.iat > this.#clock().getTime() / 1000 + toleranceSeconds)
      throw new Error('the ID token is from the future')
    if (claims.azp !== undefined && claims.azp !== this.settings.clientId)
      throw new Error('the ID token is for another client')
    const more = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {}
    const all: Claims = { ...more, ...claims }
    return { claims: all, idToken: tokens.id_token }
  }

  /**
   * Where the browser signs out of the identity provider; null if the provider
   * has no such page. Names the client and not the ID token: addresses are kept
   * in the browser's history.
   */
  async signOutUrl(returnTo: string): Promise<string | null> {
    const { config } = await this.#configuration()
    if (!config.serverMetadata().end_session_endpoint) return null
    const url = client.buildEndSessionUrl(config, {
      client_id: this.settings.clientId,
      post_logout_redirect_uri: `${this.#publicUrl}${returnTo}`,
    })
    return url.href
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, §2.6).
   * Doesn't check whether it was used before.
   */
  async readLogoutToken(token: string): Promise<OidcLogout> {
    const { config, keys } = await this.#configuration()
    if (!keys) throw new Error('the identity provider publishes no keys')
    const { payload } = await jwtVerify(token, keys, {
      algorithms,
      issuer: config.serverMetadata().issuer,
      audience: this.settings.clientId,
      currentDate: this.#clock(),
      clockTolerance: toleranceSeconds,
      maxTokenAge: logoutTokenSeconds,
      requiredClaims: ['jti', 'iat', 'events'],
    })
    return toLogout(payload)
  }
}

/** The provider's metadata and its keys. */
async function configure(
  { issuer, clientId, clientSecret }: OidcSettings,
  now: Date,
) {
  const extensions = issuer.startsWith('http:')
    ? [client.allowInsecureRequests]
    : []
  const discovered = await client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    undefined,
    { timeout: timeoutSeconds, execute: extensions },
  )
  const { supportsPKCE: _, ...metadata } = discovered.serverMetadata()
  const accepted = metadata.id_token_signing_alg_values_supported?.filter(
    (name) => algorithms.includes(name),
  )
  const config = new client.Configuration(
    {
      ...metadata,
      id_token_signing_alg_values_supported: accepted ?? ['RS256'],
    },
    clientId,
    {
      client_secret: clientSecret,
      [client.clockTolerance]: toleranceSeconds,
      [client.clockSkew]: clockSkewSeconds(now),
    },
  )
  config.timeout = timeoutSeconds
  for (const extend of [...extensions, client.enableNonRepudiationChecks])
    extend(config)
  const keys =
    metadata.jwks_uri &&
    createRemoteJWKSet(new URL(metadata.jwks_uri), { timeoutDuration: 5000 })
  return { config, keys }
}

/**
 * Checks that an identity provider publishes its metadata and keys, and asks it
 * for tokens with a code that doesn't exist. Returns the error if it refuses
 * the client instead of the code. Throws if it can't be used.
 */
export async function checkIdentityProvider({
  settings,
  publicUrl,
  clock,
}: Options): Promise<string | null> {
  const { config, keys } = await configure(settings, clock())
  if (!keys) throw new Error('The identity provider publishes no keys')
  await keys.reload()
  try {
    await client.genericGrantRequest(config, 'authorization_code', {
      code: 'absent',
      code_verifier: client.randomPKCECodeVerifier(),
      redirect_uri: redirectUri(publicUrl),
    })
  } catch (error) {
    // Some providers refuse the client by a challenge in a header.
    if (error instanceof client.WWWAuthenticateChallengeError)
      return 'invalid_client'
    if (!(error instanceof client.ResponseBodyError)) throw error
    return clientRefusals.includes(error.error) ? error.error : null
  }
  return null
}

const clientRefusals = ['invalid_client', 'unauthorized_client']

const redirectUri = (publicUrl: string) =>
  `${publicUrl}/api/v1/auth/oidc/callback`

/** Throws if the payload is not of a logout token. */
function toLogout(payload: JWTPayload): OidcLogout {
  const { jti, iat = 0, events, nonce, sub, sid } = payload
  const isLogout = Object.hasOwn(
    Object(events),
    'http://schemas.openid.net/event/backchannel-logout',
  )
  const session = typeof sid === 'string' ? sid : undefined
  if (!isLogout || nonce !== undefined || !jti || !(sub || session))
    throw new Error('this is not a logout token')
  const expiresAt = new Date(
    (iat + logoutTokenSeconds + toleranceSeconds) * 1000,
  )
  return { jti, expiresAt, subject: sub, sid: session }
}

/**
 * Why a call to the identity provider failed, for the log. Contains no token,
 * code or claim.
 */
export function describeOidcError(error: unknown) {
  const { name, message, code, error: reported, cause } = Object(error)
  return {
    name,
    message,
    code,
    reported,
    cause: cause instanceof Error ? cause.message : undefined,
  }
}

/**
 * Whether the identity provider couldn't be reached, or returned a server
 * error.
 */
export const isOidcUnavailable = (error: unknown): boolean => {
  const { code, cause } = Object(error)
  const isFailure = cause instanceof Response && cause.status >= 500
  const isUnreachable = error instanceof TypeError && cause instanceof Error
  return (
    isFailure ||
    isUnreachable ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'ERR_JWKS_TIMEOUT'
  )
}
