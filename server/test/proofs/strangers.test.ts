import type { ErrorAnswer } from '@portal/contract/lib/errors'
import { actorOf, personas } from '@portal/contract/test/personas'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { openSession } from '../../src/auth/sessions/session.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { temporaryStore } from '../files.ts'
import { appOn, nowhere } from '../http.ts'
import { makers, test } from '../makers.ts'
import { setRows } from '../rows.ts'
import { addressOf, type CallContext, type Case } from './case.ts'
import { poolWithin } from './nested.ts'
import { call, caseOf } from './relations.ts'
import { watchChanges } from './untouched.ts'
import { worldOf } from './world.ts'

const loan = { number: '7001234', corrId: 'PROOF-1' }
const loans = {
  home: loan,
  foreign: { ...loan, corrId: 'PROOF-2' },
  unknown: loan,
}

const strange = test
  .extend('store', async ({}, { onCleanup }) => {
    const store = await temporaryStore()
    onCleanup(store.remove)
    return store.files
  })
  .extend('portal', async ({ db, now, store }, { onCleanup }) => {
    const app = await appOn(poolWithin(db), () => now, nowhere, store)
    onCleanup(() => app.close())
    await app.ready()
    return app
  })
  .extend('around', async ({ db, now, store }) => {
    const admin = personas.find(({ name }) => name.startsWith('admin'))
    if (!admin) throw new Error('There is no admin among the personas')
    const world = await worldOf(db, now, admin, store, loans)
    const thing = await world.thingIn('own', 'REVIEW')
    return {
      world,
      asked: {
        actor: world.actor,
        thing,
        relation: 'own',
        world,
      } satisfies CallContext,
    }
  })

const anything: Case = { answer: () => 0 }
const bare = (body: string) => body.replace(/"requestId":"[^"]*"/, '')

/**
 * Makes every call that isn't public, with each of these cookies: the distinct
 * responses, and how many calls there were.
 */
async function callAll(
  app: FastifyInstance,
  asked: CallContext,
  cookies: (string | undefined)[],
) {
  const said = new Set<string>()
  const closed = app.operations.filter(({ access }) => access !== 'PUBLIC')
  for (const operation of closed)
    for (const cookie of cookies) {
      const answer = await call(
        app,
        operation,
        caseOf(operation) ?? anything,
        asked,
        cookie,
      )
      said.add(`${answer.statusCode} ${bare(answer.body)}`)
    }
  return { said: [...said], calls: closed.length * cookies.length }
}

strange(
  'every call but the public ones returns 401 without a session, 403 to an inactive user',
  async ({ portal, around: { asked }, db, now }) => {
    const cookie = await openSession(db, asked.actor.id, now, 'test')
    await setRows(db, 'appUser', { id: asked.actor.id }, { status: 'INACTIVE' })
    const watch = await watchChanges(db)
    const { said, calls } = await callAll(portal, asked, [
      undefined,
      'x'.repeat(43),
      "' or 1=1 --",
    ])
    expect(said).toEqual([
      '401 {"statusCode":401,"code":"unauthorized","error":"Sign in to continue",}',
    ])
    const inactive = await callAll(portal, asked, [cookie])
    expect(inactive.said).toEqual([
      '403 {"statusCode":403,"code":"forbidden","error":"This account is not active",}',
    ])
    expect(await watch.isUntouched()).toBe(true)
    const open = portal.operations.filter(({ access }) => access === 'PUBLIC')
    process.stdout.write(
      `${calls} calls without a session; public: ${open.length}\n`,
    )
    for (const { url } of open)
      expect(url).toMatch(
        /\/v1\/(auth\/(log-in|log-out|tpr\/|oidc\/)|branding)/,
      )
  },
)

/** Identity providers may send more than the portal reads. */
const calledByProviders = [
  '/api/v1/auth/oidc/callback',
  '/api/v1/auth/oidc/back-channel-logout',
]

/** A person who may make each call, from as few personas as possible. */
async function cookiesByOperation(app: FastifyInstance, db: Db, now: Date) {
  const make = makers(db, now)
  const cookies = new Map<string, string | undefined>()
  for (const persona of personas) {
    const reached = app.operations.filter(
      ({ url, method, access }) =>
        !cookies.has(`${method} ${url}`) &&
        (access === 'PUBLIC' || access(actorOf(persona))),
    )
    if (reached.length === 0) continue
    const { id } = await make.user({ role: persona.role, holds: persona.holds })
    const cookie = await openSession(db, id, now, 'test')
    for (const { method, url, access } of reached)
      cookies.set(`${method} ${url}`, access === 'PUBLIC' ? undefined : cookie)
  }
  return cookies
}

strange(
  'every call refuses a parameter and a field that it doesn’t know, and names them',
  async ({ portal, around: { asked }, db, now }) => {
    const cookies = await cookiesByOperation(portal, db, now)
    const accepted: string[] = []
    const expectRefusal = async (
      operation: FastifyInstance['operations'][number],
      name: string,
      sent: { query?: string; payload?: object },
    ) => {
      const { method, url } = operation
      const cookie = cookies.get(`${method} ${url}`)
      const answer = await portal.inject({
        method: operation.method,
        url: `${addressOf(operation, caseOf(operation) ?? anything, asked).split('?')[0]}?${sent.query ?? ''}`,
        headers: cookie === undefined ? {} : { cookie: `session=${cookie}` },
        ...(sent.payload && { payload: sent.payload }),
      })
      const { details = [] } = answer.json<ErrorAnswer>()
      const isNamed = details.some(
        ({ field, error }) =>
          field === name && error.startsWith('Unknown field'),
      )
      if (answer.statusCode !== 400 || !isNamed)
        accepted.push(`${method} ${url}: ${answer.body.slice(0, 200)}`)
    }

    for (const operation of portal.operations.filter(
      ({ url }) => !calledByProviders.includes(url),
    )) {
      const payload = caseOf(operation)?.body?.(asked)
      const known =
        typeof payload === 'object' && payload !== null ? { payload } : {}
      // A body that is refused hides what is wrong with the parameters.
      const isComplete =
        operation.endpoint.body?.safeParse(payload).success ?? true
      if (isComplete)
        await expectRefusal(operation, 'statuss', {
          ...known,
          query: 'statuss=DRAFT',
        })
      const hasFields =
        operation.method !== 'GET' &&
        !operation.endpoint.takesFile &&
        !Array.isArray(payload)
      if (hasFields)
        await expectRefusal(operation, 'serviceIdd', {
          payload: { serviceIdd: 'x' },
        })
    }

    expect(accepted).toEqual([])
    expect(portal.operations.length).toBeGreaterThan(150)
  },
)

const hostile = [
  'nonsense',
  '%2e%2e%2f',
  "'%20or%201=1--",
  '0',
  'null',
  '%F0%9F%92%A9',
  '%00',
  'a'.repeat(290),
]

strange(
  'a malformed id is answered like one that does not exist',
  async ({ portal, around, db, now }) => {
    const { world, asked } = around
    const cookie = await openSession(db, world.actor.id, now, 'test')
    const missing = {
      ...asked,
      thing: await world.thingIn('missing', 'REVIEW'),
      relation: 'missing' as const,
    }
    const wrong: string[] = []
    let calls = 0
    for (const operation of portal.operations) {
      const one = caseOf(operation) ?? anything
      const isById = /:(id|userId|companyId|documentId|requestId)\b/.test(
        operation.url,
      )
      if (
        !isById ||
        operation.access === 'PUBLIC' ||
        !operation.access(world.actor)
      )
        continue
      const answer = await call(portal, operation, one, missing, cookie)
      // People without a password get 409 before any id is read.
      const none = answer.statusCode === 404 ? bare(answer.body) : undefined
      for (const id of hostile) {
        const url = operation.url.replaceAll(/:\w+/g, id)
        const odd = await call(
          portal,
          { ...operation, url },
          one,
          missing,
          cookie,
        )
        calls++
        if (
          odd.statusCode !== 404 ||
          (none !== undefined && bare(odd.body) !== none)
        )
          wrong.push(
            `${operation.method} ${addressOf({ ...operation, url }, one, missing)}: ${odd.statusCode} ${odd.body}`,
          )
      }
    }
    process.stdout.write(`${calls} calls with ids that are none\n`)
    expect(wrong).toEqual([])
  },
)
