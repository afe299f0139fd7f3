import type { ErrorAnswer } from '@portal/contract/lib/errors'
import { actorOf, personas } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import type { Operation } from '../../src/auth/guard.ts'
import { openSession } from '../../src/auth/sessions/session.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { temporaryStore } from '../files.ts'
import { appOn, nowhere } from '../http.ts'
import { test as base, makers } from '../makers.ts'
import { setRows } from '../rows.ts'
import { buildAddress, type CallContext, type Case } from './case.ts'
import { poolWithin } from './nested.ts'
import { call, findCase } from './relations.ts'
import { watchChanges } from './untouched.ts'
import { createWorld } from './world.ts'

const loan = { number: '7001234', corrId: 'PROOF-1' }
const loans = {
  home: loan,
  foreign: { ...loan, corrId: 'PROOF-2' },
  unknown: loan,
}

/** The portal, and what an administrator's calls are about. */
const test = base
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
  .extend('world', async ({ db, now, store }) => {
    const admin = personas.find(({ name }) => name.startsWith('admin'))
    if (!admin) throw new Error('There is no admin among the personas')
    return createWorld(db, now, admin, store, loans)
  })
  .extend('context', async ({ world }): Promise<CallContext> => {
    const thing = await world.thingIn('own', 'REVIEW')
    return { actor: world.actor, thing, relation: 'own', world }
  })

/** The case of an operation; its expected status doesn't matter here. */
const getCase = (operation: Operation): Case =>
  findCase(operation) ?? { answer: () => 0 }

const withoutRequestId = (body: string) =>
  body.replace(/"requestId":"[^"]*"/, '')

/** The distinct responses to these calls, with one of these cookies each. */
async function callAll(
  portal: FastifyInstance,
  operations: readonly Operation[],
  context: CallContext,
  cookies: readonly (string | undefined)[],
): Promise<string[]> {
  const responses = new Set<string>()
  for (const operation of operations)
    for (const cookie of cookies) {
      const { statusCode, body } = await call(
        portal,
        operation,
        getCase(operation),
        context,
        cookie,
      )
      responses.add(`${statusCode} ${withoutRequestId(body)}`)
    }
  return [...responses]
}

test('every call but the public ones returns 401 without a session, 403 to an inactive user', async ({
  portal,
  context,
  db,
  now,
}) => {
  const { id } = context.actor
  const cookie = await openSession(db, id, now, 'test')
  await setRows(db, 'appUser', { id }, { status: 'INACTIVE' })
  const publicOperations = portal.operations.filter(
    ({ access }) => access === 'PUBLIC',
  )
  const operations = portal.operations.filter(
    ({ access }) => access !== 'PUBLIC',
  )
  const watch = await watchChanges(db)

  const badCookies = [undefined, 'x'.repeat(43), "' or 1=1 --"]
  expect(await callAll(portal, operations, context, badCookies)).toEqual([
    '401 {"statusCode":401,"code":"unauthorized","error":"Sign in to continue",}',
  ])
  expect(await callAll(portal, operations, context, [cookie])).toEqual([
    '403 {"statusCode":403,"code":"forbidden","error":"This account is not active",}',
  ])
  expect(await watch.listChanged()).toEqual([])

  process.stdout.write(
    `${operations.length * badCookies.length} calls without a session; public: ${publicOperations.length}\n`,
  )
  for (const { url } of publicOperations)
    expect(url).toMatch(
      /\/v1\/(auth\/(log-in|log-out|tpr\/|oidc\/)|branding|notifications\/unsubscribe|verify)/,
    )
})

/** Identity providers may send more than the portal reads. */
const calledByProviders = [
  '/api/v1/auth/oidc/callback',
  '/api/v1/auth/oidc/back-channel-logout',
]

/**
 * For each operation the cookie of a person who may call it, from as few
 * personas as possible.
 */
async function openSessions(portal: FastifyInstance, db: Db, now: Date) {
  const make = makers(db, now)
  const cookies = new Map<Operation, string>()
  const operations = portal.operations.filter(
    ({ access }) => access !== 'PUBLIC',
  )
  for (const persona of personas) {
    const newOperations = operations.filter(
      (operation) =>
        !cookies.has(operation) && mayCall(actorOf(persona), operation),
    )
    if (newOperations.length === 0) continue
    const { id } = await make.user({ role: persona.role, holds: persona.holds })
    const cookie = await openSession(db, id, now, 'test')
    for (const operation of newOperations) cookies.set(operation, cookie)
  }
  return cookies
}

const mayCall = (actor: Actor, { access }: Operation) =>
  access !== 'PUBLIC' && access(actor)

type ServedOperation = FastifyInstance['operations'][number]
type UnknownField = { name: string; query?: string; payload?: object }

/**
 * Calls with a parameter that no operation knows, and with a field that none
 * knows, as far as each operation takes them.
 */
function listUnknownFields(
  operation: ServedOperation,
  context: CallContext,
): UnknownField[] {
  const { method, endpoint } = operation
  const body = getCase(operation).body?.(context)
  const fields: UnknownField[] = []
  // A body that is refused hides what is wrong with the parameters.
  const isBodyValid = endpoint.body?.safeParse(body).success ?? true
  if (isBodyValid)
    fields.push({
      name: 'statuss',
      query: 'statuss=DRAFT',
      ...(typeof body === 'object' && body !== null && { payload: body }),
    })
  const takesFields =
    method !== 'GET' && !endpoint.takesFile && !Array.isArray(body)
  if (takesFields)
    fields.push({ name: 'serviceIdd', payload: { serviceIdd: 'x' } })
  return fields
}

const isRefused = (
  response: LightMyRequestResponse,
  { name }: UnknownField,
): boolean => {
  const { details = [] } = response.json<ErrorAnswer>()
  const isNamed = details.some(
    ({ field, error }) => field === name && error.startsWith('Unknown field'),
  )
  return response.statusCode === 400 && isNamed
}

test('every call refuses a parameter and a field that it doesn’t know, and names them', async ({
  portal,
  context,
  db,
  now,
}) => {
  const cookies = await openSessions(portal, db, now)
  const operations = portal.operations.filter(
    ({ url }) => !calledByProviders.includes(url),
  )
  const accepted: string[] = []
  for (const operation of operations) {
    const { method, url } = operation
    const address = buildAddress(operation, getCase(operation), context)
    const [path] = address.split('?')
    const cookie = cookies.get(operation)
    for (const field of listUnknownFields(operation, context)) {
      const response = await portal.inject({
        method,
        url: `${path}?${field.query ?? ''}`,
        headers: cookie === undefined ? {} : { cookie: `session=${cookie}` },
        ...(field.payload && { payload: field.payload }),
      })
      if (!isRefused(response, field))
        accepted.push(`${method} ${url}: ${response.body.slice(0, 200)}`)
    }
  }

  expect(accepted).toEqual([])
  expect(portal.operations.length).toBeGreaterThan(150)
})

const malformedIds = [
  'nonsense',
  '%2e%2e%2f',
  "'%20or%201=1--",
  '0',
  'null',
  '%F0%9F%92%A9',
  '%00',
  'a'.repeat(290),
]

const hasId = ({ url }: Operation) =>
  /:(id|userId|companyId|documentId|requestId)\b/.test(url)

test('a malformed id is answered like one that does not exist', async ({
  portal,
  world,
  context,
  db,
  now,
}) => {
  const cookie = await openSession(db, world.actor.id, now, 'test')
  const missing: CallContext = {
    ...context,
    thing: await world.thingIn('missing', 'REVIEW'),
    relation: 'missing',
  }
  const operations = portal.operations.filter(
    (operation) => hasId(operation) && mayCall(world.actor, operation),
  )
  const wrong: string[] = []
  let callCount = 0
  for (const operation of operations) {
    const send = (url: string) =>
      call(portal, { ...operation, url }, getCase(operation), missing, cookie)
    const expected = await send(operation.url)
    const expectedBody = withoutRequestId(expected.body)
    // People without a password get 409 before any id is read.
    const isComparable = expected.statusCode === 404

    for (const id of malformedIds) {
      const url = operation.url.replaceAll(/:\w+/g, id)
      const { statusCode, body } = await send(url)
      callCount++
      const isSame = !isComparable || withoutRequestId(body) === expectedBody
      if (statusCode !== 404 || !isSame)
        wrong.push(`${operation.method} ${url}: ${statusCode} ${body}`)
    }
  }
  process.stdout.write(`${callCount} calls with ids that are none\n`)
  expect(wrong).toEqual([])
})
