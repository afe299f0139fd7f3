import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { rowsOf } from '../../test/rows.ts'
import { mostSessions } from './sessions/session.ts'

test('a route without an endpoint definition stops startup', ({ app }) => {
  const route = { method: 'GET', url: '/api/v1/forgotten', handler: async () => ({}) }
  expect(() => app.route(route)).toThrow('has no endpoint definition')
})

test('the 21st session ends the least recently used one', async ({ app, committed, made, signInAt, now }) => {
  const person = await made.seller()
  const openAt = (minutes: number) => signInAt(app, person, new Date(now.getTime() + minutes * 60_000))
  const [first, second] = [await openAt(-21), await openAt(-20)]
  for (let minutes = -19; minutes < 0; minutes++) await openAt(minutes)
  expect(await rowsOf(committed, 'session', { userId: person.id })).toHaveLength(mostSessions)
  expect((await first('GET', '/v1/auth/profile')).statusCode).toBe(401)
  expect((await second('GET', '/v1/auth/profile')).statusCode).toBe(200)
})
