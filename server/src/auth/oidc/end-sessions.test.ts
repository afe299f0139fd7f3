import { importJWK, type JWTPayload, SignJWT } from 'jose'
import { expect } from 'vitest'
import { test as base } from '../../../test/oidc.ts'
import { findRow, findRows } from '../../../test/rows.ts'

const email = 'underwriter@buyer.example'
const event = 'http://schemas.openid.net/event/backchannel-logout'

const toLogoutUrl = (portal: string) =>
  `${portal}/api/v1/auth/oidc/back-channel-logout`

const test = base
  /** Sends a logout token of the provider with these claims. */
  .extend(
    'sendLogout',
    ({ idp, front }) =>
      async (claims: JWTPayload = {}, alg = 'ES256') => {
        const jwk = idp.key()
        const token = new SignJWT({
          iss: idp.issuer,
          aud: 'loan-review-portal',
          sub: email,
          jti: crypto.randomUUID(),
          iat: Math.floor(Date.now() / 1000),
          events: { [event]: {} },
          ...claims,
        }).setProtectedHeader({ alg, kid: jwk.kid, typ: 'logout+jwt' })
        // Any other algorithm takes the text of the provider's key for a secret.
        const key =
          alg === 'ES256'
            ? await importJWK(jwk, alg)
            : new TextEncoder().encode(JSON.stringify(jwk))
        const body = new URLSearchParams({
          logout_token: await token.sign(key),
        })
        const answer = await fetch(toLogoutUrl(front.url), {
          method: 'POST',
          body,
        })
        return { status: answer.status, body: await answer.json() }
      },
  )

test('signing out ends the session here and at the identity provider', async ({
  signIn,
  committed,
  front,
  idp,
}) => {
  const { browser, at } = await signIn(email)
  const other = await signIn(email, { at })
  const { redirectTo } = (await browser.post('/auth/log-out')).json()
  const url = new URL(redirectTo)
  expect(url.href.startsWith(`${idp.issuer}/session/end?`)).toBe(true)
  expect([...url.searchParams.keys()].sort()).toEqual([
    'client_id',
    'post_logout_redirect_uri',
  ])
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(
    `${front.url}/multi-factor-auth`,
  )
  expect((await browser.get('/auth/profile')).statusCode).toBe(401)
  expect((await other.browser.get('/auth/profile')).statusCode).toBe(200)

  // The provider asks, returns the browser, and tells the portal to end the
  // other sessions of that sign-in.
  const page = await at.follow(front.url, redirectTo)
  if (typeof page === 'string') throw new Error('The provider did not ask')
  const [, xsrf = ''] =
    /name="xsrf" value="(\w+)"/.exec(await page.text()) ?? []
  const end = await at.follow(front.url, `${idp.issuer}/session/end/confirm`, {
    xsrf,
    logout: 'yes',
  })
  expect(end).toBe(`${front.url}/multi-factor-auth`)
  await expect.poll(() => findRows(committed, 'session')).toEqual([])
  expect((await other.browser.get('/auth/profile')).statusCode).toBe(401)
  expect((await other.browser.post('/auth/log-out')).json()).toEqual({
    signedOut: true,
    redirectTo: null,
  })
})

test('a logout token ends the sessions of its subject or session, once', async ({
  signIn,
  sendLogout,
  committed,
}) => {
  const first = await signIn(email)
  const second = await signIn(email)
  const colleague = await signIn('slr@buyer.example')
  const sessions = await findRows(committed, 'oidcSession')
  const session = sessions.find(({ subject }) => subject === email)
  expect(await sendLogout({ sid: session?.sid, sub: undefined })).toEqual({
    status: 200,
    body: { ended: 1 },
  })
  expect(
    await sendLogout({ sid: session?.sid, sub: 'slr@buyer.example' }),
  ).toMatchObject({ body: { ended: 0 } })

  const jti = 'the id of one logout'
  expect(await sendLogout({ jti })).toEqual({ status: 200, body: { ended: 1 } })
  expect(await sendLogout({ jti })).toMatchObject({ status: 400 })
  for (const { browser } of [first, second])
    expect((await browser.get('/auth/profile')).statusCode).toBe(401)
  expect((await colleague.browser.get('/auth/profile')).statusCode).toBe(200)
  expect(await findRow(committed, 'session')).toBeDefined()
})

test('other tokens end no session', async ({
  signIn,
  sendLogout,
  committed,
  front,
}) => {
  const { browser } = await signIn(email)
  const now = Math.floor(Date.now() / 1000)
  const wrong: JWTPayload[] = [
    { aud: 'another-client' },
    { iss: 'https://other.example' },
    { nonce: 'as in an ID token' },
    { events: undefined },
    { events: { 'http://other.example/event': {} } },
    { jti: undefined },
    { iat: undefined },
    { iat: now - 190 },
    { iat: now + 90 },
    { exp: now - 61 },
    { sub: undefined },
  ]
  for (const claims of wrong)
    expect({ claims, ...(await sendLogout(claims)) }).toMatchObject({
      claims,
      status: 400,
    })
  expect(await sendLogout({}, 'HS256')).toMatchObject({ status: 400 })
  const { idToken } = await findRow(committed, 'oidcSession')
  for (const body of [
    'logout_token=',
    'logout_token=a.b.c',
    `logout_token=${idToken.toString('hex')}`,
    '',
  ]) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(toLogoutUrl(front.url), {
      method: 'POST',
      body,
      headers,
    })
    expect(answer.status).toBe(400)
  }
  expect((await browser.get('/auth/profile')).statusCode).toBe(200)
  expect(await findRows(committed, 'usedTicket')).toHaveLength(1)
})
