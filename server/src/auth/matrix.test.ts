import type { Endpoint } from '@portal/contract/lib/endpoint'
import { actorOf, personas } from '@portal/contract/test/personas'
import { expect } from 'vitest'
import { test } from '../../test/http.ts'
import { everyEndpoint, nameOf } from '../../test/proofs/every-endpoint.ts'

const byPath = (a: Endpoint, b: Endpoint) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method)

const line = ({ method, path, about, access }: Endpoint) => {
  const cells = personas.map((persona) => (access === 'PUBLIC' ? 'o' : access(actorOf(persona)) ? '+' : '.'))
  return `${`${method.padEnd(7)}${path}`.padEnd(84)}${about.padEnd(16)}${cells.join('  ')}`
}

const legend = [
  'Who may make each call at all: every endpoint of the contract x every persona, as its `access` answers.',
  '+ may   . 403   o needs no session. What they may do it to is a second question: `about`, and the policies.',
  'Reviewed by eye when it changes; written by: npm test -w server -- src/auth/matrix.test.ts -u',
  ...personas.map(({ name }, index) => `${String(index + 1).padStart(2)} ${name}`),
]
const heads = `${''.padEnd(100)}${personas.map((_, index) => String(index + 1).padEnd(2)).join(' ')}`.trimEnd()

test('the access matrix is the reviewed one', async () => {
  const lines = (await everyEndpoint()).toSorted(byPath).map(line)
  await expect([...legend, '', heads, ...lines, ''].join('\n')).toMatchFileSnapshot('./access-matrix.txt')
})

test('the router serves the contract with its access rules', async ({ app }) => {
  const endpoints = new Map((await everyEndpoint()).map((endpoint) => [nameOf(endpoint), endpoint]))
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
  expect(served.filter((name, index) => served.indexOf(name) !== index)).toEqual([])
})
