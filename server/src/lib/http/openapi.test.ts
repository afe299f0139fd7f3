import { eventLabels } from '@portal/contract/integration/model'
import { expect, test as plain } from 'vitest'
import { createCompiler } from '../../../test/compile-schema.ts'
import { test } from '../../../test/http.ts'
import { everyEndpoint } from '../../../test/proofs/every-endpoint.ts'
import { bodyExamples } from './examples.ts'
import { openApi } from './openapi.ts'
import { nameSchemas } from './schemas.ts'

type Answer = { content: Record<string, { example?: object }> }
type Operation = { operationId: string; requestBody?: Answer }

const cookies = { session: 'session', challenge: 'sign-in' }
const described = async () => {
  await nameSchemas()
  return openApi(await everyEndpoint(), cookies)
}

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
  const errors: Answer[] = Object.values(components.responses)
  expect(
    errors.filter(({ content }) => !content['application/json']?.example),
  ).toEqual([])
})

test('every call has a description, and the API page opens', async ({
  app,
}) => {
  const { paths } = (await app.inject('/api/openapi.json')).json() as {
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
    expect(JSON.stringify(webhooks['slv.decided'])).toContain(
      '"$ref":"#/components/schemas/SlvDetail"',
    )
    expect(Object.keys(webhooks).toSorted()).toEqual(
      Object.keys(eventLabels).toSorted(),
    )
    expect(JSON.stringify({ paths, webhooks, components })).not.toContain(
      '$defs',
    )
  },
)
