import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, test as plain } from 'vitest'
import { test } from '../../../test/http.ts'
import { everyEndpoint } from '../../../test/proofs/every-endpoint.ts'
import { bodyExamples } from './examples.ts'
import { openApi } from './openapi.ts'

type Answer = { content: Record<string, { example?: object }> }
type Operation = { operationId: string; requestBody?: Answer }

const cookies = { session: 'session', challenge: 'sign-in' }
const described = async () => openApi(await everyEndpoint(), cookies)

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
    const { paths, components } = await described()
    const ajv = formats.default(
      new Ajv2020({
        strict: true,
        keywords: ['components'],
        code: { optimize: false },
      }),
    )
    const broken: string[] = []
    // Many calls answer the same: each schema is compiled once.
    const places = new Map<string, string>()
    for (const [place, schema] of [
      ...schemasOf(paths),
      ...schemasOf(components),
    ]) {
      places.set(JSON.stringify(schema), place)
    }
    for (const [schema, place] of places) {
      try {
        ajv.compile({
          ...JSON.parse(schema),
          components: { schemas: components.schemas },
        })
      } catch (error) {
        broken.push(`${place}: ${error}`)
      }
    }
    expect(broken).toEqual([])
    expect(places.size).toBeGreaterThan(200)
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
