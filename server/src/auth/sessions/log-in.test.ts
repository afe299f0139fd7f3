import { permissions } from '@portal/contract/user/model'
import { startSandbox } from '@portal/sandbox/start'
import { describe, expect } from 'vitest'
import { appOn, test as base } from '../../../test/http.ts'
import { addRow, findRow, findRows, setRows } from '../../../test/rows.ts'
import { inviteFirstAdmin } from '../../people/invite-first-admin.ts'
import { setRights } from '../../people/set-rights.ts'
import { logIn as logInDirectly } from './log-in.ts'
import { maxSessions } from './session.ts'
import { ticketReader } from './tickets.ts'

/** The portal with a real LoanDock. */
const test = base
  .extend('sandbox', { scope: 'file' }, async ({}, { onCleanup }) => {
    const sandbox = await startSandbox({
      loanDockPort: 0,
      smtpPort: 0,
      mailboxPort: 0,
      portalOrigins: [],
    })
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
  .extend('logIn', ({ portal }) => async (loanDockId: string, session = '') => {
    const payload = { loanDockId }
    return portal.inject({
      method: 'POST',
      url: '/api/v1/auth/log-in',
      payload,
      cookies: { session },
    })
  })
  .extend('user', async ({ committed, made }) => {
    const seller = await made.seller()
    await setRows(
      committed,
      'appUser',
      { id: seller.id },
      { email: 'seller@acme.example' },
    )
    return seller
  })
  /** The one user with this address, and their company. */
  .extend('userAt', ({ committed }) => async (email: string) => {
    const user = await findRow(committed, 'appUser', { email })
    return {
      ...user,
      company: await findRow(committed, 'company', { id: user.companyId }),
    }
  })

describe('log-in with a LoanDock ticket', () => {
  test('opens a session once', async ({ user, ticket, logIn, portal }) => {
    const loanDockId = await ticket('seller@acme.example')
    const first = await logIn(loanDockId)
    expect(first.statusCode).toBe(200)
    expect(first.json()).toMatchObject({
      id: user.id,
      role: 'SELLER',
      email: 'seller@acme.example',
    })
    const [cookie] = first.cookies
    expect(cookie).toMatchObject({
      name: 'session',
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
    })
    const cookies = { session: cookie?.value ?? '' }
    expect(
      (await portal.inject({ url: '/api/v1/auth/profile', cookies }))
        .statusCode,
    ).toBe(200)
    expect(await logIn(loanDockId)).toMatchObject({ statusCode: 401 })
  })

  test('used 100 times in parallel opens one session', async ({
    user,
    ticket,
    logIn,
    committed,
  }) => {
    const loanDockId = await ticket('seller@acme.example')
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => logIn(loanDockId)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(
      1,
    )
    expect(
      await findRows(committed, 'session', { userId: user.id }),
    ).toHaveLength(1)
  })

  test('succeeds for each of 40 parallel tickets of one person, and keeps the last 20 sessions', async ({
    user,
    ticket,
    logIn,
    committed,
  }) => {
    const tickets = await Promise.all(
      Array.from({ length: 2 * maxSessions }, () =>
        ticket('seller@acme.example'),
      ),
    )
    const answers = await Promise.all(tickets.map((one) => logIn(one)))
    for (const answer of answers) expect(answer.statusCode).toBe(200)
    expect(
      await findRows(committed, 'session', { userId: user.id }),
    ).toHaveLength(maxSessions)
  })

  test('fails for inactive users and reviewers', async ({
    user,
    ticket,
    logIn,
    committed,
    made,
  }) => {
    const enter = async () =>
      (await logIn(await ticket('seller@acme.example'))).json()
    const failed = { statusCode: 401, error: 'Login failed' }
    await addRow(committed, 'credential', {
      userId: user.id,
      passwordHash: 'a hash',
      passwordSetAt: new Date(0),
    })
    expect(await enter()).toMatchObject(failed)
    await committed.deleteFrom('credential').execute()
    expect(await enter()).toMatchObject({ id: user.id })
    await made.deactivate(user)
    expect(await enter()).toMatchObject(failed)
  })

  test('fails for a forged ticket', async ({ user, ticket, logIn }) => {
    expect(user.role).toBe('SELLER')
    const [head, body, signature] = (await ticket('seller@acme.example')).split(
      '.',
    )
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const other = Buffer.from(
      JSON.stringify({ ...claims, sub: 'admin@buyer.example' }),
    ).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [
      `${head}.${other}.${signature}`,
      `${none}.${body}.`,
      `${head}.${body}.AAAA`,
    ])
      expect(await logIn(forged)).toMatchObject({ statusCode: 401 })
  })
})

describe('the first sign-in', () => {
  test('creates a seller and their company', async ({
    ticket,
    logIn,
    userAt,
    committed,
  }) => {
    const answer = await logIn(await ticket('seller.two@marlowick.example'))
    const companyName = 'Marlowick Mortgage, Inc.'
    expect(answer.json()).toMatchObject({
      role: 'DEFAULT',
      roles: ['DEFAULT'],
      companyName,
    })
    await logIn(await ticket('seller@marlowick.example'))
    const second = await userAt('seller.two@marlowick.example')
    const first = await userAt('seller@marlowick.example')
    expect(second).toMatchObject({
      name: 'Ibrahim Saleh',
      company: { kind: 'SELLER', corrId: 'C1004' },
    })
    expect(second.phone).toMatch(/555-01/)
    expect(first.companyId).toBe(second.companyId)
    const history = await findRows(committed, 'userHistory', {
      userId: second.id,
    })
    expect(history).toMatchObject([{ action: 'arrive', actorId: null }])
  })

  test('notifies the administrators once, until the person has a role', async ({
    ticket,
    logIn,
    userAt,
    committed,
    made,
    ctxOf,
  }) => {
    const admin = await made.underwriter('managePermissions')
    await made.underwriter('assignLoans')
    const email = 'arrival@buyer.example'
    const enter = async () => logIn(await ticket(email))
    await enter()
    await enter()
    const person = await userAt(email)
    expect(await findRows(committed, 'notification')).toMatchObject([
      {
        userId: admin.id,
        action: 'ACCESS_REQUESTED',
        entityId: person.id,
        description: `${person.name}, ${person.company.name} (${email})`,
      },
    ])

    await setRights(await ctxOf(admin), {
      id: person.id,
      roles: ['UNDERWRITER'],
    })
    expect(await findRows(committed, 'notification')).toMatchObject([
      { userId: person.id, title: 'You now have access' },
    ])
    await enter()
    expect(await findRows(committed, 'notification')).toHaveLength(1)
  })

  test('joins the buyer, or the company by corrId', async ({
    ticket,
    logIn,
    userAt,
    committed,
    made,
  }) => {
    const buyer = await made.company('BUYER')
    const birch = await made.company('SELLER')
    await setRows(committed, 'company', { id: birch.id }, { corrId: 'C1002' })
    await logIn(await ticket('arrival@buyer.example'))
    await logIn(await ticket('seller@birch.example'))
    expect((await userAt('arrival@buyer.example')).companyId).toBe(buyer.id)
    expect((await userAt('seller@birch.example')).company).toMatchObject({
      id: birch.id,
      name: birch.name,
    })
  })

  test('creates one person and company when concurrent', async ({
    ticket,
    logIn,
    committed,
  }) => {
    const emails = [
      'seller@yarrowgate.example',
      'seller@saltbrook.example',
      'seller.two@saltbrook.example',
    ]
    const tickets = await Promise.all(
      [...emails, ...emails, ...emails, ...emails].map(ticket),
    )
    const answers = await Promise.all(tickets.map((one) => logIn(one)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(
      answers.map(() => 200),
    )
    for (const email of emails)
      expect(await findRows(committed, 'appUser', { email })).toHaveLength(1)
    const companies = await findRows(committed, 'company')
    expect(companies.map(({ corrId }) => corrId).sort()).toEqual([
      'C1005',
      'C1023',
    ])
    expect(await findRows(committed, 'userHistory')).toHaveLength(3)
  })

  test('is the only one that copies LoanDock’s name', async ({
    ticket,
    logIn,
    userAt,
    portal,
  }) => {
    const email = 'seller@birch.example'
    const [cookie] = (await logIn(await ticket(email))).cookies
    const cookies = { session: cookie?.value ?? '' }
    await portal.inject({
      method: 'PATCH',
      url: '/api/v1/users',
      cookies,
      payload: { firstName: 'Pia' },
    })
    expect((await logIn(await ticket(email))).json().name).toBe('Pia Raman')
    expect((await userAt(email)).name).toBe('Pia Raman')
  })
})

describe('the first administrator', () => {
  const arrival = 'arrival@buyer.example'

  test('is made at the first sign-in after an invitation, with history', async ({
    ticket,
    logIn,
    userAt,
    committed,
  }) => {
    expect(await inviteFirstAdmin(committed, new Date(), arrival)).toEqual({
      outcome: 'INVITED',
      replaced: null,
    })
    await logIn(await ticket('seller@birch.example'))
    const { role, permissions: held } = (
      await logIn(await ticket(arrival))
    ).json()
    expect(role).toBe('UNDERWRITER')
    expect(Object.values(held)).toEqual(permissions.map(() => true))
    const { id } = await userAt(arrival)
    const changes = permissions.map((field) => ({
      field,
      before: false,
      after: true,
    }))
    expect(
      await findRows(committed, 'userHistory', { userId: id }),
    ).toMatchObject([
      { action: 'arrive' },
      {
        action: 'set-permissions',
        actorId: null,
        changes: [
          { field: 'roles', before: ['DEFAULT'], after: ['UNDERWRITER'] },
          ...changes,
        ],
      },
    ])
    expect(await findRows(committed, 'adminInvitation')).toEqual([])
  })

  test('is the person named by FIRST_ADMIN_EMAIL, until someone manages permissions', async ({
    ticket,
    sandbox,
    committed,
    made,
  }) => {
    const enter = async (firstAdminEmail: string) => {
      const deps = {
        db: committed,
        now: new Date(),
        readTicket: ticketReader(sandbox.loanDockUrl),
        userAgent: '',
      }
      return logInDirectly(
        { ...deps, former: undefined, firstAdminEmail },
        await ticket(firstAdminEmail),
      )
    }
    expect((await enter('seller@birch.example')).profile.role).toBe('DEFAULT')
    const chief = await made.underwriter('managePermissions')
    expect((await enter(arrival)).profile.role).toBe('DEFAULT')
    await made.deactivate(chief)
    expect((await enter(arrival)).profile).toMatchObject({
      role: 'UNDERWRITER',
      permissions: { manageSla: true },
    })
  })

  test('isn’t made by an expired invitation, or after someone else became the administrator', async ({
    ticket,
    logIn,
    committed,
    made,
  }) => {
    await inviteFirstAdmin(committed, new Date(0), arrival)
    expect((await logIn(await ticket(arrival))).json().role).toBe('DEFAULT')
    await inviteFirstAdmin(committed, new Date(), 'new@buyer.example')
    await made.underwriter('managePermissions')
    expect((await logIn(await ticket('new@buyer.example'))).json().role).toBe(
      'DEFAULT',
    )
  })

  test('is made immediately if they have an account, or refused with the reason', async ({
    made,
    committed,
  }) => {
    const emailOf = async ({ id }: { id: string }) =>
      (await findRow(committed, 'appUser', { id })).email
    const invite = async (email: string) =>
      inviteFirstAdmin(committed, new Date(), email)
    const staff = await made.user({ role: 'BDD' })
    const gone = await made.user({
      role: 'DEFAULT',
      companyId: staff.companyId,
    })
    await made.deactivate(gone)
    const reason = (text: string) => ({
      outcome: 'REFUSED',
      reason: expect.stringContaining(text),
    })
    expect(await invite(await emailOf(await made.seller()))).toEqual(
      reason('must be on the buyer'),
    )
    expect(await invite(await emailOf(gone))).toEqual(reason('is not active'))
    expect(await invite(await emailOf(staff))).toEqual({ outcome: 'MADE' })
    expect(
      await findRows(committed, 'userRole', { userId: staff.id }),
    ).toMatchObject([
      { role: 'BDD', position: 1 },
      { role: 'UNDERWRITER', position: 0 },
    ])
    expect(await invite(await emailOf(staff))).toEqual(
      reason('is already an administrator'),
    )
    expect(await invite('else@buyer.example')).toEqual(
      reason('The portal already has an administrator'),
    )
  })
})

test('an unused invitation does not block a LoanDock sign-in', async ({
  made,
  committed,
  ticket,
  logIn,
}) => {
  const invited = await made.user({ role: 'TPR' })
  const email = 'new@buyer.example'
  await setRows(committed, 'appUser', { id: invited.id }, { email })
  await addRow(committed, 'credential', { userId: invited.id })
  const answer = await logIn(await ticket(email))
  expect(answer.json()).toMatchObject({
    id: invited.id,
    role: 'DEFAULT',
    companyKind: 'BUYER',
    permissions: {},
  })
  expect(answer.json()).toMatchObject({ signsInWith: 'LOAN_DOCK' })
  expect(await findRows(committed, 'credential')).toEqual([])
})

test('the browser’s former session ends', async ({
  user,
  ticket,
  logIn,
  committed,
}) => {
  const session = (await logIn(await ticket('seller@acme.example'))).cookies[0]
    ?.value
  await logIn(await ticket('seller@acme.example'), session)
  expect(
    await findRows(committed, 'session', { userId: user.id }),
  ).toHaveLength(1)
})
