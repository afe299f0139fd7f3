import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'
import { AppError, unavailable } from './errors.ts'

const secret = 'ann@borrower.example'

test.for<[why: unknown, described: string]>([
  [
    new AppError('loan_dock_failed', 'LoanDock cannot be reached'),
    'LoanDock cannot be reached',
  ],
  [
    unavailable('File storage is unavailable. Try again.'),
    'File storage is unavailable. Try again.',
  ],
  [
    new AppError('conflict', `${secret} has to act`),
    'Unexpected error (AppError): see the log',
  ],
  [
    Object.assign(new Error(`550 no such user ${secret}`), {
      code: 'EENVELOPE',
      responseCode: 550,
    }),
    'The mail server returned 550',
  ],
  [
    Object.assign(new Error(`Key (email)=(${secret}) exists`), {
      code: '23505',
      severity: 'ERROR',
    }),
    'The database reported error 23505',
  ],
  [
    Object.assign(new Error(`connect ECONNREFUSED ${secret}`), {
      code: 'ECONNREFUSED',
    }),
    'The connection was refused (ECONNREFUSED)',
  ],
  [
    Object.assign(new Error(secret), { code: 'ESOCKET' }),
    'The connection or file operation failed (ESOCKET)',
  ],
  [
    new TypeError('fetch failed', {
      cause: Object.assign(new Error(secret), { code: 'ENOTFOUND' }),
    }),
    'The host name was not found (ENOTFOUND)',
  ],
  [
    Object.assign(new Error(secret), { level: 'client-authentication' }),
    'The SFTP host refused the login',
  ],
  [
    Object.assign(new Error(secret), { code: 'OAUTH_INVALID_RESPONSE' }),
    'The identity provider returned something unexpected (OAUTH_INVALID_RESPONSE)',
  ],
  [
    new TypeError(`${secret} is not iterable`),
    'Unexpected error (TypeError): see the log',
  ],
  [new AggregateError([new Error(secret)], '2 of 5 failed'), '2 of 5 failed'],
  [{ value: { message: 'job timed out' } }, 'It took too long'],
  [
    { message: 'handler execution exceeded 60s', name: 'Error' },
    'It took too long',
  ],
  [
    { name: secret, message: secret, code: secret },
    'Unexpected error: see the log',
  ],
  [secret, 'Unexpected error: see the log'],
  [null, 'Unexpected error: see the log'],
])('%s is described without foreign words', ([why, described]) => {
  expect(describeFailure(why)).toBe(described)
})
