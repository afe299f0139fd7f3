import { expect, test } from 'vitest'
import { actorWith } from '../../test/actors.ts'
import { combine } from '../../test/combinations.ts'
import { commentTypes } from '../conversation/model.ts'
import type { HistoryAction } from '../history/api.ts'
import type { SlvStatus } from '../slv/status.ts'
import { roles } from '../user/model.ts'
import {
  eventsFor,
  eventTopicsFor,
  findCommentEvents,
  findSlvEvents,
  findTdocEvents,
} from './events.ts'

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

test('each event that someone can subscribe to is in one topic', () => {
  for (const role of roles) {
    const actor = actorWith(role)
    const inTopics = eventTopicsFor(actor).flatMap(({ events }) => events)
    expect(inTopics.toSorted()).toEqual(eventsFor(actor).toSorted())
  }
})

test('sellers get no topic of Tdocs, which they can’t subscribe to', () => {
  const labels = eventTopicsFor(actorWith('SELLER')).map(({ label }) => label)
  expect(labels).toEqual(['SLVs', 'Documents', 'Comments'])
})

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

test('documents have events, and sellers get none for the underwriter’s', () => {
  const documentEvents = (action: HistoryAction, field: string) =>
    (['UNDERWRITER', 'SELLER'] as const).map((role) =>
      findSlvEvents(role, {
        action,
        fromStatus: 'PENDING_DOCUMENTS',
        toStatus: 'PENDING_DOCUMENTS',
        changes: [{ field, before: null, after: 'Lease' }],
      }).join(' '),
    )
  const both = (event: string) => [event, event]
  expect(documentEvents('add-document', 'documents')).toEqual(
    both('slv.document_added'),
  )
  expect(documentEvents('delete-document', 'documents')).toEqual(
    both('slv.document_removed'),
  )
  for (const action of [
    'answer-pending-document',
    'withdraw-pending-answer',
    'accept-pending-answer',
  ] as const)
    expect(documentEvents(action, 'pendingDocuments')).toEqual(
      both('slv.document_answer_changed'),
    )
  expect(
    documentEvents('add-underwriter-document', 'underwriterDocuments'),
  ).toEqual(['slv.document_added', ''])
  expect(
    documentEvents('delete-underwriter-document', 'underwriterDocuments'),
  ).toEqual(['slv.document_removed', ''])
})

test('a comment is an event for the roles that read its type, and could not read it before', () => {
  const cases = combine({
    topic: ['SLV', 'TDOC'] as const,
    role: roles,
    type: commentTypes,
    formerType: [null, ...commentTypes],
  })
  const found = cases.filter(
    ({ topic, role, ...types }) =>
      types.formerType !== types.type &&
      findCommentEvents(role, topic, types).length > 0,
  )
  const lines = found.map(
    ({ topic, role, type, formerType }) =>
      `${topic} ${role} ${formerType} ${type}`,
  )
  expect(lines).toEqual([
    'SLV SELLER null EXTERNAL',
    'SLV SELLER INTERNAL EXTERNAL',
    'SLV UNDERWRITER null INTERNAL',
    'SLV UNDERWRITER null EXTERNAL',
    'SLV BDD null INTERNAL',
    'SLV BDD null EXTERNAL',
    'SLV UBDD null INTERNAL',
    'SLV UBDD null EXTERNAL',
    'TDOC UNDERWRITER null INTERNAL',
    'TDOC UNDERWRITER null EXTERNAL',
    'TDOC TPR null EXTERNAL',
    'TDOC TPR INTERNAL EXTERNAL',
  ])
})
