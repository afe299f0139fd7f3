import { addProgram } from '@portal/contract/guideline/api'
import { takesKey } from '@portal/contract/integration/policy'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { tableModes, tableModesFor } from '@portal/contract/slv/table-mode'
import { slvActions, slvTransitions } from '@portal/contract/slv/transitions'
import { tdocModeRules } from '@portal/contract/tdoc/policy'
import { tdocActions, tdocTransitions } from '@portal/contract/tdoc/transitions'
import { actorOf, personas } from '@portal/contract/test/personas'
import {
  mayManage,
  type PersonFacts,
} from '@portal/contract/user/manage-policy'
import { type Actor, permissions, roles } from '@portal/contract/user/model'
import type { ActorRule } from '@portal/contract/user/policy'
import { expect, expectTypeOf, test as plain } from 'vitest'
import { test } from '../../test/http.ts'
import { everyEndpoint, nameOf } from '../../test/proofs/every-endpoint.ts'
import { findRows } from '../../test/rows.ts'
import { serve } from '../lib/http/serve.ts'
import { maxSessions } from './sessions/session.ts'

const byPath = (a: Endpoint, b: Endpoint) =>
  a.path.localeCompare(b.path) || a.method.localeCompare(b.method)

const line = (endpoint: Endpoint) => {
  const { method, path, about, access } = endpoint
  const cells = personas.map((persona) => {
    if (access === 'PUBLIC') return 'o'
    return access(actorOf(persona)) ? '+' : '.'
  })
  const called = takesKey(endpoint) ? 'k' : '.'
  return `${`${method.padEnd(7)}${path}`.padEnd(84)}${about.padEnd(16)}${[...cells, called].join('  ')}`
}

const legend = [
  'Who may make each call at all: every endpoint of the contract x every persona, as its `access` answers.',
  '+ may   . 403   o needs no session. What they may do it to is a second question: `about`, and the policies.',
  'Reviewed by eye when it changes; written by: npx vitest run --root server src/auth/matrix.test.ts --update',
  ...personas.map(
    ({ name }, index) => `${String(index + 1).padStart(2)} ${name}`,
  ),
  'key: k where an API key may make it, if its service may by role and permissions',
]
const heads = `${''.padEnd(100)}${personas.map((_, index) => String(index + 1).padEnd(2)).join(' ')} key`

plain('the access matrix is the reviewed one', async () => {
  const lines = (await everyEndpoint()).toSorted(byPath).map(line)
  await expect(
    [...legend, '', heads, ...lines, ''].join('\n'),
  ).toMatchFileSnapshot('./access-matrix.txt')
})

/**
 * One actor for each of the sets of permissions, which are the bits of its
 * index.
 */
const actorsByRole = roles.map((role) =>
  Array.from({ length: 2 ** permissions.length }, (_, held): Actor => {
    const has = permissions.map((key, index) => [
      key,
      (held & (1 << index)) !== 0,
    ])
    return {
      id: 'me',
      name: 'Me',
      role,
      companyId: 'home',
      permissions: Object.fromEntries(has),
    }
  }),
)

/** Calls that share a rule are asked once. */
const rightsByRule = new Map<ActorRule, string>()

/**
 * Each role that a rule admits, with the permissions it needs after a plus,
 * such as 'SELLER UNDERWRITER+assignLoans'. Throws if a permission takes a
 * right away, because no such words would say that.
 */
const rightsOf = (name: string, rule: ActorRule | 'PUBLIC'): string => {
  if (rule === 'PUBLIC') return 'public'
  const known = rightsByRule.get(rule)
  if (known !== undefined) return known
  const rights = actorsByRole.flatMap((actors) => {
    const minimal: number[] = []
    actors.forEach((actor, held) => {
      const isAdmitted = minimal.some((needed) => (held & needed) === needed)
      if (rule(actor) === isAdmitted) return
      if (isAdmitted)
        throw new Error(
          `${name}: a permission takes a right of ${actor.role} away`,
        )
      minimal.push(held)
    })
    const keysIn = (held: number) =>
      permissions.filter((_, index) => held & (1 << index))
    return minimal.map((held) => [actors[0]?.role, ...keysIn(held)].join('+'))
  })
  const words = rights.join(' ') || 'no one'
  rightsByRule.set(rule, words)
  return words
}

plain(
  'the rights by role and permission, over every set of permissions, are the reviewed ones',
  async () => {
    const person = (companyId: string) =>
      ({ id: 'you', companyId }) as unknown as PersonFacts
    const parts: Record<string, [name: string, rule: ActorRule | 'PUBLIC'][]> =
      {
        Calls: (await everyEndpoint())
          .toSorted(byPath)
          .map((endpoint) => [nameOf(endpoint), endpoint.access]),
        'Moves of SLVs': slvActions.map((action) => [
          action,
          slvTransitions[action].access,
        ]),
        'Moves of Tdocs': tdocActions.map((action) => [
          action,
          tdocTransitions[action].access,
        ]),
        'Tabs of SLVs': tableModes.map((mode) => [
          mode,
          (actor) => tableModesFor(actor).includes(mode),
        ]),
        'Tables of Tdocs': (
          ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const
        ).map((mode) => [mode, tdocModeRules[mode]]),
        'People managed': [
          ['of their own company', (actor) => mayManage(actor, person('home'))],
          ['of every company', (actor) => mayManage(actor, person('away'))],
        ],
      }
    const lines = Object.entries(parts).flatMap(([title, rules]) => [
      '',
      title,
      ...rules.map(
        ([name, rule]) => `  ${name.padEnd(74)} ${rightsOf(name, rule)}`,
      ),
    ])
    await expect(
      ['Reviewed by eye against the specification.', ...lines, ''].join('\n'),
    ).toMatchFileSnapshot('./rights.txt')
  },
)

test('the router serves the contract with its access rules', async ({
  app,
}) => {
  const endpoints = new Map(
    (await everyEndpoint()).map((endpoint) => [nameOf(endpoint), endpoint]),
  )
  expect(app.operations.length).toBeGreaterThan(60)
  for (const { method, url, access, about } of app.operations) {
    const name = `${method} ${url.replace('/api/', '/')}`
    expect({ name, access, about }).toEqual({
      name,
      access: endpoints.get(name)?.access,
      about: endpoints.get(name)?.about,
    })
  }
  const served = app.operations.map(({ method, url }) => `${method} ${url}`)
  expect(
    served.filter((name, index) => served.indexOf(name) !== index),
  ).toEqual([])
})

test('a route without an endpoint definition stops startup', ({ app }) => {
  const route = {
    method: 'GET',
    url: '/api/v1/forgotten',
    handler: async () => ({}),
  }
  expect(() => app.route(route)).toThrow('has no endpoint definition')
})

test('a POST that takes an Idempotency-Key can’t be served without a replay', ({
  app,
}) => {
  // The type checker refuses it too.
  expectTypeOf(addProgram).not.toExtend<
    Parameters<typeof serve<typeof addProgram>>[1]
  >()
  expect(() =>
    serve(app, addProgram as never, async () => null as never),
  ).toThrow('has no replay')
})

test('the 21st session ends the least recently used one', async ({
  app,
  committed,
  made,
  signInAt,
  now,
}) => {
  const person = await made.seller()
  const openAt = (minutes: number) =>
    signInAt(app, person, new Date(now.getTime() + minutes * 60_000))
  const [first, second] = [await openAt(-21), await openAt(-20)]
  for (let minutes = -19; minutes < 0; minutes++) await openAt(minutes)
  expect(
    await findRows(committed, 'session', { userId: person.id }),
  ).toHaveLength(maxSessions)
  expect((await first('GET', '/v1/auth/profile')).statusCode).toBe(401)
  expect((await second('GET', '/v1/auth/profile')).statusCode).toBe(200)
})
