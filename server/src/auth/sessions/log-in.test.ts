import { startSandbox } from '@portal/sandbox/start'
import { describe, expect } from 'vitest'
import { appOn, test as base } from '../../../test/http.ts'
import { rowsOf } from '../../../test/rows.ts'
import type { Db } from '../../lib/database/db.ts'

/** The portal beside a real LoanDock. */
const test = base
  .extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sandbox = await startSandbox({ loanDockPort: 0, smtpPort: 0, mailboxPort: 0, portalOrigins: [] })
    onCleanup(sandbox.stop)
    return sandbox
  })
  .extend('portal', async ({ committed, sandbox }, { onCleanup }) => {
    const app = await appOn(committed, () => new Date(), sandbox.loanDockUrl)
    onCleanup(() => app.close())
    return app
  })
  .extend('ticket', ({ sandbox }) => async (email: string): Promise<string> => {
    const answer = await fetch(`${sandbox.loanDockUrl}/sso/tickets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })
    const { loanDockId } = (await answer.json()) as { loanDockId: string }
    return loanDockId
  })
  .extend(
    'logIn',
    ({ portal }) =>
      (loanDockId: string) =>
        portal.inject({ method: 'POST', url: '/api/v1/auth/log-in', payload: { loanDockId } }),
  )
  .extend('user', async ({ committed, made }) => {
    const seller = await made.seller()
    await committed.updateTable('appUser').set({ email: 'seller@acme.example' }).where('id', '=', seller.id).execute()
    return seller
  })

describe('log-in with a LoanDock ticket', () => {
  test('opens a session once', async ({ user, ticket, logIn, portal }) => {
    const loanDockId = await ticket('seller@acme.example')
    const first = await logIn(loanDockId)
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({ id: user.id, role: 'SELLER', email: 'seller@acme.example' })
    const [cookie] = first.cookies
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax', path: '/' })
    const profile = await portal.inject({
      url: '/api/v1/auth/profile',
      headers: { cookie: `session=${cookie?.value}` },
    })
    expect(profile.statusCode).toBe(200)
    expect(await logIn(loanDockId)).toMatchObject({ statusCode: 401 })
  })

  test('used 100 times at once opens one session', async ({ user, ticket, logIn, committed }) => {
    const loanDockId = await ticket('seller@acme.example')
    const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(loanDockId)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const sessions = await committed.selectFrom('session').select('userId').where('userId', '=', user.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('fails for inactive users and reviewers', async ({ user, ticket, logIn, committed }) => {
    await committed
      .insertInto('credential')
      .values({ userId: user.id, passwordHash: 'of some password', passwordSetAt: new Date(0) })
      .execute()
    expect((await logIn(await ticket('seller@acme.example'))).json()).toMatchObject({
      statusCode: 401,
      error: 'Login failed',
    })
    await committed.deleteFrom('credential').where('userId', '=', user.id).execute()
    expect((await logIn(await ticket('seller@acme.example'))).statusCode).toBe(200)
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute()
    expect((await logIn(await ticket('seller@acme.example'))).json()).toMatchObject({
      statusCode: 401,
      error: 'Login failed',
    })
  })

  test('fails for a forged ticket', async ({ user, ticket, logIn }) => {
    expect(user.role).toBe('SELLER')
    const [head, body, signature] = (await ticket('seller@acme.example')).split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'admin@buyer.example' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [`${head}.${other}.${signature}`, `${none}.${body}.`, `${head}.${body}.AAAA`])
      expect(await logIn(forged)).toMatchObject({ statusCode: 401 })
  })
})

describe('the first sign-in', () => {
  const whoIs = (committed: Db, email: string) =>
    committed
      .selectFrom('appUser')
      .innerJoin('company', 'company.id', 'appUser.companyId')
      .select([
        'appUser.id',
        'appUser.name',
        'phone',
        'company.id as companyId',
        'kind',
        'company.name as company',
        'corrId',
      ])
      .where('email', '=', email)
      .execute()

  test('creates a seller and their company', async ({ ticket, logIn, committed }) => {
    const answer = await logIn(await ticket('seller.two@marlowick.example'))
    expect(answer.json()).toMatchObject({
      role: 'DEFAULT',
      roles: ['DEFAULT'],
      companyName: 'Marlowick Mortgage, Inc.',
    })
    await logIn(await ticket('seller@marlowick.example'))
    const [second] = await whoIs(committed, 'seller.two@marlowick.example')
    const [first] = await whoIs(committed, 'seller@marlowick.example')
    expect(second).toMatchObject({ name: 'Ibrahim Saleh', kind: 'SELLER', corrId: 'C1004' })
    expect(second?.phone).toMatch(/555-01/)
    expect(first?.companyId).toBe(second?.companyId)
    const history = await rowsOf(committed, 'userHistory', { userId: second?.id ?? '' })
    expect(history).toMatchObject([{ action: 'arrive', actorId: null }])
  })

  test('joins the buyer, or the company by corrId', async ({ ticket, logIn, committed, made }) => {
    const buyer = await made.company('BUYER')
    const birch = await made.company('SELLER')
    await committed.updateTable('company').set({ corrId: 'C1002' }).where('id', '=', birch.id).execute()
    await logIn(await ticket('arrival@buyer.example'))
    await logIn(await ticket('seller@birch.example'))
    expect(await whoIs(committed, 'arrival@buyer.example')).toMatchObject([{ companyId: buyer.id }])
    expect(await whoIs(committed, 'seller@birch.example')).toMatchObject([{ companyId: birch.id, company: birch.name }])
  })

  test('creates one person and company when concurrent', async ({ ticket, logIn, committed }) => {
    const emails = ['seller@yarrowgate.example', 'seller@saltbrook.example', 'seller.two@saltbrook.example']
    const tickets = await Promise.all([...emails, ...emails, ...emails, ...emails].map(ticket))
    const answers = await Promise.all(tickets.map(logIn))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    for (const email of emails) expect(await whoIs(committed, email)).toHaveLength(1)
    const companies = await committed.selectFrom('company').select('corrId').execute()
    expect(companies.map(({ corrId }) => corrId).sort()).toEqual(['C1005', 'C1023'])
    expect(await committed.selectFrom('userHistory').select('id').execute()).toHaveLength(3)
  })

  test('is the only one that copies LoanDock’s name', async ({ ticket, logIn, committed, portal }) => {
    const email = 'seller@birch.example'
    const [cookie] = (await logIn(await ticket(email))).cookies
    await portal.inject({
      method: 'PATCH',
      url: '/api/v1/users',
      headers: { cookie: `session=${cookie?.value}` },
      payload: { firstName: 'Pia' },
    })
    expect((await logIn(await ticket(email))).json().name).toBe('Pia Raman')
    expect(await whoIs(committed, email)).toMatchObject([{ name: 'Pia Raman' }])
  })
})

test('an unused invitation does not block a LoanDock sign-in', async ({ made, committed, ticket, logIn }) => {
  const invited = await made.user({ role: 'TPR' })
  const email = 'new@buyer.example'
  await committed.updateTable('appUser').set({ email }).where('id', '=', invited.id).execute()
  await committed.insertInto('credential').values({ userId: invited.id }).execute()
  const answer = await logIn(await ticket(email))
  expect(answer.json()).toMatchObject({ id: invited.id, role: 'DEFAULT', companyKind: 'BUYER', permissions: {} })
  expect(answer.json()).toMatchObject({ signsInWith: 'LOAN_DOCK' })
  expect(await committed.selectFrom('credential').select('userId').execute()).toEqual([])
})

test('the browser’s former session ends', async ({ user, ticket, logIn, portal, committed }) => {
  const session = (await logIn(await ticket('seller@acme.example'))).cookies[0]?.value ?? ''
  const payload = { loanDockId: await ticket('seller@acme.example') }
  await portal.inject({ method: 'POST', url: '/api/v1/auth/log-in', payload, cookies: { session } })
  const open = await committed.selectFrom('session').select('tokenHash').where('userId', '=', user.id).execute()
  expect(open).toHaveLength(1)
})
