import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { findRows, setRows } from '../../test/rows.ts'
import { test } from '../../test/service-keys.ts'
import { endOrphanedKeys } from './end-orphaned-keys.ts'
import { remindOfKeyEnds } from './remind-of-key-ends.ts'

const hour = 3_600_000

test('a rotated key works for a day alongside the new one, and an expired one never works', async ({
  made,
  createServiceKey,
  callsWith,
  startNode,
  now,
}) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  const { manages, path, key, keyId } = await createServiceKey(manager, [
    'myOwn',
  ])
  const rotation = await manages('POST', `${path}/${keyId}/rotate`, {
    body: { expiresInDays: 2 },
  })
  const rotated = rotation.json()
  const statusAt = async (hours: number, token: string) => {
    const node = await startNode(() => new Date(now.getTime() + hours * hour))
    const answer = await callsWith(token, node)('GET', '/v1/proxy-loans')
    return answer.statusCode
  }
  expect([
    await statusAt(23.9, key),
    await statusAt(23.9, rotated.key),
  ]).toEqual([200, 200])
  expect([
    await statusAt(24.1, key),
    await statusAt(24.1, rotated.key),
  ]).toEqual([401, 200])
  expect(await statusAt(48.1, rotated.key)).toBe(401)
})

test('a replaced key can’t be rotated again, and each rotation counts as a key', async ({
  made,
  createServiceKey,
}) => {
  const manager = await made.seller(undefined, 'manageIntegrations')
  const { manages, path, keyId } = await createServiceKey(manager, [], {
    scopes: ['slvs'],
  })
  const rotate = (id: string) =>
    manages('POST', `${path}/${id}/rotate`, { body: {} })
  const newestOf = (answer: {
    json: () => { service: { keys: { id: string; scopes: string[] }[] } }
  }) => answer.json().service.keys[0]
  const first = newestOf(await rotate(keyId))
  expect(first?.scopes).toEqual(['slvs'])
  const again = await rotate(keyId)
  expect([again.statusCode, again.json().error]).toEqual([
    409,
    'This API key was already replaced. Rotate the new one.',
  ])
  let newest = first?.id ?? ''
  for (let count = 2; count < 10; count++)
    newest = newestOf(await rotate(newest))?.id ?? ''
  const refused = await rotate(newest)
  expect([refused.statusCode, refused.json().error]).toEqual([
    409,
    'A service can have up to 10 keys. Revoke one that isn’t used.',
  ])
})

test('revoking a key or a permission takes effect on this node immediately, and on others within a second', async ({
  made,
  createServiceKey,
  callsWith,
  startNode,
  now,
}) => {
  let elsewhereAt = now.getTime()
  const elsewhere = await startNode(() => new Date(elsewhereAt))
  const manager = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
  )
  const { manages, service, path, key, keyId } = await createServiceKey(
    manager,
    ['viewSlvDepartment'],
  )
  const slv = await made.slv()
  const read = async (node?: FastifyInstance) =>
    (await callsWith(key, node)('GET', `/v1/proxy-loan/${slv.id}`)).statusCode
  expect([await read(), await read(elsewhere)]).toEqual([200, 200])

  const change = { body: { permissions: [] } }
  expect(
    (
      await manages('PATCH', `/v1/integration/services/${service.id}`, change)
    ).json().permissions,
  ).toEqual([])
  elsewhereAt += 1000
  expect([await read(), await read(elsewhere)]).toEqual([403, 403])

  expect((await manages('DELETE', `${path}/${keyId}`)).json().keys).toEqual([])
  elsewhereAt += 1000
  expect([await read(), await read(elsewhere)]).toEqual([401, 401])
  expect((await manages('DELETE', `${path}/${keyId}`)).statusCode).toBe(404)
})

test('a deactivated service loses its keys, and can’t get new ones', async ({
  made,
  createServiceKey,
  callsWith,
}) => {
  const manager = await made.seller(undefined, 'manageIntegrations')
  const { manages, service, path, key } = await createServiceKey(manager, [])
  const own = await made.slv({
    status: 'DRAFT',
    sellerId: service.id,
    companyId: manager.companyId,
  })
  const set = (isActive: boolean) =>
    manages('PATCH', `/v1/integration/services/${service.id}`, {
      body: { isActive },
    })
  expect((await set(false)).json().error).toBe(
    'Reassign this service’s 1 open SLV(s) first',
  )
  expect(
    (await callsWith(key)('POST', `/v1/proxy-loan/${own.id}/discard-draft`, {}))
      .statusCode,
  ).toBe(200)
  expect((await set(false)).json()).toMatchObject({ isActive: false, keys: [] })
  expect((await callsWith(key)('GET', '/v1/proxy-loans')).statusCode).toBe(401)
  expect((await manages('POST', path, { body: {} })).statusCode).toBe(409)
  expect((await set(true)).json()).toMatchObject({ isActive: true, keys: [] })
})

test('a key of someone who left is listed, its managers are notified, and it ends after 14 days', async ({
  made,
  createServiceKey,
  callsWith,
  signedIn,
  startNode,
  committed,
  now,
}) => {
  const leaver = await made.underwriter(
    'manageIntegrations',
    'viewSlvDepartment',
  )
  const colleague = await made.user({
    role: 'UNDERWRITER',
    companyId: leaver.companyId,
    holds: ['manageIntegrations', 'viewSlvDepartment'],
  })
  const stranger = await made.seller(undefined, 'manageIntegrations')
  const { key, service } = await createServiceKey(leaver, ['viewSlvDepartment'])
  const run = () => endOrphanedKeys({ db: committed, now })
  expect(await run()).toBe(0)

  // Losing a right that the key has counts as leaving.
  await committed
    .deleteFrom('userPermission')
    .where('userId', '=', leaver.id)
    .execute()
  const asColleague = await signedIn(colleague)
  const readKey = async () => {
    const answer = await asColleague('GET', '/v1/integration/services')
    return answer.json().items[0].keys[0]
  }
  expect(await readKey()).toMatchObject({ isOrphaned: true })
  expect([await run(), await run()]).toEqual([1, 0])
  const day = 24 * hour
  expect(await readKey()).toMatchObject({
    isOrphaned: true,
    expiresAt: new Date(now.getTime() + 14 * day).toISOString(),
  })
  const notices = await findRows(committed, 'notification', {
    action: 'API_KEY_ENDS',
  })
  expect(notices).toMatchObject([
    { userId: colleague.id, entityId: service.id },
  ])
  expect(notices.map(({ userId }) => userId)).not.toContain(stranger.id)

  const statusAfter = async (days: number) => {
    const node = await startNode(() => new Date(now.getTime() + days * day))
    const answer = await callsWith(key, node)('GET', '/v1/proxy-loans')
    return answer.statusCode
  }
  expect([await statusAfter(13.9), await statusAfter(14.1)]).toEqual([200, 401])
})

test('managers are notified once 14 days and once 2 days before a key expires, unless it was replaced', async ({
  made,
  createServiceKey,
  committed,
  now,
}) => {
  const manager = await made.underwriter('manageIntegrations', 'myOwn')
  const { manages, path, keyId } = await createServiceKey(manager, ['myOwn'])
  await manages('POST', path, { body: { expiresInDays: 7 } })
  const day = 24 * hour
  const countAfter = async (days: number) => {
    const at = new Date(now.getTime() + days * day)
    await remindOfKeyEnds({ db: committed, now: at })
    const notices = await findRows(committed, 'notification', {
      action: 'API_KEY_ENDS',
    })
    expect(new Set(notices.map(({ userId }) => userId)).size).toBeLessThan(2)
    return notices.length
  }
  // The key of 7 days is younger than its first warning.
  expect(await countAfter(0)).toBe(0)
  expect(await countAfter(5.1)).toBe(1)
  expect(await countAfter(350.9)).toBe(1)
  expect(await countAfter(351.1)).toBe(2)
  expect(await countAfter(351.2)).toBe(2)
  expect(await countAfter(363.1)).toBe(3)
  expect(await countAfter(364)).toBe(3)

  const [other] = await findRows(committed, 'notification', {
    action: 'API_KEY_ENDS',
    userId: manager.id,
  })
  expect(other?.description).toMatch(
    /^The key lrp_.{6}… of LOS expires on \w+ \d+, \d{4}\. Rotate it/,
  )
  await manages('POST', `${path}/${keyId}/rotate`, { body: {} })
  await setRows(committed, 'apiKey', { id: keyId }, { warnedAt: null })
  expect(await countAfter(0.5)).toBe(3)
})
