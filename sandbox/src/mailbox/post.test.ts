import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Mail } from './model.ts'
import { makePost } from './post.ts'

const mail = (subject: string, text = ''): Mail => ({
  id: randomUUID(),
  receivedAt: '2026-01-02T12:00:00.000Z',
  envelope: { from: 'a@x.example', to: ['b@x.example'] },
  from: null,
  to: [],
  cc: [],
  subject,
  text,
  html: null,
  attachments: [],
})

test('the newest 1,000 mails are kept', () => {
  const post = makePost()
  for (let n = 1; n <= 1_005; n += 1) post.add(mail(String(n)))
  const subjects = post.list().map(({ subject }) => subject)
  expect(subjects).toHaveLength(1_000)
  expect([subjects[0], subjects[999]]).toEqual(['1005', '6'])
})

test('large mails push the old ones out earlier, but the newest always stays', () => {
  const post = makePost()
  const large = 'x'.repeat(24 * 1024 * 1024)
  for (const subject of ['a', 'b', 'c']) post.add(mail(subject, large))
  expect(post.list().map(({ subject }) => subject)).toEqual(['c', 'b'])
  post.add(mail('d', large.repeat(3)))
  expect(post.list().map(({ subject }) => subject)).toEqual(['d'])
})
