import { getSlv } from '@portal/contract/slv/api'
import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { routeOf } from '../lib/route-of.ts'

const handler = async () => ({})

test.for([
  ['without any config', {}, 'has no access rule'],
  ['without who may call it', { about: 'SLV' }, 'has no access rule'],
  ['without what it is about', { access: 'PUBLIC' }, 'does not say what it is about'],
] as const)('a route %s is refused at start', ([, config, why], { app }) => {
  expect(() => app.route({ method: 'GET', url: '/api/v1/forgotten', config, handler })).toThrow(why)
})

test('a route made of an endpoint says both, however its handler is written', ({ app }) => {
  const served = app.operations.length
  app.route({ ...routeOf(getSlv, { answersFile: true }), url: '/api/v1/another', handler })
  const { access, about } = getSlv
  expect(app.operations.slice(served)).toEqual([{ method: 'GET', url: '/api/v1/another', access, about }])
})
