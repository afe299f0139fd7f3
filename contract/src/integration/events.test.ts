import { expect, test } from 'vitest'
import type { HistoryAction } from '../history/api.ts'
import type { SlvStatus } from '../slv/status.ts'
import { findSlvEvents, findTdocEvents } from './events.ts'

const eventsOf = (
  action: HistoryAction,
  fromStatus: SlvStatus | null,
  toStatus: SlvStatus,
) =>
  (['UNDERWRITER', 'SELLER'] as const).map((role) =>
    findSlvEvents(role, { action, fromStatus, toStatus, changes: [] }).join(
      ' ',
    ),
  )

test('sellers get no events for the buyer’s internal stages and assignments', () => {
  expect(eventsOf('set-slr-pending', 'REVIEW', 'SLR_PENDING')).toEqual([
    'slv.status_changed',
    '',
  ])
  expect(eventsOf('assign-slr', 'SLR_PENDING', 'SLR_PENDING')).toEqual([
    'slv.assigned',
    '',
  ])
  expect(eventsOf('start-review-process', 'PENDING', 'REVIEW')).toEqual([
    'slv.status_changed',
    'slv.status_changed',
  ])
})

test('only a final decision counts as a decision, not a discarded draft resubmission', () => {
  const both = 'slv.status_changed slv.decided'
  expect(eventsOf('make-final-decision', 'REVIEW', 'APPROVED')).toEqual([
    both,
    both,
  ])
  expect(eventsOf('update-decision-request', 'REVIEW', 'REVIEW')).toEqual([
    '',
    '',
  ])
  for (const events of eventsOf(
    'discard-draft',
    'DRAFT_RESUBMITTED',
    'APPROVED',
  ))
    expect(events).not.toContain('decided')
  expect(
    eventsOf('set-pending-documents', 'REVIEW', 'PENDING_DOCUMENTS'),
  ).toEqual([
    'slv.status_changed slv.documents_requested',
    'slv.status_changed slv.documents_requested',
  ])
  expect(eventsOf('open-draft', null, 'DRAFT')[1]).toBe('slv.status_changed')
})

test('a Tdoc has events for its creation, statuses and responses', () => {
  expect(
    (['create', 'complete', 'set-response', 'turn-comment'] as const).map(
      findTdocEvents,
    ),
  ).toEqual([
    ['tdoc.created'],
    ['tdoc.status_changed'],
    ['tdoc.response_added'],
    [],
  ])
})
