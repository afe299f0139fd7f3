import { expect, test } from 'vitest'
import { nameOn } from './ticket.ts'

const ticket = (claims: object) =>
  `head.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`

test('a ticket is read for whom it names', () =>
  expect(nameOn(ticket({ sub: 'maya.ortiz@acme.example', given_name: 'Zoë?' }))).toBe('maya.ortiz@acme.example'))

test.each(['', 'ticket', 'a.b.c', ticket({}), ticket({ sub: 'nobody' }), ticket([])])('%j names nobody', (text) =>
  expect(nameOn(text)).toBeNull(),
)
