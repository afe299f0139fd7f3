import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect } from 'vitest'
import { test as base } from '../../../test/fixture.ts'
import { listen } from '../../../test/listen.ts'
import { addRow, findRows } from '../../../test/rows.ts'
import { sweepSignIn } from './session.ts'
import { ticketReader } from './tickets.ts'

/** A LoanDock that signs the claims of the test. */
const test = base.extend('read', async ({ now }, { onCleanup }) => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', {
    crv: 'Ed25519',
  })
  const keys = [
    { ...(await exportJWK(publicKey)), kid: 'k', alg: 'EdDSA', use: 'sig' },
  ]
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys }))
  })
  onCleanup(() => void server.close())
  const reader = ticketReader(`http://127.0.0.1:${await listen(server)}`)
  const seconds = Math.floor(now.getTime() / 1000)
  return async (claims: Record<string, unknown>, at = now) => {
    const ids = {
      iss: 'loandock',
      aud: 'loan-review-portal',
      jti: randomUUID(),
      iat: seconds,
      exp: seconds + 60,
    }
    const ticket = new SignJWT({ sub: 'Ana@Acme.example', ...ids, ...claims })
    return reader(
      await ticket
        .setProtectedHeader({ alg: 'EdDSA', kid: 'k' })
        .sign(privateKey),
      at,
    )
  }
})

const validClaims = {
  given_name: 'Ana',
  family_name: 'Ortiz',
  phone: '(212) 555-0142',
  kind: 'SELLER',
  company: { name: 'ACME', corrId: 'C1' },
}

test.for([
  [-6, false],
  [-5, true],
  [64, true],
  [66, false],
] as const)(
  'a ticket is valid %i s after its issue: %s',
  async ([seconds, isGood], { read, now }) => {
    const ticket = await read(
      validClaims,
      new Date(now.getTime() + seconds * 1000),
    )
    expect(ticket !== null).toBe(isGood)
  },
)

test('a used ticket is stored until no node would accept it', async ({
  committed,
  now,
}) => {
  const expiresAt = new Date(now.getTime() + 65_000)
  await addRow(committed, 'usedTicket', { jti: 'one', expiresAt })
  await sweepSignIn(committed, new Date(expiresAt.getTime() + 10_000))
  expect(await findRows(committed, 'usedTicket')).toHaveLength(1)
  await sweepSignIn(committed, new Date(expiresAt.getTime() + 25 * 3_600_000))
  expect(await findRows(committed, 'usedTicket')).toEqual([])
})

test('the account on a ticket is read with the address in lower case', async ({
  read,
}) => {
  expect(await read(validClaims)).toMatchObject({
    email: 'ana@acme.example',
    account: {
      email: 'ana@acme.example',
      firstName: 'Ana',
      lastName: 'Ortiz',
      phone: '(212) 555-0142',
      kind: 'SELLER',
      companyName: 'ACME',
      corrId: 'C1',
    },
  })
  const staff = await read({
    ...validClaims,
    phone: undefined,
    kind: 'STAFF',
    company: { name: 'Buyer', corrId: null },
  })
  expect(staff?.account).toMatchObject({
    kind: 'STAFF',
    corrId: null,
    phone: null,
  })
})

test.for([
  ['no kind', { kind: undefined }],
  ['an unknown kind', { kind: 'ADMIN' }],
  ['no company', { company: undefined }],
  ['a company without a name', { company: { name: ' ', corrId: 'C1' } }],
  ['a seller without a corrId', { company: { name: 'ACME', corrId: null } }],
  ['a name that the database cannot hold', { given_name: 'A\0na' }],
  ['an endless name', { family_name: 'x'.repeat(500) }],
  ['an invalid address', { sub: 'ana' }],
] as const)(
  'the account on a ticket with %s creates no user',
  async ([, change], { read }) => {
    const ticket = await read({ ...validClaims, ...change })
    expect(ticket).not.toBeNull()
    expect(ticket?.account).toBeNull()
  },
)
