import { expect, test as plain } from 'vitest'
import { test } from '../../../test/oidc.ts'
import { addRow, rowOf, rowsOf, setRows } from '../../../test/rows.ts'
import { readPerson } from './link-account.ts'

const email = 'underwriter@buyer.example'

test('an existing user is linked by email, and then found by subject', async ({
  idp,
  claims,
  signIn,
  committed,
  made,
}) => {
  const known = await made.underwriter('myOwn')
  await setRows(committed, 'appUser', { id: known.id }, { email })
  const { browser } = await signIn(email)
  expect((await browser.get('/auth/profile')).json().id).toBe(known.id)
  const [entry] = await rowsOf(committed, 'userHistory', { userId: known.id })
  expect(entry).toMatchObject({ action: 'link-oidc', actorId: null, changes: [{ before: null, after: idp.issuer }] })

  // The address changes at the provider, and another account there gets the old one.
  claims.set(email, { email: 'renamed@buyer.example' })
  const again = await signIn(email)
  expect((await again.browser.get('/auth/profile')).json()).toMatchObject({ id: known.id, email })
  claims.set('admin@buyer.example', { email })
  expect((await signIn('admin@buyer.example')).problem).toBe('LINKED')
})

test('only a verified email links or creates an account', async ({ claims, signIn, committed }) => {
  for (const [changed, expected] of [
    [{ email_verified: false }, 'NO_EMAIL'],
    [{ email_verified: 'false' }, 'NO_EMAIL'],
    [{ email: undefined }, 'NO_EMAIL'],
    [{ email: 'not an address' }, 'NO_EMAIL'],
    [{ email_verified: undefined }, null],
  ] as const) {
    claims.set(email, changed)
    expect({ changed, problem: (await signIn(email)).problem }).toEqual({ changed, problem: expected })
  }
  expect(await rowsOf(committed, 'appUser')).toHaveLength(1)
})

test('a reviewer is never linked; an unused invitation is converted', async ({ signIn, committed, made }) => {
  const reviewer = await made.user({ role: 'TPR' })
  await setRows(committed, 'appUser', { id: reviewer.id }, { email })
  await addRow(committed, 'credential', { userId: reviewer.id, passwordHash: 'a hash', passwordSetAt: new Date(0) })
  expect((await signIn(email)).problem).toBe('REVIEWER')
  await committed.deleteFrom('credential').execute()
  await addRow(committed, 'credential', { userId: reviewer.id })
  const { browser } = await signIn(email)
  expect((await browser.get('/auth/profile')).json()).toMatchObject({ id: reviewer.id, roles: ['UNDERWRITER'] })
})

test('a new seller joins the company that a claim names, if the portal knows the company', async ({
  claims,
  signIn,
  committed,
  made,
}) => {
  const seller = 'seller@acme.example'
  expect((await signIn(seller)).problem).toBe('NO_COMPANY')
  const company = await made.company('SELLER')
  await setRows(committed, 'company', { id: company.id }, { corrId: 'C1001' })
  claims.set(seller, { company_corr_id: undefined })
  expect((await signIn(seller)).problem).toBe('NO_COMPANY')
  claims.clear()
  const { browser } = await signIn(seller)
  expect((await browser.get('/auth/profile')).json()).toMatchObject({ roles: ['SELLER'], companyName: company.name })
  expect(await rowOf(committed, 'appUser', { email: seller })).toMatchObject({ companyId: company.id })
  expect((await signIn('new@buyer.example')).problem).toBe('NO_GROUP')
})

plain('a list of groups may be one name, and one that was cut is refused', () => {
  const settings = { groupsClaim: 'groups', companyClaim: 'company' } as Parameters<typeof readPerson>[1]
  expect(readPerson({ sub: 'a', groups: 'staff' }, settings)).toMatchObject({ groups: ['staff'], sid: null })
  expect(readPerson({ sub: 'a' }, settings).groups).toEqual([])
  expect(() => readPerson({ sub: 'a', _claim_names: { groups: 'src1' } }, settings)).toThrow('too long')
  expect(() => readPerson({ sub: 'a', groups: 7 }, settings)).toThrow()
})
