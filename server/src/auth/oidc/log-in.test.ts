import { decodeJwt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, vi } from 'vitest'
import { test } from '../../../test/oidc.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import { browserAt } from '../../../test/signing-in.ts'
import { inviteFirstAdmin } from '../../people/invite-first-admin.ts'

const email = 'underwriter@buyer.example'

describe('single sign-on', () => {
  test('opens a session and returns to the page that was asked for', async ({
    signIn,
    committed,
    idp,
    lines,
  }) => {
    const { browser, problem, returnTo } = await signIn(email)
    expect({ problem, returnTo }).toEqual({ problem: null, returnTo: '/slv' })
    const profile = (await browser.get('/auth/profile')).json()
    expect(profile).toMatchObject({
      email,
      role: 'UNDERWRITER',
      companyKind: 'BUYER',
      name: 'Anna Lindqvist',
    })
    expect([...browser.jar.keys()]).toEqual(['session'])
    expect(await findRow(committed, 'oidcIdentity')).toMatchObject({
      issuer: idp.issuer,
      userId: profile.id,
    })
    const text = lines.join('\n')
    const { idToken } = await findRow(committed, 'oidcSession')
    expect(idToken.toString('latin1')).not.toContain('eyJ')
    for (const secret of ['eyJ', 'code=', browser.jar.get('session') ?? ''])
      expect(text).not.toContain(secret)
  })

  test('makes the first administrator, in addition to what the groups grant', async ({
    signIn,
    committed,
  }) => {
    await inviteFirstAdmin(committed, new Date(), email)
    const { browser } = await signIn(email)
    const { permissions } = (await browser.get('/auth/profile')).json()
    expect(permissions).toMatchObject({
      managePermissions: true,
      manageGuidelines: true,
    })
  })

  test('asks with PKCE, state and nonce, and a cookie that only the server reads', async ({
    node,
    goToIdp,
  }) => {
    const browser = browserAt(node)
    const asked = new URL(await goToIdp(browser)).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({
      code_challenge_method: 'S256',
      response_type: 'code',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
    const [cookie] = (await browser.get('/auth/oidc/sign-in')).cookies
    expect(cookie).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 600,
    })
    expect(cookie?.value).not.toContain(asked.get('state'))
  })

  test('is shown on the sign-in page with its label, and is off without settings', async ({
    node,
    app,
  }) => {
    expect((await browserAt(node).get('/branding')).json()).toMatchObject({
      oidcLabel: 'Continue with Acme ID',
    })
    expect((await browserAt(app).get('/branding')).json()).toMatchObject({
      oidcLabel: null,
    })
    for (const path of ['sign-in', 'callback'])
      expect((await browserAt(app).get(`/auth/oidc/${path}`)).statusCode).toBe(
        404,
      )
  })

  test('says that the identity provider can’t be reached', async ({
    oidcNode,
  }) => {
    const node = await oidcNode(undefined, { issuer: 'http://127.0.0.1:9' })
    const { statusCode, headers } = await browserAt(node).get(
      '/auth/oidc/sign-in?returnTo=/slv',
    )
    expect({ statusCode, to: headers.location }).toEqual({
      statusCode: 303,
      to: '/multi-factor-auth?returnTo=%2Fslv&problem=UNAVAILABLE',
    })
  })
})

describe('a callback', () => {
  test('works once across two nodes, no matter how often it is opened', async ({
    node,
    oidcNode,
    chooseAccount,
    committed,
  }) => {
    const other = await oidcNode()
    const browser = browserAt(node)
    const callback = await chooseAccount(browser, email)
    const copies = [
      browser,
      browser.copy(other),
      browser.copy(),
      browser.copy(other),
      browser.copy(),
    ]
    const answers = await Promise.all(copies.map((copy) => copy.get(callback)))
    const locations = answers
      .map(({ headers }) => String(headers.location))
      .toSorted()
    expect(locations.map((to) => to.includes('problem=EXPIRED'))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    expect(await findRows(committed, 'session')).toHaveLength(1)
  })

  test('opens no session in another browser or after ten minutes', async ({
    node,
    oidcNode,
    chooseAccount,
    goToIdp,
  }) => {
    const victim = browserAt(node)
    await goToIdp(victim)
    const attacker = browserAt(node)
    const callback = await chooseAccount(attacker, 'seller@acme.example')
    const late = await oidcNode(() => new Date(Date.now() + 601_000))
    for (const browser of [victim, browserAt(node), attacker.copy(late)]) {
      expect((await browser.get(callback)).headers.location).toMatch(
        /problem=EXPIRED$/,
      )
      expect(browser.jar.has('session')).toBe(false)
    }
  })

  test('refuses a used code with a new state', async ({
    node,
    signIn,
    chooseAccount,
    goToIdp,
    lines,
  }) => {
    const browser = browserAt(node)
    const used = await chooseAccount(browser, email)
    await browser.get(used)
    const state =
      new URL(await goToIdp(browser)).searchParams.get('state') ?? ''
    const replayed = used.replace(/state=[\w-]+/, `state=${state}`)
    expect((await browser.get(replayed)).headers.location).toMatch(
      /problem=FAILED$/,
    )
    expect(lines.at(-1)).toBeDefined()
    expect(lines.join()).toContain('invalid_grant')
    expect((await signIn(email)).problem).toBeNull()
  })

  test('of another identity provider, without one, with an error or without a code is refused', async ({
    node,
    chooseAccount,
    committed,
  }) => {
    for (const change of [
      (url: string) =>
        url.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fother.example'),
      (url: string) => url.replace(/&iss=[^&]+/, ''),
      (url: string) => url.replace(/code=[^&]+/, 'error=access_denied'),
      (url: string) => url.replace(/code=[^&]+&?/, ''),
    ]) {
      const browser = browserAt(node)
      const callback = await chooseAccount(browser, email)
      expect(change(callback)).not.toBe(callback)
      expect((await browser.get(change(callback))).headers.location).toMatch(
        /problem=FAILED$/,
      )
    }
    expect(await findRows(committed, 'session')).toEqual([])
  })
})

/** Claims of an ID token, and the reason in the log. */
const wrongClaims: [claims: JWTPayload, reason: RegExp][] = [
  [{ aud: 'another-client' }, /"aud\\?"/],
  [{ aud: ['loan-review-portal', 'other'], azp: 'other' }, /"azp\\?"/],
  [{ azp: 'other' }, /for another client/],
  [{ iss: 'https://other.example' }, /"iss\\?"/],
  [{ nonce: 'a nonce of another sign-in' }, /"nonce\\?"/],
  [{ nonce: undefined }, /"nonce\\?"/],
  [{ exp: undefined }, /"exp\\?"/],
  [{ sub: 'admin@buyer.example' }, /"sub\\?"/],
]

describe('an ID token', () => {
  test('with a wrong audience, issuer, nonce, expiry or subject is refused', async ({
    tamper,
    signIn,
    lines,
    committed,
  }) => {
    for (const [claims, reason] of wrongClaims) {
      tamper.claims(() => claims)
      expect((await signIn(email)).problem).toBe('FAILED')
      expect(
        lines.findLast((line) => line.includes('single sign-on failed')),
      ).toMatch(reason)
    }
    expect(await findRows(committed, 'session')).toEqual([])
  })

  test('without a signature, or signed by another key or a secret, is refused', async ({
    tamper,
    signIn,
    idp,
    settings,
  }) => {
    const header = { kid: idp.key().kid }
    const stranger = await crypto.subtle.generateKey(
      { name: 'ECDSA', namedCurve: 'P-256' },
      false,
      ['sign', 'verify'],
    )
    const secret = new TextEncoder().encode(settings.clientSecret)
    const forge = [
      async (token: string) => new UnsecuredJWT(decodeJwt(token)).encode(),
      (token: string) =>
        new SignJWT(decodeJwt(token))
          .setProtectedHeader({ ...header, alg: 'HS256' })
          .sign(secret),
      (token: string) =>
        new SignJWT(decodeJwt(token))
          .setProtectedHeader({ ...header, alg: 'ES256' })
          .sign(stranger.privateKey),
    ]
    for (const token of forge) {
      tamper.token(token)
      expect((await signIn(email)).problem).toBe('FAILED')
    }
  })

  test('is accepted at a clock that is 50 s ahead or behind, and refused at 90 s', async ({
    oidcNode,
    tamper,
    signIn,
  }) => {
    // Expires when issued, so that only the tolerance remains.
    tamper.claims(({ iat = 0 }) => ({ exp: iat + 1 }))
    const problems: unknown[] = []
    for (const seconds of [50, -50, 90, -90]) {
      const browser = browserAt(
        await oidcNode(() => new Date(Date.now() + seconds * 1000)),
      )
      problems.push((await signIn(email, { browser })).problem)
    }
    expect(problems).toEqual([null, null, 'FAILED', 'FAILED'])
  })
})

test('a new key is fetched at most once a minute', async ({
  idp,
  signIn,
  onTestFinished,
}) => {
  let requests = 0
  const count = (ctx: { path: string }, next: () => Promise<void>) => {
    if (ctx.path === '/jwks') requests += 1
    return next()
  }
  idp.provider().use(count)
  expect((await signIn(email)).problem).toBeNull()
  await idp.rotateKey()
  idp.provider().use(count)
  expect((await signIn(email)).problem).toBe('FAILED')
  expect((await signIn(email)).problem).toBe('FAILED')
  expect(requests).toBe(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  onTestFinished(() => void vi.useRealTimers())
  expect((await signIn(email)).problem).toBeNull()
  expect(requests).toBe(2)
})

test('a deactivated account can’t sign in, the first time or later', async ({
  signIn,
  committed,
}) => {
  const { browser } = await signIn(email)
  await setRows(committed, 'appUser', { email }, { status: 'INACTIVE' })
  expect((await signIn(email)).problem).toBe('INACTIVE')
  await committed.deleteFrom('oidcSession').execute()
  await committed.deleteFrom('oidcIdentity').execute()
  expect((await signIn(email)).problem).toBe('INACTIVE')
  expect((await browser.get('/auth/profile')).statusCode).toBe(403)
})
