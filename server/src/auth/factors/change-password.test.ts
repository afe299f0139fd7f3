import { describe, expect } from 'vitest'
import { addRow, findRows, setRows } from '../../../test/rows.ts'
import { newPassword, password, test } from '../../../test/signing-in.ts'

describe('a changed password', () => {
  test('ends all other sessions', async ({
    reviewer,
    own,
    signIn,
    browser,
    otherNode,
    committed,
    time,
    queued,
  }) => {
    const other = (await signIn(reviewer)).copy(otherNode)
    const half = browser()
    await half.enterPassword(reviewer.email)
    expect((await other.get('/auth/profile')).statusCode).toBe(200)
    const former = own.copy()

    expect(
      (await own.post('/auth/password', { password, newPassword })).json(),
    ).toEqual({ changed: true })
    expect(own.jar.get('session')).not.toBe(former.jar.get('session'))
    expect((await half.get('/auth/tpr/challenge')).statusCode).toBe(401)
    expect(
      (await former.get('/auth/profile')).statusCode,
      'a call that was on its way',
    ).toBe(200)
    time.pass(1)
    expect((await other.get('/auth/profile')).statusCode).toBe(401)
    expect((await former.get('/auth/profile')).statusCode).toBe(401)
    expect((await own.get('/auth/profile')).statusCode).toBe(200)
    expect((await own.get('/auth/sessions')).json()).toMatchObject([
      { isThis: true },
    ])
    expect((await browser().enterPassword(reviewer.email)).statusCode).toBe(401)
    expect(
      (await browser().enterPassword(reviewer.email, newPassword)).statusCode,
    ).toBe(200)
    expect(await queued('send-sign-in-notice')).toMatchObject([
      { userId: reviewer.id, notice: 'set-password' },
    ])
    const entry = {
      userId: reviewer.id,
      actorId: reviewer.id,
      action: 'set-password',
      changes: [],
    }
    expect(await findRows(committed, 'userHistory')).toMatchObject([entry])
  })

  test('needs the current one and a valid new one, and stores no key', async ({
    own,
    committed,
  }) => {
    const change = async (old: string, next: string) =>
      (
        await own.post('/auth/password', { password: old, newPassword: next })
      ).json().details
    expect(await change('not the password', newPassword)).toMatchObject([
      { field: 'password' },
    ])
    expect(await change(password, password)).toMatchObject([
      { field: 'newPassword' },
    ])
    expect(await change(password, 'short')).toEqual([
      { field: 'newPassword', error: 'No less than 12 characters' },
    ])
    const headers = { 'idempotency-key': 'once' }
    await own.call('POST', '/auth/second-factor/totp', {
      headers,
      body: { password },
    })
    await own.call('POST', '/auth/password', {
      headers,
      body: { password, newPassword },
    })
    expect(await findRows(committed, 'idempotencyKey')).toEqual([])
  })

  test('is set once by two concurrent changes', async ({
    reviewer,
    own,
    otherNode,
    browser,
  }) => {
    const copies = [
      own.copy(),
      own.copy(otherNode),
      own.copy(),
      own.copy(otherNode),
    ]
    const answers = await Promise.all(
      copies.map((copy, n) =>
        copy.post('/auth/password', {
          password,
          newPassword: `lantern orchard ferry ${n}`,
        }),
      ),
    )
    const winners = answers.flatMap(({ statusCode }, n) =>
      statusCode === 200 ? [n] : [],
    )
    expect(winners).toHaveLength(1)
    expect(
      (
        await browser().enterPassword(
          reviewer.email,
          `lantern orchard ferry ${winners[0]}`,
        )
      ).statusCode,
    ).toBe(200)
  })

  test('throttles guesses of the current one', async ({ own, time }) => {
    const guess = async (given = 'not the password') =>
      (await own.post('/auth/password', { password: given, newPassword }))
        .statusCode
    for (let n = 0; n < 5; n++) expect(await guess()).toBe(400)
    expect(await guess(password)).toBe(429)
    time.pass(30)
    expect(await guess(password)).toBe(200)
  })
})

describe('sessions', () => {
  test('are listed and ended, only by their owner', async ({
    people,
    reviewer,
    own,
    signIn,
    otherNode,
    time,
  }) => {
    const stranger = await people.reviewer()
    const [two, three] = [await signIn(reviewer), await signIn(reviewer)]
    const list = async () => (await own.get('/auth/sessions')).json()
    expect(await list()).toHaveLength(3)
    expect(
      (await list()).filter(({ isThis }: { isThis: boolean }) => isThis),
    ).toHaveLength(1)
    expect(JSON.stringify(await list())).not.toContain(own.jar.get('session'))

    const [second] = (await two.get('/auth/sessions'))
      .json()
      .filter(({ isThis }: { isThis: boolean }) => isThis)
    const foreign = await (await signIn(stranger)).call(
      'DELETE',
      `/auth/sessions/${second.id}`,
    )
    expect(foreign).toMatchObject({ statusCode: 404 })
    const atOther = two.copy(otherNode)
    expect((await atOther.get('/auth/profile')).statusCode).toBe(200)
    expect(
      (await own.call('DELETE', `/auth/sessions/${second.id}`)).json(),
    ).toEqual({ id: second.id })
    time.pass(1)
    expect((await atOther.get('/auth/profile')).statusCode).toBe(401)
    expect(
      (await own.call('DELETE', `/auth/sessions/${second.id}`)).statusCode,
    ).toBe(404)
    expect((await own.call('DELETE', '/auth/sessions')).json()).toEqual({
      ended: 1,
    })
    time.pass(1)
    expect((await three.get('/auth/profile')).statusCode).toBe(401)

    const [last] = await list()
    expect(
      (await own.call('DELETE', `/auth/sessions/${last.id}`)).statusCode,
    ).toBe(200)
    expect(own.jar.has('session')).toBe(false)
  })

  test('get a new token at each sign-in, and end the former one', async ({
    reviewer,
    own,
    signIn,
    committed,
  }) => {
    const [first, device] = [own.jar.get('session'), own.jar.get('device')]
    await signIn(reviewer, own)
    expect(own.jar.get('session')).not.toBe(first)
    expect(own.jar.get('device')).toBe(device)
    const [session, ...others] = await findRows(committed, 'session')
    expect(others).toEqual([])
    expect(JSON.stringify([...own.jar.values()])).not.toContain(
      session?.tokenHash.toString('base64url'),
    )
  })

  test('are not opened by the sign-in cookie', async ({ atTheCode }) => {
    const { own } = await atTheCode()
    own.jar.set('session', own.jar.get('sign-in') ?? '')
    for (const path of [
      '/auth/profile',
      '/auth/sessions',
      '/auth/second-factor',
      '/notifications',
    ])
      expect((await own.get(path)).statusCode).toBe(401)
  })
})

test('the acting role is switched by a seller under row-level security', async ({
  made,
  committed,
  signedIn,
}) => {
  const seller = await made.seller()
  await addRow(committed, 'userRole', {
    userId: seller.id,
    role: 'DEFAULT',
    position: 1,
  })
  const call = await signedIn(seller)
  const switchTo = (role: string) =>
    call('POST', '/v1/auth/role', { body: { role } })
  expect((await switchTo('DEFAULT')).json()).toMatchObject({
    role: 'DEFAULT',
    roles: ['DEFAULT', 'SELLER'],
  })
  expect((await switchTo('SELLER')).json()).toMatchObject({ role: 'SELLER' })
})

test('the acting role must be a role of the user', async ({
  made,
  committed,
  signedIn,
}) => {
  const actor = await made.underwriter()
  await addRow(committed, 'userRole', {
    userId: actor.id,
    role: 'BDD',
    position: 3,
  })
  await addRow(committed, 'userRole', {
    userId: actor.id,
    role: 'DEFAULT',
    position: 1,
  })
  const call = await signedIn(actor)
  const switchTo = (role: string) =>
    call('POST', '/v1/auth/role', { body: { role } })
  expect((await switchTo('BDD')).json()).toMatchObject({
    role: 'BDD',
    roles: ['BDD', 'UNDERWRITER', 'DEFAULT'],
  })
  expect((await call('GET', '/v1/auth/profile')).json()).toMatchObject({
    role: 'BDD',
  })
  expect((await call('GET', '/v1/users/underwriters')).statusCode).not.toBe(401)
  expect((await switchTo('SELLER')).json()).toMatchObject({
    statusCode: 409,
    error: 'You do not have this role',
  })
  expect((await switchTo('UNDERWRITER')).json()).toMatchObject({
    role: 'UNDERWRITER',
  })
  const entry = { action: 'set-roles', actorId: actor.id }
  expect(await findRows(committed, 'userHistory')).toMatchObject([entry, entry])

  const slv = await made.slv({ underwriterId: actor.id })
  expect((await switchTo('BDD')).json()).toMatchObject({
    statusCode: 409,
    details: [{ field: 'role', error: 'SLVs they review: 1' }],
  })
  await setRows(committed, 'slv', { id: slv.id }, { underwriterId: null })
  expect((await switchTo('BDD')).statusCode).toBe(200)
})
