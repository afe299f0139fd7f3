import type { ProgressTracking } from '@portal/contract/tdoc/model'
import { expect } from 'vitest'
import { findRow } from '../../test/rows.ts'
import { test } from '../../test/tdoc-makers.ts'
import { setStatus } from './set-status.ts'

test('completed work is done, and in review again once it is returned', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const ctx = await as(await a.underwriter())
  const tdoc = await aTdoc({ progressTracking: 'INTAKE_PENDING' })
  const progress = async (): Promise<ProgressTracking> =>
    (await findRow(db, 'tdoc', { id: tdoc.id })).progressTracking
  const changes = async () => {
    const events = await db
      .selectFrom('tdocHistory')
      .select(['action', 'changes'])
      .where('tdocId', '=', tdoc.id)
      .execute()
    return events.map(({ action, changes }) => [action, changes])
  }
  await setStatus(ctx, [tdoc.id], 'COMPLETE')
  expect(await progress()).toBe('DONE')
  await setStatus(ctx, [tdoc.id], 'NEW')
  expect(await progress()).toBe('IN_REVIEW')
  expect(await changes()).toEqual([
    [
      'complete',
      [
        { field: 'status', before: 'NEW', after: 'COMPLETE' },
        { field: 'progressTracking', before: 'INTAKE_PENDING', after: 'DONE' },
      ],
    ],
    [
      'return',
      [
        { field: 'status', before: 'COMPLETE', after: 'NEW' },
        { field: 'progressTracking', before: 'DONE', after: 'IN_REVIEW' },
      ],
    ],
  ])
})
