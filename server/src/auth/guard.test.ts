import { getSlv } from '@portal/contract/slv/api'
import { expect, onTestFinished } from 'vitest'
import { appOn, caller, test } from '../../test/http.ts'
import { routeOf } from '../lib/route-of.ts'
import { openSession } from './session.ts'

const handler = async () => ({})

test('a route that is not made of an endpoint is refused at start', ({ app }) => {
  expect(() => app.route({ method: 'GET', url: '/api/v1/forgotten', handler })).toThrow('is not made of an endpoint')
})

test('a route made of an endpoint says who may call it, however its handler is written', ({ app }) => {
  const served = app.operations.length
  app.route({ ...routeOf(getSlv), url: '/api/v1/another', handler })
  const { access, about } = getSlv
  expect(app.operations.slice(served)).toEqual([
    { method: 'GET', url: '/api/v1/another', access, about, endpoint: getSlv },
  ])
})

test('who signs out at one node is out at the other within a second', async ({ committed, made, now }) => {
  let at = now.getTime()
  const clock = () => new Date(at)
  const [one, other] = [await appOn(committed, clock), await appOn(committed, clock)]
  onTestFinished(async () => void (await Promise.all([one.close(), other.close()])))
  const token = await openSession(committed, (await made.seller()).id, now, 'test')
  const [here, there] = [caller(one, token), caller(other, token)]
  expect((await there('GET', '/v1/auth/profile')).statusCode).toBe(200)
  expect((await here('POST', '/v1/auth/log-out')).statusCode).toBe(200)
  expect((await here('GET', '/v1/auth/profile')).statusCode).toBe(401)
  at += 1000
  expect((await there('GET', '/v1/auth/profile')).statusCode).toBe(401)
})
