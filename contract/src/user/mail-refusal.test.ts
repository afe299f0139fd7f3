import { expect, test } from 'vitest'
import { describeRefusal, refusesAddress } from './mail-refusal.ts'

test.each([
  '550 5.1.1 There is no such mailbox',
  '550-5.1.1 The email account that you tried to reach does not exist.',
  '550 5.1.10 The domain has a null MX',
  '552 5.2.2 Mailbox full',
  '550 No such user',
  '553 Mailbox name not allowed',
])('an answer refuses the address for good: %s', (answer) => {
  expect(refusesAddress(answer)).toBe(true)
})

test.each([
  '450 4.2.0 Greylisted, try again',
  '452 4.2.2 Mailbox full',
  '421 Too many connections',
  '550 5.7.1 Relaying denied',
  '554 5.7.1 Your address is blocked',
  '553 5.1.8 The sender’s domain does not exist',
  '530 Authentication required',
  '554 Transaction failed',
  'no answer',
  '',
])('an answer says nothing about the address: %s', (answer) => {
  expect(refusesAddress(answer)).toBe(false)
})

test('an answer is explained in plain words', () => {
  expect(describeRefusal('550 5.1.1 Unknown')).toBe(
    'The mailbox doesn’t exist.',
  )
  expect(describeRefusal('552 5.2.2 Over quota')).toBe('The mailbox is full.')
  expect(describeRefusal('550 No such user')).toBe(
    'The mail server refuses this address.',
  )
  expect(describeRefusal('It came back')).toBe(
    'The mail server refuses this address.',
  )
})
