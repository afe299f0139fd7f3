import { DeliveryEvent } from '@portal/contract/integration/model'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { errorStatus } from '@portal/contract/lib/errors'
import { getKeys } from '@portal/contract/lib/typed'
import { expect, test as plain } from 'vitest'
import { createCompiler } from '../../../test/compile-schema.ts'
import { test } from '../../../test/http.ts'
import { everyEndpoint } from '../../../test/proofs/every-endpoint.ts'
import { describeApi } from './describe-api.ts'
import { bodyExamples } from './examples.ts'
import { nameSchemas } from './schemas.ts'

type Answer = { content: Record<string, { example?: object }> }
type Operation = { operationId: string; requestBody?: Answer }

const cookies = { session: 'session', challenge: 'sign-in' }
const describeWhere = async (isDescribed: (endpoint: Endpoint) => unknown) => {
  await nameSchemas()
  const all = await everyEndpoint()
  const endpoints = all.filter(isDescribed)
  return describeApi({ endpoints, all, cookies, text: 'Some calls' })
}
const described = () => describeWhere(() => true)
const published = () => describeWhere(({ isPublished }) => isPublished)

/** Every schema within a part of the description, with its path. */
function* schemasOf(part: unknown, place = ''): Generator<[string, object]> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (name === 'schema') yield [place, value]
    else yield* schemasOf(value, `${place}/${name}`)
  }
}

plain(
  'every schema compiles in JSON Schema 2020-12 with nothing that it does not know',
  async () => {
    const { paths, webhooks, components } = await described()
    const compile = createCompiler(components)
    const broken: string[] = []
    // Many calls answer the same: each schema is compiled once.
    const places = new Map<string, string>()
    for (const [place, schema] of [
      ...schemasOf(paths),
      ...schemasOf(webhooks),
      ...schemasOf(components),
      ...Object.entries(components.schemas),
    ]) {
      places.set(JSON.stringify(schema), place)
    }
    for (const [schema, place] of places) {
      try {
        compile(JSON.parse(schema))
      } catch (error) {
        broken.push(`${place}: ${error}`)
      }
    }
    expect(broken).toEqual([])
    expect(places.size).toBeGreaterThan(200)
    expect(Object.keys(components.schemas).length).toBeGreaterThan(200)
  },
)

plain('each example is of a body, and every error has one', async () => {
  const { paths, components } = await described()
  const calls = Object.values(paths).flatMap((path) =>
    Object.values(path),
  ) as Operation[]
  const withExample = calls.filter(
    ({ requestBody }) => requestBody?.content['application/json']?.example,
  )
  expect(withExample.map(({ operationId }) => operationId).toSorted()).toEqual(
    Object.keys(bodyExamples).toSorted(),
  )
  const errors = getKeys(errorStatus).flatMap(
    (code) => (components.responses as Record<string, object>)[code] ?? [],
  )
  expect(errors.length).toBeGreaterThan(5)
  const silent = errors.filter(
    (error) => !(error as Answer).content['application/json']?.example,
  )
  expect(silent).toEqual([])
})

test('every call has a description, and the API page opens', async ({
  app,
}) => {
  const { paths } = (await app.inject('/api/openapi-full.json')).json() as {
    paths: Record<string, object>
  }
  const names = Object.entries(paths).flatMap(([path, calls]) =>
    Object.keys(calls).map(
      (method) =>
        `${method.toUpperCase()} /api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(names.toSorted()).toEqual(
    app.operations.map(({ method, url }) => `${method} ${url}`).toSorted(),
  )
  expect((await app.inject('/api/docs/')).statusCode).toBe(200)
})

type Described = { name?: string; description?: string }

plain(
  'every parameter has a sentence, and lists have their values',
  async () => {
    const { paths } = await described()
    const silent: string[] = []
    for (const [path, calls] of Object.entries(paths))
      for (const call of Object.values(calls) as {
        parameters: Described[]
      }[])
        for (const { name, description } of call.parameters)
          if (name && !description) silent.push(`${path} ${name}`)
    expect(silent).toEqual([])
    const list = paths['/v1/proxy-loans']?.get as { parameters: Described[] }
    const due = list.parameters.find(({ name }) => name === 'due')
    expect(due?.description).toContain(
      'One or more, separated by commas: OVERDUE, TODAY, SOON',
    )
  },
)

plain('paths are in kebab case', async () => {
  const { paths } = await described()
  const segments = Object.keys(paths).flatMap((path) => path.split('/'))
  expect(segments.filter((one) => !/^([a-z0-9-]*|\{\w+\})$/.test(one))).toEqual(
    [],
  )
})

plain(
  'schemas have the names of the contract and are described once, also those of webhooks',
  async () => {
    const { paths, webhooks, components } = await described()
    const { SlvDetail, Party, Program, ProgramInput } = components.schemas
    expect(SlvDetail?.properties?.waitingOn).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Party' }, { type: 'null' }],
      description:
        'Who acts next on a sent request, and by which day in New York',
    })
    expect(Party).toBeDefined()
    // Fields with a default may be absent only where callers send it.
    expect(Program?.required).toContain('approvalDays')
    expect(ProgramInput?.required).not.toContain('approvalDays')
    const { schema } =
      webhooks.event.post.requestBody.content['application/json']
    expect(schema.oneOf[0]).toEqual({
      $ref: '#/components/schemas/SlvWebhookEvent',
    })
    expect(components.schemas.SlvWebhookEvent?.properties?.data).toMatchObject({
      $ref: '#/components/schemas/SlvDetail',
    })
    const types = schema.oneOf.flatMap(({ $ref }) => {
      const body = components.schemas[String($ref).split('/').at(-1) ?? '']
      const { enum: several, const: one } = body?.properties?.type ?? {}
      return several ?? one
    })
    expect(types).toEqual(DeliveryEvent.options)
    expect(JSON.stringify({ paths, webhooks, components })).not.toContain(
      '$defs',
    )
  },
)

/** The types that a generator makes of objects and enumerations in a part. */
function countTypes(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0
  const isType = 'properties' in part || 'enum' in part
  return Object.values(part)
    .map(countTypes)
    .reduce((sum, count) => sum + count, isType ? 1 : 0)
}

// Counted as orval does it, with its default client; e2e/src/client.test.ts
// counts the lines that openapi-typescript generates.
plain('a client of what is published has at most 400 types', async () => {
  const { paths, components } = await published()
  const calls = Object.values(paths).flatMap((path) => Object.values(path))
  const { schemas, responses, parameters } = components
  const named = { ...schemas, ...responses, ...parameters }
  const inline = Object.values(schemas)
    .flatMap((schema) => Object.values(schema))
    .map(countTypes)
    .reduce((sum, count) => sum + count, 0)
  const types =
    Object.keys(named).length + inline + countTypes(paths) + calls.length
  expect(types).toBeGreaterThan(200)
  expect(types).toBeLessThanOrEqual(400)
})
