import { readFile } from 'node:fs/promises'
import { KeyScope } from '@portal/contract/integration/model'
import {
  keyRefusal,
  servicePermissions,
  takesKey,
} from '@portal/contract/integration/policy'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import { actorWith } from '@portal/contract/test/actors'
import type { Actor } from '@portal/contract/user/model'
import { expect, test as plain } from 'vitest'
import { test } from '../../../test/http.ts'
import { everyEndpoint, nameOf } from '../../../test/proofs/every-endpoint.ts'

const listPublished = async () =>
  (await everyEndpoint()).filter(({ isPublished }) => isPublished)

const mayCall = (service: Actor, endpoint: Endpoint) =>
  endpoint.access !== 'PUBLIC' &&
  endpoint.access(service) &&
  keyRefusal(endpoint, service, KeyScope.options) === null

plain(
  'a service of the buyer or a seller can call what is published',
  async () => {
    const services = (['UNDERWRITER', 'SELLER'] as const).map((role) =>
      actorWith(role, ...servicePermissions({ role })),
    )
    const closed = (await listPublished()).filter(
      (endpoint) =>
        !(
          takesKey(endpoint) &&
          services.some((service) => mayCall(service, endpoint))
        ),
    )
    expect(closed.map(nameOf)).toEqual([])
  },
)

const guides = ['integration.md', 'import-export.md']

plain('what the guides call is published', async () => {
  const published = (await listPublished()).map(nameOf)
  const called: string[] = []
  for (const guide of guides) {
    const url = new URL(`../../../../docs/${guide}`, import.meta.url)
    const text = await readFile(url, 'utf8')
    for (const [, method = 'GET', path = ''] of [
      ...text.matchAll(
        /`(GET|POST|PUT|PATCH|DELETE) (?:\/api)?(\/v1[^\s?`]*)/g,
      ),
      ...text.matchAll(/portal\.(GET|POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g),
    ])
      called.push(`${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`)
  }
  expect(called.length).toBeGreaterThan(12)
  expect(called.filter((call) => !published.includes(call))).toEqual([])
})

test('one description has what is published, the other every call', async ({
  app,
}) => {
  const count = async (path: string) => {
    const { paths } = (await app.inject(path)).json() as {
      paths: Record<string, object>
    }
    return Object.values(paths).flatMap((calls) => Object.keys(calls)).length
  }
  const published = await listPublished()
  expect(await count('/api/openapi.json')).toBe(published.length)
  expect(await count('/api/openapi-full.json')).toBe(app.operations.length)
  const page = await app.inject('/api/docs/static/swagger-initializer.js')
  expect(page.body).toContain('/api/openapi-full.json')
})
