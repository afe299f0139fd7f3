import type { IntakeRun } from '@portal/contract/data-capture/api'
import { intakeStates } from '@portal/contract/data-capture/model'
import { isValidElement } from 'react'
import { expect, test } from 'vitest'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { intakeRunColumns } from './columns.tsx'

const run: IntakeRun = {
  id: '0199f0c0-0000-7000-8000-000000000001',
  startedAt: '2026-03-02T15:00:00.000Z',
  endedAt: null,
  source: '/intake',
  indexFileName: 'March.csv',
  rows: 3,
  created: 0,
  known: 0,
  rejected: 0,
  state: 'WAITING',
  problem: 'It waits for an image: note.tif',
}

/** The word and colour of the badge that stands for the state of a reading. */
const badgeOf = (one: IntakeRun) => {
  const drawn = intakeRunColumns.find(({ key }) => key === 'state')?.render(one)
  if (!isValidElement<Parameters<typeof StatusBadge>[0]>(drawn) || drawn.type !== StatusBadge)
    throw new Error('There is no badge')
  const { label, color } = drawn.props
  return { label, color }
}

test('a transmittal that waits for its images has not failed', () => {
  expect(badgeOf(run)).toEqual({ label: 'Waiting', color: 'yellow' })
})

test.each([
  ['READING', 'Reading', 'blue'],
  ['TAKEN', 'Taken', 'green'],
  ['PARTLY_TAKEN', 'Partly taken', 'yellow'],
  ['FAILED', 'Failed', 'red'],
] as const)('the state %s is shown as the server tells it, whatever else is in the row', (state, label, color) => {
  expect(badgeOf({ ...run, state })).toEqual({ label, color })
  expect(intakeStates).toContain(state)
})
