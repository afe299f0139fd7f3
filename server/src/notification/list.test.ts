import type { NotificationAction } from '@portal/contract/notification/model'
import { type Actor, permissions } from '@portal/contract/user/model'
import { rightsOf } from '@portal/contract/user/policy'
import { describe, expect } from 'vitest'
import { appOn, test as base, type Caller, caller, noFiles, nowhere } from '../../test/http.ts'
import { ctxFor } from '../../test/makers.ts'
import { rowOf } from '../../test/rows.ts'
import { openSession } from '../auth/sessions/session.ts'
import { notify } from '../lib/notify.ts'

const list = '/v1/notifications'

/** A database of the test's own with somebody who tells, and a word for telling. */
const test = base.extend('tell', async ({ committed, made, now }) => {
  const teller = await made.underwriter()
  return async (to: Actor, action: NotificationAction, entityId: string | null = null, description = '') => {
    await notify(await ctxFor(committed, teller, now), { action, entityId, to: [to.id], description })
    const { id } = await committed
      .selectFrom('notification')
      .select('id')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
})
const read = async (caller: Caller, query = '') => (await caller('GET', `${list}${query}`)).json()
const actionsIn = ({ items }: { items: { action: string }[] }) => items.map(({ action }) => action)

describe('the list', () => {
  test('is newest first, filtered, with the count of all unviewed', async ({ made, signedIn, tell }) => {
    const person = await made.underwriter('managePermissions')
    const me = await signedIn(person)
    const first = await tell(person, 'PENDING', null, '7001234 · Marlow')
    await tell(person, 'PROXY_LOAN_TAG')
    await tell(person, 'REASSIGNED')
    expect((await me('PATCH', `${list}/${first}`, { body: { status: 'CHECKED' } })).json()).toMatchObject({
      id: first,
      status: 'CHECKED',
      type: 'PROXY_LOAN',
      title: 'New request to review',
      description: '7001234 · Marlow',
    })
    const all = await read(me)
    expect(actionsIn(all)).toEqual(['REASSIGNED', 'PROXY_LOAN_TAG', 'PENDING'])
    expect(all.unviewed).toBe(2)
    expect(Object.keys(all.items[0]).toSorted()).toEqual([
      'action',
      'createdAt',
      'description',
      'entityId',
      'id',
      'status',
      'title',
      'type',
    ])
    expect(actionsIn(await read(me, '?type=CONVERSATION,USER'))).toEqual(['PROXY_LOAN_TAG'])
    expect(actionsIn(await read(me, '?status=CHECKED'))).toEqual(['PENDING'])
    expect(await read(me, '?type=TDOC')).toMatchObject({ items: [], unviewed: 2 })
    expect((await me('GET', `${list}?type=NOTHING`)).statusCode).toBe(400)
    expect((await me('GET', `${list}?status=READ`)).statusCode).toBe(400)
  })

  test('has the newest 99, and counts up to 100', async ({ made, signedIn, tell, committed, now }) => {
    const person = await made.underwriter()
    const me = await signedIn(person)
    await committed
      .insertInto('notification')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          userId: person.id,
          type: 'PROXY_LOAN' as const,
          action: 'PENDING' as const,
          title: `${index}`,
          createdAt: now,
        })),
      )
      .execute()
    await tell(person, 'REASSIGNED')
    const { items, unviewed } = await read(me)
    expect(items).toHaveLength(99)
    expect(items[0].action).toBe('REASSIGNED')
    expect(unviewed).toBe(100)
  })

  test('never has what the role may not see, even from before', async ({ made, signedIn, tell, committed }) => {
    const person = await made.underwriter('manageSlr')
    const me = await signedIn(person)
    await tell(person, 'SLR_PENDING', null, 'CANARY-slr')
    await tell(person, 'TD_COMPLETED', null, 'CANARY-td')
    await tell(person, 'REASSIGNED')
    expect((await read(me)).items).toHaveLength(3)
    await committed.updateTable('userRole').set({ role: 'SELLER' }).where('userId', '=', person.id).execute()
    const asSeller = await signedIn(person)
    const seen = await asSeller('GET', list)
    expect(seen.body).not.toMatch(/CANARY|SLR|TD_|Trade/)
    expect(seen.json()).toMatchObject({ unviewed: 1, items: [{ action: 'REASSIGNED' }] })
  })
})

describe('only one’s own', () => {
  test('can be read, marked and deleted; other people’s are not found', async ({ made, signedIn, tell, committed }) => {
    const [one, two] = [await made.underwriter(), await made.seller()]
    const [me, other] = [await signedIn(one), await signedIn(two)]
    const mine = await tell(one, 'PENDING')
    expect(await read(other)).toEqual({ items: [], unviewed: 0, rights: rightsOf(two) })
    const theirs = await tell(two, 'APPROVED')
    const body = [theirs, mine].map((id) => ({ id, status: 'CHECKED' }))
    const several = await other('PATCH', `${list}/statuses`, { body })
    expect(several.statusCode).toBe(404)
    expect(several.json().details).toEqual([{ field: mine, error: 'Notification not found' }])
    const rows = await committed.selectFrom('notification').select('status').execute()
    expect(rows.map(({ status }) => status)).toEqual(['UNCHECKED', 'UNCHECKED'])

    expect((await me('DELETE', `${list}/${mine}`)).json()).toEqual({ id: mine })
    expect((await read(me)).items).toEqual([])
    expect((await me('DELETE', `${list}/${mine}`)).statusCode).toBe(404)
  })

  test('several can be marked at once, and again', async ({ made, signedIn, tell }) => {
    const person = await made.underwriter()
    const me = await signedIn(person)
    const ids = [await tell(person, 'PENDING'), await tell(person, 'REASSIGNED')]
    const body = ids.map((id) => ({ id, status: 'CHECKED' }))
    for (let time = 0; time < 2; time++) {
      expect((await me('PATCH', `${list}/statuses`, { body })).json()).toEqual({ ids })
      expect((await read(me)).unviewed).toBe(0)
    }
    expect((await me('PATCH', `${list}/statuses`, { body: [] })).statusCode).toBe(400)
    expect((await me('PATCH', `${list}/${ids[0]}`, { body: { status: 'UNCHECKED' } })).statusCode).toBe(400)
  })
})

describe('a manual notification', () => {
  test('requires managePermissions, and describes the SLV', async ({ made, signedIn }) => {
    const admin = await made.user({ role: 'UNDERWRITER', holds: permissions })
    const reader = await made.underwriter('myOwn')
    const slv = await made.slv({ underwriterId: reader.id })
    const [asAdmin, asReader] = [await signedIn(admin), await signedIn(reader)]
    const body = { userId: reader.id, action: 'PENDING', entityId: slv.id }
    expect((await asReader('POST', list, { body })).statusCode).toBe(403)
    expect((await asAdmin('POST', list, { body })).json()).toMatchObject({
      action: 'PENDING',
      entityId: slv.id,
      description: `${slv.buyerLoan} · ${slv.borrowerLastName}`,
    })
    expect((await read(asReader)).unviewed).toBe(1)
  })

  test('is refused for what the reader may not see, with the field', async ({ made, signedIn, committed }) => {
    const admin = await made.user({ role: 'UNDERWRITER', holds: permissions })
    const asAdmin = await signedIn(admin)
    const slv = await made.slv({ borrowerLastName: 'CANARY-borrower' })
    const owner = await made.ownerOf(slv)
    const [stranger, gone] = [await made.seller(), await made.seller()]
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
    const cases = [
      [{ userId: stranger.id, action: 'APPROVED', entityId: slv.id }, 'entityId'],
      [{ userId: owner.id, action: 'APPROVED' }, 'entityId'],
      [{ userId: owner.id, action: 'SLR_COMPLETED', entityId: slv.id }, 'action'],
      [{ userId: owner.id, action: 'TDOC_RECEIVED', entityId: slv.id }, 'action'],
      [{ userId: admin.id, action: 'TDOC_RECEIVED', entityId: slv.id }, 'userId'],
      [{ userId: gone.id, action: 'APPROVED', entityId: slv.id }, 'userId'],
      [{ userId: owner.id, action: 'NOTHING', entityId: slv.id }, 'action'],
    ] as const
    for (const [body, field] of cases) {
      const answer = await asAdmin('POST', list, { body })
      expect(answer.statusCode, JSON.stringify(body)).toBe(400)
      expect(answer.json().details).toMatchObject([{ field }])
    }
    expect(await committed.selectFrom('notification').select('id').execute()).toEqual([])
    const told = await asAdmin('POST', list, { body: { userId: owner.id, action: 'MY_COMPANY_VIEW' } })
    expect(told.json()).toMatchObject({ entityId: null, description: '' })
  })
})

describe('an announcement', () => {
  const words = { title: 'Closed on Friday', description: 'The desk opens again on Monday at 9:00.' }
  const announcements = `${list}/announcements`

  test('reaches people by role and company; only administrators send it', async ({ made, signedIn, committed }) => {
    const admin = await made.user({ role: 'UNDERWRITER', holds: permissions })
    const [seller, underwriter, gone] = [await made.seller(), await made.underwriter('myOwn'), await made.seller()]
    const colleague = await made.seller(seller.companyId)
    const vendor = await made.user({ role: 'TPR' })
    await committed.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', gone.id).execute()
    const [asAdmin, asUnderwriter] = [await signedIn(admin), await signedIn(underwriter)]
    expect((await asUnderwriter('POST', announcements, { body: words })).statusCode).toBe(403)
    expect((await asUnderwriter('GET', announcements)).statusCode).toBe(403)

    const everybody = [seller, colleague, underwriter, vendor]
    const companyIds = [seller.companyId]
    const key = { 'idempotency-key': 'to all' }
    for (const [body, readers, headers] of [
      [words, everybody, key],
      [words, [], key],
      [{ ...words, roles: ['TPR', 'UNDERWRITER'] }, [underwriter, vendor], {}],
      [{ ...words, companyIds }, [seller, colleague], {}],
      [{ ...words, companyIds, roles: ['SELLER'] }, [seller, colleague], {}],
    ] as const) {
      await committed.updateTable('notification').set({ status: 'CHECKED' }).execute()
      const answer = await asAdmin('POST', announcements, { body, headers })
      expect(answer.statusCode, answer.body).toBe(200)
      for (const person of [admin, ...everybody]) {
        const { items, unviewed } = await read(await signedIn(person))
        const isReader = readers.some(({ id }) => id === person.id)
        expect(unviewed, `${person.role} ${JSON.stringify(body)}`).toBe(isReader ? 1 : 0)
        if (isReader) expect(items[0]).toMatchObject({ ...words, action: 'ANNOUNCEMENT', type: 'USER', entityId: null })
      }
    }
    const { items, total } = (await asAdmin('GET', announcements)).json()
    expect(total).toBe(4)
    expect(items[0]).toMatchObject({ ...words, roles: ['SELLER'], recipients: 2, createdBy: admin.name })
    expect(items[0].companies).toHaveLength(1)
    expect(items.at(-1)).toMatchObject({ roles: [], companies: [], recipients: everybody.length })
  })

  test('is refused without a text or recipients, naming the field', async ({ made, signedIn, committed }) => {
    const asAdmin = await signedIn(await made.user({ role: 'UNDERWRITER', holds: permissions }))
    await made.seller()
    for (const [change, field] of [
      [{ title: ' ' }, 'title'],
      [{ description: '' }, 'description'],
      [{ description: 'x'.repeat(1001) }, 'description'],
      [{ roles: ['GUEST'] }, 'roles.0'],
      [{ roles: ['BDD'] }, 'roles'],
      [{ companyIds: ['00000000-0000-4000-8000-000000000000'] }, 'roles'],
    ] as const) {
      const answer = await asAdmin('POST', announcements, { body: { ...words, ...change } })
      expect(answer.statusCode, JSON.stringify(change)).toBe(400)
      expect(answer.json().details).toMatchObject([{ field }])
    }
    expect(await committed.selectFrom('notification').select('id').execute()).toEqual([])
  })
})

test('each person chooses whether to get mail', async ({ made, signedIn, committed, now }) => {
  const person = await made.user({ role: 'DEFAULT' })
  const path = `${list}/settings`
  const mailing = await appOn(committed, () => now, nowhere, noFiles, { canMail: true })
  const me = caller(mailing, await openSession(committed, person.id, now, 'test'))
  const stored = () => rowOf(committed, 'appUser', { id: person.id })
  expect((await me('GET', path)).json()).toEqual({ mail: 'OFF', canMail: true })
  expect((await me('PATCH', path, { body: { mail: 'DAILY' } })).json().mail).toBe('DAILY')
  expect(await stored()).toMatchObject({ notificationMail: 'DAILY', notificationMailSince: now })
  expect((await me('PATCH', path, { body: { mail: 'OFF' } })).json().mail).toBe('OFF')
  expect(await stored()).toMatchObject({ notificationMail: 'OFF', notificationMailSince: null })
  expect((await me('PATCH', path, { body: { mail: 'HOURLY' } })).statusCode).toBe(400)
  await mailing.close()

  const unmailed = await signedIn(person)
  expect((await unmailed('PATCH', path, { body: { mail: 'DAILY' } })).statusCode).toBe(409)
  expect((await unmailed('GET', path)).json()).toEqual({ mail: 'OFF', canMail: false })
})
