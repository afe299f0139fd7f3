import { startSandbox } from '@portal/sandbox/start'
import { describe, expect } from 'vitest'
import { appOn, test as base } from '../../test/http.ts'

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
  test('opens a session by cookie, once', async ({ user, ticket, logIn, portal }) => {
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

  test('used a hundred times at once gives one session', async ({ user, ticket, logIn, committed }) => {
    const loanDockId = await ticket('seller@acme.example')
    const answers = await Promise.all(Array.from({ length: 100 }, () => logIn(loanDockId)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const sessions = await committed.selectFrom('session').select('userId').where('userId', '=', user.id).execute()
    expect(sessions).toHaveLength(1)
  })

  test('fails for an account that the portal does not know, and for one that is inactive', async ({
    user,
    ticket,
    logIn,
    committed,
  }) => {
    expect((await logIn(await ticket('seller@birch.example'))).json()).toMatchObject({
      statusCode: 401,
      error: 'Login failed',
    })
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', user.id).execute()
    expect((await logIn(await ticket('seller@acme.example'))).json()).toMatchObject({
      statusCode: 401,
      error: 'Login failed',
    })
  })

  test('fails for a ticket that somebody touched', async ({ user, ticket, logIn }) => {
    expect(user.role).toBe('SELLER')
    const [head, body, signature] = (await ticket('seller@acme.example')).split('.')
    const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
    const other = Buffer.from(JSON.stringify({ ...claims, sub: 'admin@buyer.example' })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    for (const forged of [`${head}.${other}.${signature}`, `${none}.${body}.`, `${head}.${body}.AAAA`])
      expect(await logIn(forged)).toMatchObject({ statusCode: 401 })
  })
})
