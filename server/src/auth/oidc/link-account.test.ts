import { expect, test as plain } from 'vitest'
import { CookieJar } from '../../../test/cookie-jar.ts'
import { test } from '../../../test/oidc.ts'
import { addRow, findRow, findRows, setRows } from '../../../test/rows.ts'
import { browserAt } from '../../../test/signing-in.ts'
import { openSession } from '../sessions/session.ts'
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
  const [entry] = await findRows(committed, 'userHistory', { userId: known.id })
  expect(entry).toMatchObject({
    action: 'link-oidc',
    actorId: null,
    changes: [{ before: null, after: idp.issuer }],
  })

  // The address changes at the provider, and another account there gets the old
  // one.
  claims.set(email, { email: 'renamed@buyer.example' })
  const again = await signIn(email)
  expect((await again.browser.get('/auth/profile')).json()).toMatchObject({
    id: known.id,
    email,
  })
  claims.set('admin@buyer.example', { email })
  expect((await signIn('admin@buyer.example')).problem).toBe('LINKED')
})

test('only a verified email links or creates an account', async ({
  claims,
  signIn,
  committed,
}) => {
  for (const [changed, expected] of [
    [{ email_verified: false }, 'NO_EMAIL'],
    [{ email_verified: 'false' }, 'NO_EMAIL'],
    [{ email: undefined }, 'NO_EMAIL'],
    [{ email: 'not an address' }, 'NO_EMAIL'],
    [{ email_verified: undefined }, 'NO_EMAIL'],
    [{ email_verified: 'true' }, 'NO_EMAIL'],
    [{ xms_edov: true, email_verified: undefined }, 'NO_EMAIL'],
    [{ email_verified: true }, null],
  ] as const) {
    claims.set(email, changed)
    expect({ changed, problem: (await signIn(email)).problem }).toEqual({
      changed,
      problem: expected,
    })
  }
  expect(await findRows(committed, 'appUser')).toHaveLength(1)
})

test('a reviewer is never linked; an unused invitation is converted', async ({
  signIn,
  committed,
  made,
}) => {
  const reviewer = await made.user({ role: 'TPR' })
  await setRows(committed, 'appUser', { id: reviewer.id }, { email })
  await addRow(committed, 'credential', {
    userId: reviewer.id,
    passwordHash: 'a hash',
    passwordSetAt: new Date(0),
  })
  expect((await signIn(email)).problem).toBe('REVIEWER')
  await committed.deleteFrom('credential').execute()
  await addRow(committed, 'credential', { userId: reviewer.id })
  const { browser } = await signIn(email)
  expect((await browser.get('/auth/profile')).json()).toMatchObject({
    id: reviewer.id,
    roles: ['UNDERWRITER'],
  })
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
  expect((await browser.get('/auth/profile')).json()).toMatchObject({
    roles: ['SELLER'],
    companyName: company.name,
  })
  expect(await findRow(committed, 'appUser', { email: seller })).toMatchObject({
    companyId: company.id,
  })
  expect((await signIn('new@buyer.example')).problem).toBe('NO_GROUP')
})

plain.for([
  ['email_verified', { email_verified: true }, true],
  ['email_verified', { email_verified: 'true' }, false],
  ['email_verified', { email_verified: 1 }, false],
  ['email_verified', { xms_edov: true }, false],
  ['xms_edov', { xms_edov: true }, true],
  ['xms_edov', { xms_edov: '1' }, true],
  ['xms_edov', { xms_edov: '0' }, false],
  ['xms_edov', { email_verified: true }, false],
] as const)(
  'if %s says whether an address is verified, %j means %s',
  ([verifiedClaim, claims, isVerified]) => {
    const settings = {
      groupsClaim: 'groups',
      companyClaim: 'company',
      verifiedClaim,
    } as Parameters<typeof readPerson>[1]
    const person = readPerson({ sub: 'a', email, ...claims }, settings)
    expect(person.email).toBe(isVerified ? email : undefined)
  },
)

test('an account that manages permissions is linked only by someone who is signed in to it', async ({
  signIn,
  committed,
  made,
  node,
}) => {
  const administrator = await made.underwriter('myOwn', 'managePermissions')
  await setRows(committed, 'appUser', { id: administrator.id }, { email })
  expect((await signIn(email)).problem).toBe('MANAGER')
  expect(await findRows(committed, 'oidcIdentity')).toEqual([])

  const token = await openSession(
    committed,
    administrator.id,
    new Date(),
    'a browser',
  )
  const browser = browserAt(node, new CookieJar([['session', token]]))
  expect((await signIn(email, { browser })).problem).toBeNull()
  expect((await browser.get('/auth/profile')).json().id).toBe(administrator.id)
  // From then on, the provider's id finds the account.
  expect((await signIn(email)).problem).toBeNull()
})

test('a link to single sign-on doesn’t exchange the account that someone is signed in to', async ({
  signIn,
  committed,
  made,
  node,
}) => {
  const person = await made.underwriter('myOwn')
  const token = await openSession(committed, person.id, new Date(), 'a browser')
  const browser = browserAt(node, new CookieJar([['session', token]]))
  expect((await signIn(email, { browser })).problem).toBe('OTHER_ACCOUNT')
  expect(
    (await signIn(email, { browser, switchFrom: 'cross-site' })).problem,
  ).toBe('OTHER_ACCOUNT')
  expect((await browser.get('/auth/profile')).json().id).toBe(person.id)
  expect(
    (await signIn(email, { browser, switchFrom: 'same-origin' })).problem,
  ).toBeNull()
  expect((await browser.get('/auth/profile')).json().email).toBe(email)
})

plain(
  'a list of groups may be one name, and one that was cut is refused',
  () => {
    const settings = {
      groupsClaim: 'groups',
      companyClaim: 'company',
      verifiedClaim: 'email_verified',
    } as Parameters<typeof readPerson>[1]
    expect(readPerson({ sub: 'a', groups: 'staff' }, settings)).toMatchObject({
      groups: ['staff'],
      sid: null,
    })
    expect(readPerson({ sub: 'a' }, settings).groups).toEqual([])
    expect(() =>
      readPerson({ sub: 'a', _claim_names: { groups: 'src1' } }, settings),
    ).toThrow('too long')
    expect(() => readPerson({ sub: 'a', groups: 7 }, settings)).toThrow()
  },
)
