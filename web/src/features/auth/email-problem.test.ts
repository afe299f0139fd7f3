import { enterPassword } from '@portal/contract/auth/tpr-api'
import { expect, test } from 'vitest'
import { emailProblemOf } from './email-problem.ts'

test.for(['', ' ', 'x', 'x@y', 'x@y.z', 'a b@c.example', ' ana@vendor.example ', `${'x'.repeat(250)}@vendor.example`])(
  'the sign-in form takes %j as an address if the server does',
  (typed) => {
    const isTaken = enterPassword.body.safeParse({ email: typed, password: 'a password' }).success
    expect(emailProblemOf(typed) === null).toBe(isTaken)
  },
)
