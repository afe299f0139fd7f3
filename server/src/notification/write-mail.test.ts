import { notificationActions } from '@portal/contract/notification/model'
import type { SlvAction } from '@portal/contract/slv/transitions'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { actions } from '../../test/actions.ts'
import { test as base, brandName, publicUrl } from '../../test/mailing.ts'
import { findRow, setRows } from '../../test/rows.ts'
import { say } from '../../test/talk.ts'
import { setPendingDocuments } from '../slv/review/request-documents.ts'

/** A seller, an underwriter, and an SLV between them. */
const test = base
  .extend('seller', ({ made }) => made.seller())
  .extend('underwriter', ({ made }) => made.underwriter('myOwn'))
  .extend('slv', ({ made, seller, underwriter }) =>
    made.slv({
      status: 'REVIEW',
      sellerId: seller.id,
      underwriterId: underwriter.id,
      buyerLoan: '7001234',
      borrowerLastName: 'Marlow',
    }),
  )
  .extend('move', ({ ctxOf, slv }) => async (by: Actor, action: SlvAction) => {
    const people = { underwriterId: '', managerId: '', traderId: '' }
    return actions[action](await ctxOf(by), slv.id, {
      ...people,
      sellerId: slv.sellerId,
    })
  })
  /** The mails of a person after claiming and delivering all. */
  .extend('mailsOf', ({ claim, deliver, arrived }) => async (person: Actor) => {
    await claim(person)
    await deliver()
    return arrived(person)
  })

describe('without any choice, a seller is mailed', () => {
  test('of requested documents: who asked, which, by when, and where to send them', async ({
    seller,
    underwriter,
    slv,
    ctxOf,
    mailsOf,
  }) => {
    await setPendingDocuments(await ctxOf(underwriter), slv.id, {
      pendingDocuments: [
        { name: 'Bank statements of Marlow', note: 'March and April' },
      ],
      statusComment: 'internal words',
    })
    const [mail, ...others] = await mailsOf(seller)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(
      `Documents requested: loan 7001234 · ${brandName}`,
    )
    expect(mail?.from).toEqual({
      name: 'Buyer Loan Review',
      address: 'no-reply@portal.example',
    })
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain(`${underwriter.name} asked for documents.`)
      expect(part).toContain('Bank statements of the borrower')
      expect(part).toContain('March and April')
      expect(part).toMatch(/Please send by.*\w+day, March \d+, 5 PM ET/)
      expect(part).toContain(`${publicUrl}/slv/review-request/${slv.id}`)
      expect(part).toContain(`${publicUrl}/settings/notifications`)
      expect(part).not.toMatch(/Marlow|internal words/)
    }
  })

  test('of a decision: with its conditions, or with the reason under its own name', async ({
    seller,
    underwriter,
    slv,
    committed,
    move,
    mailsOf,
  }) => {
    await move(underwriter, 'make-final-decision')
    const decided = {
      decisionComment: 'Reserves of Marlow\nNew appraisal',
      decisionLtv: 12.5,
    }
    await setRows(committed, 'slv', { id: slv.id }, decided)
    const [approval] = await mailsOf(seller)
    expect(approval?.subject).toContain('Request approved: loan 7001234')
    expect(approval?.text).toMatch(/^LTV: 12\.5% \(requested \d+(\.\d+)?%\)$/m)
    expect(approval?.text).toContain(
      'Decision Subject To: Reserves of the borrower\nNew appraisal',
    )
    await setRows(
      committed,
      'notification',
      { userId: seller.id },
      { action: 'DECLINED', mailedAt: null },
    )
    await setRows(
      committed,
      'slv',
      { id: slv.id },
      { status: 'DECLINED', decisionComment: 'Too far below' },
    )
    const [denial] = await mailsOf(seller)
    expect(denial?.text).toContain('Decision: Denied')
    expect(denial?.text).toContain('Reason: Too far below')
    expect(denial?.text).not.toContain('Decision Subject To')
  })

  test('of a comment with its text, once, but not of an internal one', async ({
    seller,
    underwriter,
    slv,
    ctxOf,
    mailsOf,
  }) => {
    const ctx = await ctxOf(underwriter)
    await say(ctx, slv, { message: 'An internal remark' })
    await say(ctx, slv, {
      type: 'EXTERNAL',
      message: 'Please explain the deposit of MARLOW.',
      mentions: [seller.id],
    })
    const [mail, ...others] = await mailsOf(seller)
    expect(others).toEqual([])
    expect(mail?.text).toContain(
      '> Please explain the deposit of the borrower.',
    )
    expect(mail?.text).not.toMatch(/internal|marlow/i)
    // Not of their own acts.
    expect(await mailsOf(underwriter)).toEqual([])
  })

  test('no text of a comment that became internal before the mail was sent', async ({
    seller,
    underwriter,
    slv,
    ctxOf,
    committed,
    mailsOf,
  }) => {
    await say(await ctxOf(underwriter), slv, {
      type: 'EXTERNAL',
      message: 'Sent to the wrong people',
    })
    const comment = await findRow(committed, 'comment')
    await setRows(
      committed,
      'comment',
      { id: comment.id },
      { type: 'INTERNAL' },
    )
    const [mail] = await mailsOf(seller)
    expect(mail?.subject).toContain('New comment on an SLV')
    expect(mail?.text).not.toContain('wrong people')
  })
})

test('staff get a comment with its text, and by default no mail about new work', async ({
  seller,
  underwriter,
  slv,
  ctxOf,
  send,
  mailsOf,
}) => {
  await send(underwriter, 'PENDING', slv.id)
  await say(await ctxOf(seller), slv, {
    type: 'EXTERNAL',
    message: 'Here is the letter.',
  })
  const [mail, ...others] = await mailsOf(underwriter)
  expect(others).toEqual([])
  expect(mail?.text).toContain('> Here is the letter.')
  expect(mail?.subject).toContain(notificationActions.PROXY_LOAN_COMMENT.title)
})

test('a decision that was reopened before its mail was sent says the status now', async ({
  seller,
  underwriter,
  move,
  mailsOf,
}) => {
  await move(underwriter, 'make-final-decision')
  await move(underwriter, 'reopen')
  const [mail] = await mailsOf(seller)
  expect(mail?.text).toContain('Status now: In Review')
  expect(mail?.text).not.toContain('Decision Subject To')
})

test('an email that goes out an hour late says when it happened', async ({
  seller,
  slv,
  send,
  now,
  claim,
  deliver,
  arrived,
}) => {
  await send(seller, 'APPROVED', slv.id)
  const anHourLater = new Date(now.getTime() + 3_600_000)
  await claim(seller, anHourLater)
  await deliver(anHourLater)
  const [mail, ...others] = await arrived(seller)
  expect(others).toEqual([])
  expect(mail?.text).toContain(
    'This email is late. It happened Mar 4, 2026, 10:00 AM ET.',
  )
})

test('at night only emails about one’s access go out; the others wait for 7 AM, in one email', async ({
  seller,
  slv,
  send,
  claim,
  deliver,
  arrived,
  committed,
}) => {
  const night = new Date('2026-03-05T02:00:00.000Z')
  const morning = new Date('2026-03-05T12:00:00.000Z')
  await send(seller, 'APPROVED', slv.id, night)
  await send(seller, 'REOPENED', slv.id, night)
  await send(seller, 'ROLES_CHANGED', null, night)
  const { rows } = await sql<{ key: string; waits: number }>`
    select singleton_key as key, round(extract(epoch from start_after - created_on))::int as waits
    from pgboss.job where name = 'claim-notifications' order by key`.execute(
    committed,
  )
  expect(rows).toEqual([
    { key: seller.id, waits: 10 * 3600 },
    { key: `${seller.id} urgent`, waits: 10 },
  ])

  await claim(seller, night)
  await deliver(night)
  expect((await arrived(seller)).map(({ subject }) => subject)).toEqual([
    `Your roles were changed · ${brandName}`,
  ])
  await setRows(
    committed,
    'notification',
    { userId: seller.id, action: 'ROLES_CHANGED' },
    { status: 'CHECKED' },
  )
  await claim(seller, morning)
  await deliver(morning)
  const [mail, ...others] = await arrived(seller)
  expect(others).toHaveLength(1)
  expect(mail?.subject).toBe(`2 notifications · ${brandName}`)
  expect(mail?.text).toContain(
    'This happened Mar 4, 2026, 9:00 PM ET. Emails wait from 8 PM to 7 AM ET.',
  )
})
