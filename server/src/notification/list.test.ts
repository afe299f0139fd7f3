import type { NotificationAction } from '@portal/contract/notification/model'
import { type Actor, permissions } from '@portal/contract/user/model'
import { describeRights } from '@portal/contract/user/policy'
import { describe, expect } from 'vitest'
import { test as base, type Caller } from '../../test/http.ts'
import { findRows, setRows } from '../../test/rows.ts'
import { notify } from '../lib/notify.ts'

const list = '/v1/notifications'

const test = base
  .extend('admin', ({ made }) =>
    made.user({ role: 'UNDERWRITER', holds: permissions }),
  )
  .extend('asAdmin', ({ signedIn, admin }) => signedIn(admin))
  /**
   * Notifies a person in the name of an underwriter, and returns the id of the
   * notification.
   */
  .extend('send', async ({ committed, made, ctxOf }) => {
    const ctx = await ctxOf(await made.underwriter())
    return async (to: Actor, action: NotificationAction, description = '') => {
      await notify(ctx, { action, entityId: null, to: [to.id], description })
      return (await findRows(committed, 'notification')).at(-1)?.id ?? ''
    }
  })
const read = async (caller: Caller, query = '') =>
  (await caller('GET', `${list}${query}`)).json()
const actionsIn = ({ items }: { items: { action: string }[] }) =>
  items.map(({ action }) => action)

test('the list is newest first, filtered, with the count of all unviewed', async ({
  made,
  signedIn,
  send,
}) => {
  const person = await made.underwriter('managePermissions')
  const me = await signedIn(person)
  const first = await send(person, 'PENDING', '7001234 · Marlow')
  await send(person, 'PROXY_LOAN_TAG')
  await send(person, 'REASSIGNED')
  expect(
    (
      await me('PATCH', `${list}/${first}`, { body: { status: 'CHECKED' } })
    ).json(),
  ).toMatchObject({
    id: first,
    status: 'CHECKED',
    type: 'PROXY_LOAN',
    title: 'New request to review',
    description: '7001234 · Marlow',
  })
  const all = await read(me)
  expect(actionsIn(all)).toEqual(['REASSIGNED', 'PROXY_LOAN_TAG', 'PENDING'])
  expect(all.unviewed).toBe(2)
  const fields = [
    'action',
    'createdAt',
    'description',
    'entityId',
    'id',
    'status',
    'title',
    'type',
  ] as const
  expect(Object.keys(all.items[0]).toSorted()).toEqual(fields)
  expect(actionsIn(await read(me, '?type=CONVERSATION,USER'))).toEqual([
    'PROXY_LOAN_TAG',
  ])
  expect(actionsIn(await read(me, '?status=CHECKED'))).toEqual(['PENDING'])
  expect(await read(me, '?type=TDOC')).toMatchObject({ items: [], unviewed: 2 })
  expect((await me('GET', `${list}?type=NOTHING`)).statusCode).toBe(400)
  expect((await me('GET', `${list}?status=READ`)).statusCode).toBe(400)
})

test('the list has the newest 99, and counts up to 100', async ({
  made,
  signedIn,
  send,
  committed,
  now,
}) => {
  const person = await made.underwriter()
  const me = await signedIn(person)
  const notice = {
    userId: person.id,
    type: 'PROXY_LOAN',
    action: 'PENDING',
    title: '',
    createdAt: now,
  } as const
  await committed
    .insertInto('notification')
    .values(Array(120).fill(notice))
    .execute()
  await send(person, 'REASSIGNED')
  const { items, unviewed } = await read(me)
  expect(items).toHaveLength(99)
  expect(items[0].action).toBe('REASSIGNED')
  expect(unviewed).toBe(100)
})

test('the list never has what the role may not see, even from before', async ({
  made,
  signedIn,
  send,
  committed,
}) => {
  const person = await made.underwriter('manageSlr')
  const me = await signedIn(person)
  await send(person, 'SLR_PENDING', 'CANARY-slr')
  await send(person, 'TD_COMPLETED', 'CANARY-td')
  await send(person, 'REASSIGNED')
  expect((await read(me)).items).toHaveLength(3)
  await setRows(
    committed,
    'userRole',
    { userId: person.id },
    { role: 'SELLER' },
  )
  const asSeller = await signedIn(person)
  const seen = await asSeller('GET', list)
  expect(seen.body).not.toMatch(/CANARY|SLR|TD_|Trade/)
  expect(seen.json()).toMatchObject({
    unviewed: 1,
    items: [{ action: 'REASSIGNED' }],
  })
})

describe('only one’s own', () => {
  test('can be read, marked and deleted; other people’s are not found', async ({
    made,
    signedIn,
    send,
    committed,
  }) => {
    const [one, two] = [await made.underwriter(), await made.seller()]
    const [me, other] = [await signedIn(one), await signedIn(two)]
    const mine = await send(one, 'PENDING')
    expect(await read(other)).toEqual({
      items: [],
      unviewed: 0,
      rights: describeRights(two),
    })
    const theirs = await send(two, 'APPROVED')
    const body = [theirs, mine].map((id) => ({ id, status: 'CHECKED' }))
    const several = await other('PATCH', `${list}/statuses`, { body })
    expect(several.statusCode).toBe(404)
    expect(several.json().details).toEqual([
      { field: mine, error: 'Notification not found' },
    ])
    const unchecked = { status: 'UNCHECKED' }
    expect(await findRows(committed, 'notification')).toMatchObject([
      unchecked,
      unchecked,
    ])

    expect((await me('DELETE', `${list}/${mine}`)).json()).toEqual({ id: mine })
    expect((await read(me)).items).toEqual([])
    expect((await me('DELETE', `${list}/${mine}`)).statusCode).toBe(404)
  })

  test('several can be marked together, and again', async ({
    made,
    signedIn,
    send,
  }) => {
    const person = await made.underwriter()
    const me = await signedIn(person)
    const ids = [
      await send(person, 'PENDING'),
      await send(person, 'REASSIGNED'),
    ]
    const body = ids.map((id) => ({ id, status: 'CHECKED' }))
    for (let time = 0; time < 2; time++) {
      expect((await me('PATCH', `${list}/statuses`, { body })).json()).toEqual({
        ids,
      })
      expect((await read(me)).unviewed).toBe(0)
    }
    expect(
      (await me('PATCH', `${list}/statuses`, { body: [] })).statusCode,
    ).toBe(400)
    expect(
      (
        await me('PATCH', `${list}/${ids[0]}`, {
          body: { status: 'UNCHECKED' },
        })
      ).statusCode,
    ).toBe(400)
  })
})

describe('a manual notification', () => {
  test('requires managePermissions, and describes the SLV', async ({
    made,
    signedIn,
    asAdmin,
  }) => {
    const reader = await made.underwriter('myOwn')
    const slv = await made.slv({ underwriterId: reader.id })
    const asReader = await signedIn(reader)
    const body = { userId: reader.id, action: 'PENDING', entityId: slv.id }
    expect((await asReader('POST', list, { body })).statusCode).toBe(403)
    expect((await asAdmin('POST', list, { body })).json()).toMatchObject({
      action: 'PENDING',
      entityId: slv.id,
      description: `${slv.buyerLoan} · ${slv.borrowerLastName}`,
    })
    expect((await read(asReader)).unviewed).toBe(1)
  })

  test('is refused for what the reader may not see, with the field', async ({
    made,
    admin,
    asAdmin,
    committed,
  }) => {
    const slv = await made.slv({ borrowerLastName: 'CANARY-borrower' })
    const owner = await made.ownerOf(slv)
    const [stranger, gone] = [await made.seller(), await made.seller()]
    await made.deactivate(gone)
    const cases = [
      [
        { userId: stranger.id, action: 'APPROVED', entityId: slv.id },
        'entityId',
      ],
      [{ userId: owner.id, action: 'APPROVED' }, 'entityId'],
      [
        { userId: owner.id, action: 'SLR_COMPLETED', entityId: slv.id },
        'action',
      ],
      [
        { userId: owner.id, action: 'TDOC_RECEIVED', entityId: slv.id },
        'action',
      ],
      [
        { userId: admin.id, action: 'TDOC_RECEIVED', entityId: slv.id },
        'userId',
      ],
      [{ userId: gone.id, action: 'APPROVED', entityId: slv.id }, 'userId'],
      [{ userId: owner.id, action: 'NOTHING', entityId: slv.id }, 'action'],
    ] as const
    for (const [body, field] of cases) {
      const answer = await asAdmin('POST', list, { body })
      expect(answer.statusCode, JSON.stringify(body)).toBe(400)
      expect(answer.json().details).toMatchObject([{ field }])
    }
    expect(await findRows(committed, 'notification')).toEqual([])
    const sent = await asAdmin('POST', list, {
      body: { userId: owner.id, action: 'MY_COMPANY_VIEW' },
    })
    expect(sent.json()).toMatchObject({ entityId: null, description: '' })
  })
})

describe('an announcement', () => {
  const text = {
    title: 'Closed on Friday',
    description: 'The desk opens again on Monday at 9:00.',
  }
  const announcements = `${list}/announcements`

  test('reaches people by role and company; only admins send it', async ({
    made,
    admin,
    asAdmin,
    signedIn,
    committed,
  }) => {
    const [seller, underwriter, gone] = [
      await made.seller(),
      await made.underwriter('myOwn'),
      await made.seller(),
    ]
    const colleague = await made.seller(seller.companyId)
    const vendor = await made.user({ role: 'TPR' })
    await made.deactivate(gone)
    const asUnderwriter = await signedIn(underwriter)
    expect(
      (await asUnderwriter('POST', announcements, { body: text })).statusCode,
    ).toBe(403)
    expect((await asUnderwriter('GET', announcements)).statusCode).toBe(403)

    const everyone = [seller, colleague, underwriter, vendor]
    const companyIds = [seller.companyId]
    const key = { 'idempotency-key': 'to all' }
    for (const [body, readers, headers] of [
      [text, everyone, key],
      [text, [], key],
      [{ ...text, roles: ['TPR', 'UNDERWRITER'] }, [underwriter, vendor], {}],
      [{ ...text, companyIds }, [seller, colleague], {}],
      [{ ...text, companyIds, roles: ['SELLER'] }, [seller, colleague], {}],
    ] as const) {
      await setRows(committed, 'notification', {}, { status: 'CHECKED' })
      const answer = await asAdmin('POST', announcements, { body, headers })
      expect(answer.statusCode, answer.body).toBe(200)
      for (const person of [admin, ...everyone]) {
        const { items, unviewed } = await read(await signedIn(person))
        const isReader = readers.some(({ id }) => id === person.id)
        expect(unviewed, `${person.role} ${JSON.stringify(body)}`).toBe(
          isReader ? 1 : 0,
        )
        if (isReader)
          expect(items[0]).toMatchObject({
            ...text,
            action: 'ANNOUNCEMENT',
            type: 'USER',
            entityId: null,
          })
      }
    }
    const { items, total } = (await asAdmin('GET', announcements)).json()
    expect(total).toBe(4)
    expect(items[0]).toMatchObject({
      ...text,
      roles: ['SELLER'],
      recipients: 2,
      createdBy: admin.name,
    })
    expect(items[0].companies).toHaveLength(1)
    expect(items.at(-1)).toMatchObject({
      roles: [],
      companies: [],
      recipients: everyone.length,
    })
  })

  test('is refused without a text or recipients, naming the field', async ({
    made,
    asAdmin,
    committed,
  }) => {
    await made.seller()
    for (const [change, field] of [
      [{ title: ' ' }, 'title'],
      [{ description: '' }, 'description'],
      [{ description: 'x'.repeat(1001) }, 'description'],
      [{ roles: ['GUEST'] }, 'roles.0'],
      [{ roles: ['BDD'] }, 'roles'],
      [{ companyIds: ['00000000-0000-4000-8000-000000000000'] }, 'roles'],
    ] as const) {
      const answer = await asAdmin('POST', announcements, {
        body: { ...text, ...change },
      })
      expect(answer.statusCode, JSON.stringify(change)).toBe(400)
      expect(answer.json().details).toMatchObject([{ field }])
    }
    expect(await findRows(committed, 'notification')).toEqual([])
  })
})

test('each person chooses how to get the emails of each kind', async ({
  made,
  asks,
  signedIn,
  committed,
}) => {
  const person = await made.user({ role: 'DEFAULT' })
  const path = `${list}/preferences`
  const me = await asks(person)
  const byDefault = {
    ACCESS: { email: 'IMMEDIATELY' },
    ANNOUNCEMENT: { email: 'OFF' },
  }
  expect((await me('GET', path)).json()).toEqual(byDefault)
  const changed = await me('PATCH', path, {
    body: { ANNOUNCEMENT: { email: 'DAILY' } },
  })
  expect(changed.json()).toEqual({
    ...byDefault,
    ANNOUNCEMENT: { email: 'DAILY' },
  })
  expect((await me('GET', path)).json()).toEqual(changed.json())

  for (const [body, field] of [
    [{ ACCESS: { email: 'HOURLY' } }, 'ACCESS.email'],
    [{ ACCESS: { email: 'OFF', sms: 'OFF' } }, 'ACCESS'],
    [{ HOROSCOPE: { email: 'OFF' } }, 'HOROSCOPE'],
    [{ DECISION: { email: 'OFF' } }, 'DECISION'],
    [{ SUMMARY: { email: 'IMMEDIATELY' } }, 'SUMMARY.email'],
  ] as const) {
    const answer = await me('PATCH', path, { body })
    expect(answer.statusCode, field).toBe(400)
    expect(JSON.stringify(answer.json().details), field).toContain(field)
  }
  expect(await findRows(committed, 'mailPreference')).toMatchObject([
    { userId: person.id, kind: 'ANNOUNCEMENT', frequency: 'DAILY' },
  ])
  const settings = `${list}/settings`
  expect((await me('GET', settings)).json()).toEqual({
    canMail: true,
    refusal: null,
  })
  const unmailed = await signedIn(person)
  expect((await unmailed('GET', settings)).json()).toEqual({
    canMail: false,
    refusal: null,
  })
})

test('people who chose a setting for all emails in 1.0.0 keep it, per kind', async ({
  made,
  asks,
  committed,
  now,
}) => {
  const people = {
    immediate: await made.user({ role: 'BDD' }),
    daily: await made.user({ role: 'BDD' }),
    other: await made.user({ role: 'BDD' }),
  }
  const choose = (id: string, notificationMail: 'AT_ONCE' | 'DAILY') =>
    setRows(
      committed,
      'appUser',
      { id },
      { notificationMail, notificationMailSince: now },
    )
  await choose(people.immediate.id, 'AT_ONCE')
  await choose(people.daily.id, 'DAILY')
  const preferences = async (person: Actor) =>
    (await (await asks(person))('GET', `${list}/preferences`)).json()
  expect(await preferences(people.immediate)).toMatchObject({
    COMMENT: { email: 'IMMEDIATELY' },
    ANNOUNCEMENT: { email: 'IMMEDIATELY' },
    SUMMARY: { email: 'DAILY' },
  })
  expect(await preferences(people.daily)).toMatchObject({
    COMMENT: { email: 'DAILY' },
    ANNOUNCEMENT: { email: 'DAILY' },
    SUMMARY: { email: 'DAILY' },
  })
  expect(await preferences(people.other)).toMatchObject({
    COMMENT: { email: 'IMMEDIATELY' },
    ANNOUNCEMENT: { email: 'OFF' },
    SUMMARY: { email: 'DAILY' },
  })
})
