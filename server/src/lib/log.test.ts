import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

const logged = (...given: [object, string]) => {
  const lines: string[] = []
  createLog('info', { write: (line) => lines.push(line) }).info(...given)
  return lines.join('')
}

test('a line has the path of the request without its query, and nothing as long as a token', () => {
  const req = {
    id: 'r-1',
    method: 'GET',
    url: '/sign-in?loanDockId=canary',
    ip: '127.0.0.1',
  }
  expect(JSON.parse(logged({ req }, 'request'))).toMatchObject({
    level: 'info',
    msg: 'request',
    req: { id: 'r-1', path: '/sign-in' },
  })
  expect(logged({ req }, 'request')).not.toContain('canary')
  const unknown = {
    method: 'GET',
    url: `/multi-factor-auth/create-password/${'canary'.padEnd(43, 'x')}?a=b`,
  }
  const line = JSON.parse(logged({ req: unknown }, 'request'))
  expect(line.req.path).toBe('/multi-factor-auth/create-password/[long]')
})

test.for([
  'authorization',
  'cookie',
  'set-cookie',
  'loanDockId',
  'password',
  'token',
])('%s is never written', (name) => {
  expect(logged({ [name]: 'canary' }, 'x')).not.toContain('canary')
  expect(logged({ headers: { [name]: 'canary' } }, 'x')).not.toContain('canary')
})

test('an SQL error is logged without the values that it quotes', () => {
  const error = new DatabaseError(
    'invalid input syntax for type uuid: "canary"',
    0,
    'error',
  )
  const err = Object.assign(error, {
    severity: 'ERROR',
    code: '22P02',
    detail: 'Key (email)=(canary) exists',
    where: 'canary',
  })
  const line = logged({ err }, 'failed')
  expect(JSON.parse(line).err).toMatchObject({
    code: '22P02',
    message: 'invalid input syntax for type uuid',
  })
  expect(JSON.parse(line).err.stack).toContain('log.test.ts')
  expect(line).not.toContain('canary')
})

test('an error is logged with its cause, and each of several errors without what it quotes', () => {
  const err = new Error('LoanDock cannot be reached', {
    cause: new Error('connect ECONNREFUSED'),
  })
  expect(JSON.parse(logged({ err }, 'failed')).err.cause).toMatchObject({
    message: 'connect ECONNREFUSED',
  })
  const sqlError = Object.assign(
    new DatabaseError('no uuid: "canary"', 0, 'error'),
    { severity: 'ERROR' },
  )
  const several = new AggregateError(
    [sqlError, new Error('connect ECONNREFUSED')],
    '2 of 3 failed',
  )
  const line = logged({ err: several }, 'failed')
  expect(JSON.parse(line).err).toMatchObject({
    message: '2 of 3 failed',
    errors: [{ message: 'no uuid' }, { message: 'connect ECONNREFUSED' }],
  })
  expect(line).not.toContain('canary')
})
