import type { HistoryEntry } from '@portal/contract/history/api'
import { expect, test } from 'vitest'
import { netEdits } from '../../records/history/queries.ts'

const save = (
  actorName: string,
  before: string,
  after: string,
): HistoryEntry => ({
  id: `${actorName} ${after}`,
  at: '2026-03-02T15:00:00.000Z',
  actorId: '0191d2a0-0000-7000-8000-000000000001',
  actorName,
  action: 'save',
  fromStatus: 'REVIEW',
  toStatus: 'REVIEW',
  resubmitCount: 0,
  comment: null,
  changes: [{ field: 'city', before, after }],
})

test('an edit has the value that was sent and who changed it last; a value that was changed back is no edit', () => {
  const first = save('Ben Hale', 'Dover', 'Reno')
  expect(netEdits([save('Ana Ortiz', 'Reno', 'Tulsa'), first])).toEqual({
    city: { before: 'Dover', after: 'Tulsa', by: 'Ana Ortiz' },
  })
  expect(netEdits([save('Ana Ortiz', 'Reno', 'Dover'), first])).toEqual({})
})
