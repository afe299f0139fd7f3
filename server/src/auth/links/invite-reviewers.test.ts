import { describe, expect } from 'vitest'
import { keys } from '../../../test/http.ts'
import { findRow, findRows, setRows } from '../../../test/rows.ts'
import { test as base } from '../../../test/signing-in.ts'
import { getLinkToken } from './open-link.ts'

type Invitation = { toEmails: string[]; vendorName?: string }

const test = base
  .extend('inviter', ({ made }) => made.underwriter('inviteTpr'))
  .extend(
    'inviteAs',
    ({ node, signInAt, time }) =>
      async (actor: { id: string }, body: Invitation) => {
        return (await signInAt(node, actor, time.now()))(
          'POST',
          '/v1/auth/tpr/invite',
          { body },
        )
      },
  )
  .extend('invite', ({ inviter, inviteAs }) => (body: Invitation) => {
    return inviteAs(inviter, body)
  })
  /** A reviewer who may invite others to their vendor. */
  .extend('vendorsInviter', ({ made }) =>
    made.user({ role: 'TPR', holds: ['inviteTpr'] }),
  )
  .extend(
    'setEmail',
    ({ committed }) =>
      ({ id }: { id: string }, email: string) => {
        return setRows(committed, 'appUser', { id }, { email })
      },
  )
  .extend('companyOf', ({ committed }) => async (email: string) => {
    const [user] = await findRows(committed, 'appUser', { email })
    return (
      user && (await findRow(committed, 'company', { id: user.companyId })).name
    )
  })

describe('an invitation', () => {
  test('creates an account and emails a link', async ({
    inviter,
    invite,
    browser,
    committed,
    queued,
  }) => {
    const answer = await invite({
      toEmails: ['  Ana.Ortiz@Fern.example '],
      vendorName: 'Fern Review',
    })
    expect(answer.json()).toEqual({
      invited: ['ana.ortiz@fern.example'],
      refused: [],
      skipped: [],
    })
    const user = await findRow(committed, 'appUser', {
      email: 'ana.ortiz@fern.example',
    })
    expect(user).toMatchObject({ name: 'Ana Ortiz', status: 'ACTIVE' })
    const entry = { userId: user.id, actorId: inviter.id, action: 'invite' }
    expect(await findRows(committed, 'userHistory')).toMatchObject([entry])
    const link = await findRow(committed, 'accountLink')
    expect(link).toMatchObject({
      purpose: 'INVITE',
      expiresAt: new Date('2026-03-07T15:00:00.000Z'),
    })
    expect(await queued('send-link')).toEqual([{ linkId: link.id }])

    const own = browser()
    const token = getLinkToken(keys, link.id)
    const checked = await own.call('POST', '/auth/tpr/check-link', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(checked.json()).toEqual({ email: user.email, purpose: 'INVITE' })
    expect((await own.setPassword(token, 'ferns in the wood')).json()).toEqual({
      email: user.email,
    })
    expect(
      (await own.enterPassword(user.email, 'ferns in the wood')).json(),
    ).toMatchObject({ factor: 'EMAIL' })
  })

  test('skips those who cannot be invited, with the reason', async ({
    invite,
    people,
    made,
    setEmail,
    companyOf,
  }) => {
    const vendor = await made.company('TPR_VENDOR')
    const [here, off] = [
      await people.reviewer(vendor.id),
      await people.reviewer(vendor.id),
    ]
    const elsewhere = await people.reviewer()
    await made.deactivate(off)
    await setEmail(await made.seller(), 'seller@acme.example')
    const others = [
      here.email,
      off.email,
      elsewhere.email,
      'seller@acme.example',
    ]
    const toEmails = [
      'no address',
      'new@fern.example',
      'NEW@fern.example',
      ...others,
    ]
    const answer = await invite({
      vendorName: vendor.name.toUpperCase(),
      toEmails,
    })
    expect(answer.json()).toEqual({
      invited: ['new@fern.example'],
      refused: [],
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

  test('voids the older link, after a minute at the earliest', async ({
    invite,
    committed,
    time,
  }) => {
    const body = { toEmails: ['new@fern.example'], vendorName: 'Fern' }
    await invite(body)
    expect((await invite(body)).json().skipped).toEqual([
      { email: 'new@fern.example', reason: 'TOO_SOON' },
    ])
    time.pass(60)
    expect(
      (await invite({ toEmails: ['new@fern.example'] })).json().invited,
    ).toEqual(['new@fern.example'])
    const links = await findRows(committed, 'accountLink')
    expect(links.map(({ usedAt }) => usedAt === null)).toEqual([false, true])
  })

  test('derives the vendor from the mail domain', async ({
    invite,
    made,
    people,
    setEmail,
    companyOf,
  }) => {
    const vendor = await made.company('TPR_VENDOR')
    await setEmail(await people.reviewer(vendor.id), 'a@orchid.example')
    await invite({
      toEmails: ['b@orchid.example', 'c@new.example', 'd@new.example'],
    })
    expect(await companyOf('b@orchid.example')).toBe(vendor.name)
    expect(await companyOf('c@new.example')).toBe('new.example')
    expect(await companyOf('d@new.example')).toBe('new.example')

    const answer = await invite({
      toEmails: ['e@orchid.example', 'ana@gmail.com'],
    })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toMatchObject([{ field: 'vendorName' }])
    expect(await companyOf('ana@gmail.com')).toBeUndefined()
    expect(await companyOf('e@orchid.example')).toBeUndefined()
  })

  test('skips mail domains of LoanDock users', async ({
    invite,
    inviteAs,
    vendorsInviter,
    made,
    setEmail,
    companyOf,
  }) => {
    await setEmail(await made.underwriter(), 'one@buyer.example')
    await setEmail(await made.seller(), 'one@seller.example')
    const toEmails = ['two@buyer.example', 'two@seller.example']
    const skipped = toEmails.map((email) => ({ email, reason: 'ELSEWHERE' }))
    for (const asked of [{ toEmails }, { toEmails, vendorName: 'Fern' }])
      expect((await invite(asked)).json()).toMatchObject({
        invited: [],
        skipped,
      })
    expect((await inviteAs(vendorsInviter, { toEmails })).json()).toMatchObject(
      { invited: [], skipped },
    )
    expect(await companyOf('two@buyer.example')).toBeUndefined()
  })

  test('counts refused calls too', async ({ invite, committed }) => {
    expect((await invite({ toEmails: ['ana@gmail.com'] })).statusCode).toBe(400)
    expect(await findRows(committed, 'throttle')).toMatchObject([
      { failures: 1 },
    ])
  })

  test('by a reviewer is for their own vendor', async ({
    inviteAs,
    vendorsInviter,
    committed,
    companyOf,
    people,
  }) => {
    const elsewhere = await people.reviewer()
    const answer = await inviteAs(vendorsInviter, {
      toEmails: ['ana@gmail.com', elsewhere.email],
    })
    expect(answer.json()).toMatchObject({
      invited: ['ana@gmail.com'],
      skipped: [{ reason: 'ELSEWHERE' }],
    })
    const vendor = await findRow(committed, 'company', {
      id: vendorsInviter.companyId,
    })
    expect(await companyOf('ana@gmail.com')).toBe(vendor.name)
    const other = await inviteAs(vendorsInviter, {
      toEmails: ['bo@gmail.com'],
      vendorName: 'Another',
    })
    expect(other.statusCode).toBe(400)
    expect(other.json().details).toMatchObject([{ field: 'vendorName' }])
  })

  test('sent ten times in parallel creates each person once', async ({
    invite,
    committed,
  }) => {
    const toEmails = ['a@fern.example', 'b@fern.example', 'c@fern.example']
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        invite({ toEmails, vendorName: 'Fern' }),
      ),
    )
    expect(answers.flatMap((answer) => answer.json().invited).sort()).toEqual(
      toEmails,
    )
    expect(await findRows(committed, 'company', { name: 'Fern' })).toHaveLength(
      1,
    )
  })
})
