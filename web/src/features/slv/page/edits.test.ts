import type { HistoryEntry } from '@portal/contract/history/api'
import { expect, test } from 'vitest'
import { editsSinceSent } from './edits.ts'

const save = (actorName: string, resubmitCount: number, before: string, after: string): HistoryEntry => ({
  id: `${actorName} ${after}`,
  at: '2026-03-02T15:00:00.000Z',
  actorId: '0191d2a0-0000-7000-8000-000000000001',
  actorName,
  action: 'save',
  fromStatus: 'REVIEW',
  toStatus: 'REVIEW',
  resubmitCount,
  comment: null,
  changes: [{ field: 'city', before, after }],
})

test('an edit tells the value that was sent and who changed it last, in this round alone', () => {
  const newestFirst = [
    save('Ana Ortiz', 1, 'Reno', 'Tulsa'),
    save('Ben Hale', 1, 'Dover', 'Reno'),
    save('Cy Poe', 0, 'Salem', 'Dover'),
  ]
  expect(editsSinceSent(newestFirst, 1)).toEqual({ city: { before: 'Dover', by: 'Ana Ortiz' } })
})
