import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, errors, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ask, freshSandbox, portal, runningSandbox, sending } from '../test/running.ts'

const sandbox = runningSandbox()
const Ticket = z.object({ loanDockId: z.string() })
const rules = { issuer: 'loandock', audience: 'loan-review-portal', algorithms: ['EdDSA'] }

const ticketFor = async (email: string) =>
  Ticket.parse((await ask(`${sandbox().loanDockUrl}/sso/tickets`, sending('POST', { email }))).body).loanDockId
const keys = () => createRemoteJWKSet(new URL(`${sandbox().loanDockUrl}/.well-known/jwks.json`))
const authorize = (returnTo: string, more = '') =>
  fetch(`${sandbox().loanDockUrl}/sso/authorize?return_to=${encodeURIComponent(returnTo)}${more}`)
const choose = (fields: Record<string, string>) =>
  fetch(`${sandbox().loanDockUrl}/sso/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

test('a ticket is verified by the published key and says who it is for', async () => {
  const ticket = await ticketFor(' Seller.Two@ACME.example')
  const { payload } = await jwtVerify(ticket, keys(), rules)
  expect(payload).toMatchObject({ sub: 'seller.two@acme.example', given_name: 'Daniel', family_name: 'Cho' })
  expect(payload).toMatchObject({ kind: 'SELLER', company: { name: 'ACME Home Lending', corrId: 'C1001' } })
  expect(payload.phone).toMatch(/555-01/)
  expect(z.uuid().safeParse(payload.jti).success).toBe(true)
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
  expect(decodeJwt(await ticketFor('seller@acme.example')).jti).not.toBe(payload.jti)
})

test('a ticket is no good after 60 seconds, nor when a letter of it is changed', async () => {
  const ticket = await ticketFor('underwriter@buyer.example')
  const issued = decodeJwt(ticket).iat ?? 0
  const at = (seconds: number) => ({ ...rules, currentDate: new Date((issued + seconds) * 1000) })
  await expect(jwtVerify(ticket, keys(), at(59))).resolves.toBeDefined()
  await expect(jwtVerify(ticket, keys(), at(60))).rejects.toThrow(errors.JWTExpired)
  const [head, , signature] = ticket.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(ticket), sub: 'admin@buyer.example' })).toString('base64url')
  await expect(jwtVerify(`${head}.${claims}.${signature}`, keys(), rules)).rejects.toThrow(
    errors.JWSSignatureVerificationFailed,
  )
})

test('the published keys hold no private part and carry the key id of the ticket', async () => {
  const { body } = await ask(`${sandbox().loanDockUrl}/.well-known/jwks.json`)
  const { kid } = decodeProtectedHeader(await ticketFor('admin@buyer.example'))
  expect(body).toEqual({ keys: [{ kty: 'OKP', crv: 'Ed25519', x: expect.any(String), alg: 'EdDSA', use: 'sig', kid }] })
})

test('the clock that is handed in stamps the tickets', async () => {
  const other = await freshSandbox({ now: () => new Date('2025-01-02T03:04:05Z') })
  try {
    const { body } = await ask(`${other.loanDockUrl}/sso/tickets`, sending('POST', { email: 'slr@buyer.example' }))
    expect(decodeJwt(Ticket.parse(body).loanDockId).iat).toBe(Date.parse('2025-01-02T03:04:05Z') / 1000)
  } finally {
    await other.stop()
  }
})

test('nobody gets a ticket for an account that is not there', async () => {
  const tickets = `${sandbox().loanDockUrl}/sso/tickets`
  expect((await ask(tickets, sending('POST', { email: 'tpr@orchid.example' }))).status).toBe(404)
  expect((await ask(tickets, sending('POST', {}))).status).toBe(400)
  expect((await ask(tickets, sending('POST', { email: ['a'] }))).status).toBe(400)
})

test('the chooser shows every account as a button, each with its company', async () => {
  const { items } = z
    .object({
      items: z.array(z.object({ email: z.string(), name: z.string(), kind: z.string(), company: z.string() })),
    })
    .parse((await ask(`${sandbox().loanDockUrl}/sso/accounts`)).body)
  const page = await (await authorize(`${portal}/sign-in`)).text()
  for (const { email } of items) expect(page).toContain(`name="email" value="${email}"`)
  expect(page).toContain('Fiona O&#39;Dowd')
  expect(items.find(({ email }) => email === 'bdd@buyer.example')).toMatchObject({ kind: 'STAFF', company: 'Buyer' })
})

test('without script the search narrows the list and escapes what was typed', async () => {
  const found = await (await authorize(`${portal}/sign-in`, '&search=acme%20MAYA')).text()
  expect(found.match(/class="account"/g)).toHaveLength(1)
  expect(found).toContain('seller@acme.example')
  const none = await (
    await authorize(`${portal}/sign-in`, `&search=${encodeURIComponent('"><script>alert(1)</script>')}`)
  ).text()
  expect(none).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(none).not.toContain('<script>')
  expect(none).toContain('0 accounts')
})

test('choosing sends the browser back with a good ticket and whatever the address carried', async () => {
  const answer = await choose({
    return_to: `${portal}/sign-in?redirect=%2Fslvs%3Ftab%3DSLR`,
    email: 'slr@buyer.example',
  })
  expect(answer.status).toBe(303)
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.origin + back.pathname).toBe(`${portal}/sign-in`)
  expect(back.searchParams.get('redirect')).toBe('/slvs?tab=SLR')
  const { payload } = await jwtVerify(back.searchParams.get('loanDockId') ?? '', keys(), rules)
  expect(payload.sub).toBe('slr@buyer.example')
})

test.each([
  'http://evil.example/sign-in',
  'https://portal.example:3000/sign-in',
  'http://portal.example:3000.evil.example/',
  'http://portal.example:3000@evil.example/',
  'http://user:pw@portal.example:3000/sign-in',
  'http://portal.example/sign-in',
  'http://portal.example:30001/sign-in',
  '//portal.example:3000/sign-in',
  '/sign-in',
  'javascript:alert(1)',
  '',
])('%j is no address to return to: a page says so, and no ticket is made', async (returnTo) => {
  const shown = await authorize(returnTo)
  expect(shown.status).toBe(400)
  expect(await shown.text()).toContain('Sign-in cannot go on')
  const chosen = await choose({ return_to: returnTo, email: 'admin@buyer.example' })
  expect(chosen.status).toBe(400)
  expect(chosen.headers.get('location')).toBeNull()
})

test('an authorize call without any address, or with two, is refused by a page too', async () => {
  const at = `${sandbox().loanDockUrl}/sso/authorize`
  expect((await fetch(at)).status).toBe(400)
  expect((await fetch(`${at}?return_to=${portal}/&return_to=http://evil.example/`)).status).toBe(400)
  expect((await fetch(at, { method: 'POST' })).status).toBe(400)
})

test('a portal that is allowed later can be returned to from then on', async () => {
  expect((await authorize('http://later.example/sign-in')).status).toBe(400)
  sandbox().allowPortal('http://later.example')
  expect((await authorize('http://later.example/sign-in')).status).toBe(200)
})

test('pages carry a policy without inline code and may lead only to the portal', async () => {
  const policy = (await authorize(`${portal}/sign-in`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(policy).toContain(`form-action 'self' ${portal}`)
  for (const [asset, type] of [
    ['pages.css', 'text/css'],
    ['chooser.js', 'text/javascript'],
  ] as const) {
    const answer = await fetch(`${sandbox().loanDockUrl}/assets/${asset}`)
    expect(answer.headers.get('content-type')).toContain(type)
    expect((await answer.text()).length).toBeGreaterThan(200)
  }
})
