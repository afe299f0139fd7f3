import { expect } from 'vitest'
import { test as base } from '../../test/http.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'

const daysMs = (count: number) => count * 86_400_000

const test = base
  .extend('admin', ({ made }) => made.underwriter('managePermissions'))
  .extend('asAdmin', ({ signedIn, admin }) => signedIn(admin))
  .extend('newcomer', async ({ made, committed }) => {
    const company = await made.company('SELLER')
    const person = await made.user({ role: 'DEFAULT', companyId: company.id })
    await setRows(
      committed,
      'appUser',
      { id: person.id },
      { firstName: 'Nia', lastName: 'Okafor', email: 'nia@acme.example' },
    )
    return { ...person, name: 'Nia Okafor', company: company.name }
  })
  .extend('asNewcomer', ({ signedIn, newcomer }) => signedIn(newcomer))
  .extend('ask', ({ asNewcomer }) => async () => {
    const body = { message: 'I register loans', company: 'Acme West' }
    return (await asNewcomer('POST', '/v1/access-requests', { body })).json()
  })
  .extend('openRequest', ({ asAdmin }) => async () => {
    const answer = await asAdmin('GET', '/v1/access-requests')
    return answer.json().items[0]
  })
  .extend('decide', ({ openRequest, asAdmin }) => async (body: object) => {
    const { id } = await openRequest()
    return asAdmin('POST', `/v1/access-requests/${id}/answer`, { body })
  })

test('a newcomer asks once, and the administrators read whom they work for and why', async ({
  admin,
  made,
  newcomer,
  asNewcomer,
  ask,
  openRequest,
  committed,
}) => {
  await made.underwriter('assignLoans')
  const before = await asNewcomer('GET', '/v1/access-requests/own')
  expect(before.json().request).toBeNull()
  expect(await ask()).toMatchObject({
    request: { status: 'OPEN', message: 'I register loans' },
    mayAskFrom: null,
  })

  expect(await findRows(committed, 'notification')).toMatchObject([
    {
      userId: admin.id,
      action: 'ACCESS_REQUESTED',
      title: 'Someone asks for access',
      entityId: newcomer.id,
      description: `Nia Okafor, ${newcomer.company}, says: Acme West (nia@acme.example): I register loans`,
    },
  ])
  expect(await openRequest()).toMatchObject({
    company: 'Acme West',
    person: { id: newcomer.id, email: 'nia@acme.example' },
  })
  expect(await ask()).toMatchObject({
    statusCode: 409,
    error: 'Your request is waiting for an answer',
  })
})

test('one call grants the role with its permissions, and notifies the person', async ({
  admin,
  newcomer,
  ask,
  decide,
  signedIn,
  committed,
  queued,
}) => {
  await ask()
  const answer = await decide({ roles: ['SELLER'] })
  expect(answer.json()).toMatchObject({
    status: 'GRANTED',
    answeredBy: admin.name,
  })

  const as = await signedIn(newcomer)
  const card = (await as('GET', `/v1/users/${newcomer.id}`)).json()
  expect(card.role).toBe('SELLER')
  expect(await findRows(committed, 'notification')).toMatchObject([
    { userId: newcomer.id, title: 'You now have access' },
  ])
  expect(await queued('claim-notifications')).toContainEqual({
    userId: newcomer.id,
  })
  const own = await as('GET', '/v1/access-requests/own')
  expect(own.statusCode, 'only people without a role ask').toBe(403)
})

test('rights that the administrator lacks are not granted, and the request stays open', async ({
  made,
  signedIn,
  openRequest,
  decide,
}) => {
  const person = await made.user({
    role: 'DEFAULT',
    companyId: (await made.company('BUYER')).id,
  })
  const body = { message: 'I manage service levels' }
  await (await signedIn(person))('POST', '/v1/access-requests', { body })
  const answer = await decide({
    roles: ['UNDERWRITER'],
    permissions: ['manageSla'],
  })
  expect(answer.json()).toMatchObject({
    statusCode: 409,
    error: 'You cannot grant or remove a permission that you do not have',
  })
  expect(await openRequest()).toMatchObject({ status: 'OPEN' })
  const granted = await decide({
    roles: ['UNDERWRITER'],
    permissions: ['managePermissions'],
  })
  expect(granted.json()).toMatchObject({ status: 'GRANTED' })
})

test('a refused person reads why, and may ask three times a week', async ({
  newcomer,
  asNewcomer,
  ask,
  decide,
  now,
  committed,
}) => {
  const refuse = 'Ask from your Acme address'
  for (const again of [1, 2, 3]) {
    await ask()
    expect((await decide({ refuse })).json(), `${again}`).toMatchObject({
      status: 'REFUSED',
    })
  }
  const own = (await asNewcomer('GET', '/v1/access-requests/own')).json()
  expect(own.request).toMatchObject({ status: 'REFUSED', refusal: refuse })
  const freeAt = now.getTime() + daysMs(7)
  expect(new Date(own.mayAskFrom).getTime()).toBe(freeAt)
  expect(await ask()).toMatchObject({
    statusCode: 409,
    error: 'You can ask 3 times within 7 days. Try again later.',
  })

  const notices = await findRows(committed, 'notification')
  expect(
    notices.map(({ action, userId, mail }) => [action, userId, mail]),
  ).toEqual([1, 2, 3].map(() => ['ACCESS_REFUSED', newcomer.id, 'IMMEDIATELY']))
  const history = await findRows(committed, 'userHistory', {
    action: 'refuse-access',
  })
  expect(history[0]).toMatchObject({ customMessage: refuse })
  await setRows(
    committed,
    'accessRequest',
    { userId: newcomer.id },
    { createdAt: new Date(now.getTime() - daysMs(7)) },
  )
  expect(await ask()).toMatchObject({ request: { status: 'OPEN' } })
})

test('of two administrators who answer at the same time, one decides and the other reads who did', async ({
  made,
  signedIn,
  admin,
  asAdmin,
  ask,
  openRequest,
  committed,
}) => {
  const other = await made.underwriter('managePermissions')
  const asOther = await signedIn(other)
  await ask()
  const { id } = await openRequest()
  const path = `/v1/access-requests/${id}/answer`
  const answers = await Promise.all([
    asAdmin('POST', path, { body: { roles: ['SELLER'] } }),
    asOther('POST', path, { body: { refuse: 'Not known' } }),
  ])
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([200, 409])
  const wasGranted = codes[0] === 200
  const refused = answers[wasGranted ? 1 : 0]
  expect(refused.json().error).toBe(
    wasGranted
      ? `${admin.name} already granted this request`
      : `${other.name} already refused this request`,
  )
  const request = await findRow(committed, 'accessRequest', { id })
  expect(request.refusal).toBe(wasGranted ? null : 'Not known')
})

test('a role that was given in another way answers the request, and deactivated people wait for none', async ({
  newcomer,
  asAdmin,
  ask,
  openRequest,
  committed,
}) => {
  await ask()
  const { id } = await openRequest()
  const status = (value: string) =>
    asAdmin('PATCH', '/v1/users/status', {
      body: { id: newcomer.id, status: value },
    })
  await status('INACTIVE')
  expect(await openRequest()).toBeUndefined()
  await status('ACTIVE')

  const body = { id: newcomer.id, roles: ['SELLER'] }
  await asAdmin('PATCH', '/v1/users/roles', { body })
  expect(await openRequest()).toBeUndefined()
  const late = await asAdmin('POST', `/v1/access-requests/${id}/answer`, {
    body: { refuse: 'Too late' },
  })
  expect(late.json()).toMatchObject({
    statusCode: 409,
    error: 'Nia Okafor already has access',
  })
  expect(
    await findRows(committed, 'notification', { action: 'ACCESS_REQUESTED' }),
  ).toEqual([])
})

test('company admins neither list nor answer requests', async ({
  made,
  signedIn,
  newcomer,
  ask,
  openRequest,
}) => {
  await ask()
  const { id } = await openRequest()
  const companyAdmin = await made.user({
    role: 'SELLER',
    companyId: newcomer.companyId,
    holds: ['myCompanyAdmin'],
  })
  const as = await signedIn(companyAdmin)
  expect((await as('GET', '/v1/access-requests')).statusCode).toBe(403)
  const body = { roles: ['SELLER'] }
  const answer = await as('POST', `/v1/access-requests/${id}/answer`, { body })
  expect(answer.statusCode).toBe(403)
})
