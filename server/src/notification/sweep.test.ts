import { expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { sweepNotifications } from './sweep.ts'

test('viewed notifications are deleted after 90 days and all others after a year', async ({ a, db, now }) => {
  const { id: userId } = await a.seller()
  const notice = (title: string, days: number, status: 'CHECKED' | 'UNCHECKED') => ({
    ...({ userId, title, status, type: 'PROXY_LOAN', action: 'APPROVED' } as const),
    createdAt: new Date(now.getTime() - days * 86_400_000),
  })
  await db
    .insertInto('notification')
    .values([
      notice('viewed, 89 days', 89, 'CHECKED'),
      notice('not viewed, 364 days', 364, 'UNCHECKED'),
      ...Array.from({ length: 3 }, () => notice('viewed, 91 days', 91, 'CHECKED')),
      ...Array.from({ length: 2 }, () => notice('not viewed, 366 days', 366, 'UNCHECKED')),
    ])
    .execute()
  await sweepNotifications({ db, now }, 2)
  const left = await db.selectFrom('notification').select('title').orderBy('id').execute()
  expect(left.map(({ title }) => title)).toEqual(['viewed, 89 days', 'not viewed, 364 days'])
})
