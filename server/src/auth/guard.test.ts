import { getSlv } from '@portal/contract/slv/api'
import { expect, onTestFinished } from 'vitest'
import { appOn, caller, test } from '../../test/http.ts'
import { routeOf } from '../lib/http/route-of.ts'
import { mostSessions, openSession } from './sessions/session.ts'

const handler = async () => ({})

test('a route without an endpoint definition stops startup', ({ app }) => {
  expect(() => app.route({ method: 'GET', url: '/api/v1/forgotten', handler })).toThrow('has no endpoint definition')
})

test('a route takes its access rule from its endpoint', ({ app }) => {
  const served = app.operations.length
  app.route({ ...routeOf(getSlv), url: '/api/v1/another', handler })
  const { access, about } = getSlv
  expect(app.operations.slice(served)).toEqual([
    { method: 'GET', url: '/api/v1/another', access, about, endpoint: getSlv },
  ])
})

test('the 21st session ends the least recently used one', async ({ committed: db, made, now }) => {
  const app = await appOn(db, () => now)
  onTestFinished(() => app.close())
  const { id } = await made.seller()
  const openAt = (minutes: number) => openSession(db, id, new Date(now.getTime() + minutes * 60_000), 'test')
  const first = await openAt(-21)
  const second = await openAt(-20)
  for (let minutes = -19; minutes < 0; minutes++) await openAt(minutes)
  const count = db.selectFrom('session').select('id').where('userId', '=', id)
  expect(await count.execute()).toHaveLength(mostSessions)
  const statusOf = async (token: string) => (await caller(app, token)('GET', '/v1/auth/profile')).statusCode
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
})
