import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  fetchJson,
  jsonRequest,
  portal,
  runningSandbox,
} from '../test/running.ts'

const sandbox = runningSandbox()
const Ticket = z.object({ loanDockId: z.string() })
const rules = {
  issuer: 'loandock',
  audience: 'loan-review-portal',
  algorithms: ['EdDSA'],
}

const requestTicket = (email: unknown) =>
  fetchJson(
    `${sandbox().loanDockUrl}/sso/tickets`,
    jsonRequest('POST', { email }),
  )
const verify = (ticket: string) =>
  jwtVerify(
    ticket,
    createRemoteJWKSet(
      new URL(`${sandbox().loanDockUrl}/.well-known/jwks.json`),
    ),
    rules,
  )
const authorize = (returnTo: string) =>
  fetch(
    `${sandbox().loanDockUrl}/sso/authorize?return_to=${encodeURIComponent(returnTo)}`,
  )
const choose = (fields: Record<string, string>) => {
  const form = {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  } as const
  return fetch(`${sandbox().loanDockUrl}/sso/authorize`, form)
}

test('a ticket is verified by the published key, names its person, and is valid for 60 s', async () => {
  const { loanDockId } = Ticket.parse(
    (await requestTicket(' Seller.Two@ACME.example')).body,
  )
  const { payload } = await verify(loanDockId)
  expect(payload).toMatchObject({
    sub: 'seller.two@acme.example',
    given_name: 'Daniel',
    family_name: 'Cho',
    kind: 'SELLER',
    company: { name: 'ACME Home Lending', corrId: 'C1001' },
    phone: expect.stringMatching(/555-01/),
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(60)
  const { kid } = decodeProtectedHeader(loanDockId)
  expect(
    (await fetchJson(`${sandbox().loanDockUrl}/.well-known/jwks.json`)).body,
  ).toEqual({
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        x: expect.any(String),
        alg: 'EdDSA',
        use: 'sig',
        kid,
      },
    ],
  })
  expect((await requestTicket('tpr@orchid.example')).status).toBe(404)
  expect((await requestTicket(['a'])).status).toBe(400)
})

test('the chooser shows every account, and returns the browser with a valid ticket', async () => {
  const page = await authorize(`${portal}/sign-in`)
  const text = await page.text()
  const Choices = z.object({
    items: z.array(z.object({ email: z.string(), company: z.string() })),
  })
  const { items } = Choices.parse(
    (await fetchJson(`${sandbox().loanDockUrl}/sso/accounts`)).body,
  )
  for (const { email } of items)
    expect(text).toContain(`name="email" value="${email}"`)
  expect(text).toContain('Fiona O&#39;Dowd')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain(`form-action 'self' ${portal}`)
  expect(policy).not.toContain('unsafe')
  for (const asset of ['pages.css', 'chooser.js'])
    expect(
      (await fetch(`${sandbox().loanDockUrl}/assets/${asset}`)).status,
    ).toBe(200)

  const address = `${portal}/sign-in?redirect=%2Fslvs%3Ftab%3DSLR`
  const answer = await choose({
    return_to: address,
    email: 'slr@buyer.example',
  })
  expect(answer.status).toBe(303)
  const back = new URL(answer.headers.get('location') ?? '')
  expect(back.searchParams.get('redirect')).toBe('/slvs?tab=SLR')
  const { payload } = await verify(back.searchParams.get('loanDockId') ?? '')
  expect(payload.sub).toBe('slr@buyer.example')
})

test.each([
  'http://evil.example/sign-in',
  'https://portal.example:3000/sign-in',
  'http://portal.example:3000@evil.example/',
  'http://user:pw@portal.example:3000/sign-in',
  'http://portal.example:30001/sign-in',
  '//portal.example:3000/sign-in',
  'javascript:alert(1)',
  '',
])(
  'refuses to return to %j with a page, and issues no ticket',
  async (returnTo) => {
    const page = await authorize(returnTo)
    expect(page.status).toBe(400)
    expect(await page.text()).toContain('Sign-in cannot continue')
    const chosen = await choose({
      return_to: returnTo,
      email: 'admin@buyer.example',
    })
    expect(chosen.status).toBe(400)
    expect(chosen.headers.get('location')).toBeNull()
  },
)
