import { describe, expect } from 'vitest'
import { caller, keys } from '../../../test/http.ts'
import { rowOf } from '../../../test/rows.ts'
import { test as base } from '../../../test/signing-in.ts'
import { openSession } from '../sessions/session.ts'
import { linkTokenOf } from './open-link.ts'

type Invitation = { toEmails: string[]; vendorName?: string }

const test = base
  .extend('inviter', ({ made }) => made.underwriter('inviteTpr'))
  .extend('inviteAs', ({ node, committed, time }) => async (actor: { id: string }, body: Invitation) => {
    const call = caller(node, await openSession(committed, actor.id, time.now(), 'test'))
    return call('POST', '/v1/auth/tpr/invite', { body })
  })
  .extend(
    'invite',
    ({ inviter, inviteAs }) =>
      (body: Invitation) =>
        inviteAs(inviter, body),
  )
  .extend(
    'companyOf',
    ({ committed }) =>
      async (email: string) =>
        (
          await committed
            .selectFrom('appUser')
            .innerJoin('company', 'company.id', 'appUser.companyId')
            .select(['company.name', 'company.kind'])
            .where('email', '=', email)
            .executeTakeFirst()
        )?.name,
  )

describe('an invitation', () => {
  test('creates an account and emails a link', async ({ inviter, invite, browser, committed, queued }) => {
    const answer = await invite({ toEmails: ['  Ana.Ortiz@Fern.example '], vendorName: 'Fern Review' })
    expect(answer.json()).toEqual({ invited: ['ana.ortiz@fern.example'], skipped: [] })
    const user = await rowOf(committed, 'appUser', { email: 'ana.ortiz@fern.example' })
    expect(user).toMatchObject({ name: 'Ana Ortiz', status: 'ACTIVE' })
    expect(await committed.selectFrom('userHistory').selectAll().execute()).toMatchObject([
      { userId: user.id, actorId: inviter.id, action: 'invite' },
    ])
    const link = await committed.selectFrom('accountLink').selectAll().executeTakeFirstOrThrow()
    expect(link).toMatchObject({ purpose: 'INVITE', expiresAt: new Date('2026-03-07T15:00:00.000Z') })
    expect(await queued('send-link')).toEqual([{ linkId: link.id }])

    const own = browser()
    const headers = { authorization: `Bearer ${linkTokenOf(keys, link.id)}` }
    const checked = await own.call('POST', '/auth/tpr/check-link', { headers })
    expect(checked.json()).toEqual({ email: user.email, purpose: 'INVITE' })
    const set = await own.call('PATCH', '/auth/tpr/set-password', { headers, body: { password: 'ferns in the wood' } })
    expect(set.json()).toEqual({ email: user.email })
    expect((await own.enterPassword(user.email, 'ferns in the wood')).json()).toMatchObject({ factor: 'EMAIL' })
  })

  test('skips those who cannot be invited, with the reason', async ({ invite, people, made, committed, companyOf }) => {
    const vendor = await made.company('TPR_VENDOR')
    const [here, off] = [await people.reviewer(vendor.id), await people.reviewer(vendor.id)]
    const elsewhere = await people.reviewer()
    const seller = await made.seller()
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', off.id).execute()
    await committed.updateTable('appUser').set({ email: 'seller@acme.example' }).where('id', '=', seller.id).execute()
    const answer = await invite({
      vendorName: vendor.name.toUpperCase(),
      toEmails: [
        'no address',
        'new@fern.example',
        'NEW@fern.example',
        here.email,
        off.email,
        elsewhere.email,
        'seller@acme.example',
      ],
    })
    expect(answer.json()).toEqual({
      invited: ['new@fern.example'],
      skipped: [
        { email: 'no address', reason: 'INVALID' },
        { email: 'new@fern.example', reason: 'TWICE' },
        { email: here.email, reason: 'ACTIVE' },
        { email: off.email, reason: 'INACTIVE' },
        { email: elsewhere.email, reason: 'ELSEWHERE' },
        { email: 'seller@acme.example', reason: 'ELSEWHERE' },
      ],
    })
    expect(await companyOf('new@fern.example')).toBe(vendor.name)
  })

  test('voids the older link, after a minute at the earliest', async ({ invite, committed, time }) => {
    const body = { toEmails: ['new@fern.example'], vendorName: 'Fern' }
    await invite(body)
    expect((await invite(body)).json().skipped).toEqual([{ email: 'new@fern.example', reason: 'TOO_SOON' }])
    time.pass(60)
    expect((await invite({ toEmails: ['new@fern.example'] })).json().invited).toEqual(['new@fern.example'])
    const links = await committed.selectFrom('accountLink').select(['id', 'usedAt']).orderBy('id').execute()
    expect(links.map(({ usedAt }) => usedAt === null)).toEqual([false, true])
  })

  test('derives the vendor from the mail domain', async ({ invite, made, people, committed, companyOf }) => {
    const vendor = await made.company('TPR_VENDOR')
    const reviewer = await people.reviewer(vendor.id)
    await committed.updateTable('appUser').set({ email: 'a@orchid.example' }).where('id', '=', reviewer.id).execute()
    await invite({ toEmails: ['b@orchid.example', 'c@new.example', 'd@new.example'] })
    expect(await companyOf('b@orchid.example')).toBe(vendor.name)
    expect(await companyOf('c@new.example')).toBe('new.example')
    expect(await companyOf('d@new.example')).toBe('new.example')

    const answer = await invite({ toEmails: ['e@orchid.example', 'ana@gmail.com'] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field: 'vendorName' }])
    expect(await companyOf('ana@gmail.com')).toBeUndefined()
    expect(await companyOf('e@orchid.example')).toBeUndefined()
  })

  test('skips mail domains of LoanDock users', async ({ invite, inviteAs, made, committed, companyOf }) => {
    const vendor = await made.company('TPR_VENDOR')
    const inviter = await made.user({ role: 'TPR', companyId: vendor.id, holds: ['inviteTpr'] })
    const named = async ({ id }: { id: string }, email: string) =>
      committed.updateTable('appUser').set({ email }).where('id', '=', id).execute()
    await named(await made.underwriter(), 'one@buyer.example')
    await named(await made.seller(), 'one@seller.example')
    const toEmails = ['two@buyer.example', 'two@seller.example']
    const skipped = toEmails.map((email) => ({ email, reason: 'ELSEWHERE' }))
    for (const asked of [{ toEmails }, { toEmails, vendorName: 'Fern' }])
      expect((await invite(asked)).json()).toMatchObject({ invited: [], skipped })
    expect((await inviteAs(inviter, { toEmails })).json()).toMatchObject({ invited: [], skipped })
    expect(await companyOf('two@buyer.example')).toBeUndefined()
  })

  test('counts refused calls too', async ({ inviteAs, made, committed }) => {
    const inviter = await made.underwriter('inviteTpr')
    expect((await inviteAs(inviter, { toEmails: ['ana@gmail.com'] })).statusCode).toBe(400)
    expect(await committed.selectFrom('throttle').select('failures').execute()).toEqual([{ failures: 1 }])
  })

  test('by a reviewer is for their own vendor', async ({ inviteAs, made, companyOf, people }) => {
    const vendor = await made.company('TPR_VENDOR')
    const inviter = await made.user({ role: 'TPR', companyId: vendor.id, holds: ['inviteTpr'] })
    const elsewhere = await people.reviewer()
    const answer = await inviteAs(inviter, { toEmails: ['ana@gmail.com', elsewhere.email] })
    expect(answer.json()).toMatchObject({ invited: ['ana@gmail.com'], skipped: [{ reason: 'ELSEWHERE' }] })
    expect(await companyOf('ana@gmail.com')).toBe(vendor.name)
    const other = await inviteAs(inviter, { toEmails: ['bo@gmail.com'], vendorName: 'Another' })
    expect(other.statusCode).toBe(400)
    expect(other.json().details).toMatchObject([{ field: 'vendorName' }])
  })

  test('sent ten times at once creates each person once', async ({ invite, committed }) => {
    const toEmails = ['a@fern.example', 'b@fern.example', 'c@fern.example']
    const answers = await Promise.all(Array.from({ length: 10 }, () => invite({ toEmails, vendorName: 'Fern' })))
    expect(answers.flatMap((answer) => answer.json().invited).sort()).toEqual(toEmails)
    expect(await committed.selectFrom('company').select('id').where('name', '=', 'Fern').execute()).toHaveLength(1)
  })
})
