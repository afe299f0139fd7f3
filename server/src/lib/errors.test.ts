import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { conflict, refusalOf } from './errors.ts'

const sqlError = (code: string) => {
  const error = new DatabaseError('whatever PostgreSQL says', 0, 'error')
  return Object.assign(error, { code, severity: 'ERROR' })
}

test.for([
  ['22P02', 400],
  ['22003', 400],
  ['22021', 400],
  ['23505', 409],
  ['40P01', 503],
  ['55P03', 503],
  ['57014', 503],
  ['57P01', 503],
  ['57P03', 503],
  ['08006', 503],
  ['53300', 503],
] as const)(
  'refusalOf answers SQLSTATE %s with %i and keeps what PostgreSQL said to itself',
  ([code, statusCode]) => {
    const refusal = refusalOf(sqlError(code))
    expect(refusal).toMatchObject({ statusCode })
    expect(refusal?.message).not.toContain('PostgreSQL')
    if (statusCode === 503)
      expect(refusal?.retryAfterSeconds).toBeGreaterThan(0)
  },
)

test.for(['23503', '42703', '42P01', 'XX000'])(
  'refusalOf calls SQLSTATE %s a fault of ours',
  (code) => {
    expect(refusalOf(sqlError(code))).toBeNull()
  },
)

test('refusalOf is 503 while the disk is full or there is no connection', () => {
  const full = Object.assign(
    new Error('ENOSPC: no space left on device, write'),
    { code: 'ENOSPC' },
  )
  for (const error of [
    full,
    new Error('IO Error: Could not write all bytes: No space left on device'),
  ])
    expect(refusalOf(error)).toMatchObject({
      statusCode: 503,
      message: expect.stringContaining('no disk space'),
    })
  const refused = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  expect(refusalOf(refused)).toMatchObject({ statusCode: 503 })
  expect(
    refusalOf(new Error('Connection terminated unexpectedly')),
  ).toMatchObject({ statusCode: 503 })
  expect(
    refusalOf(new Error('timeout exceeded when trying to connect')),
  ).toMatchObject({ statusCode: 503 })
})

test('refusalOf returns an AppError unchanged, and null for other errors', () => {
  const refusal = conflict('The SLV is now In Review')
  expect(refusalOf(refusal)).toBe(refusal)
  expect(refusalOf(new TypeError('x is undefined'))).toBeNull()
  expect(refusalOf('text')).toBeNull()
})
