import { expect, test } from 'vitest'
import { areAnswersUnsent, listUnsent } from './texts.ts'

const earlier = '2026-11-20T15:00:00Z'
const later = '2026-11-23T15:00:00Z'
const asked = {
  askedAt: later,
  receivedAt: null,
  answer: null,
  outcome: null,
}
const documents = {
  missing: asked,
  received: { ...asked, receivedAt: later },
  answered: { ...asked, answer: {} },
  waived: { ...asked, outcome: {} },
  // Of an earlier request: sent, unless it is missing.
  sent: { ...asked, askedAt: earlier, receivedAt: earlier },
  forgotten: { ...asked, askedAt: earlier },
}
type Name = keyof typeof documents
const list = (names: readonly Name[]) => names.map((name) => documents[name])

test('not sent are missing documents and those of the last request that are not closed', () => {
  const names: Name[] = [
    'sent',
    'forgotten',
    'missing',
    'received',
    'answered',
    'waived',
  ]
  expect(listUnsent(list(names))).toEqual(
    list(['forgotten', 'missing', 'received', 'answered']),
  )
  // Rounds from before the time was kept have one request.
  const { askedAt: _askedAt, ...withoutTime } = documents.received
  expect(listUnsent([withoutTime])).toEqual([withoutTime])
})

test.each<[Name[], boolean]>([
  [['received', 'answered'], true],
  [['sent', 'answered'], true],
  [['answered', 'missing'], false],
  [['answered', 'forgotten'], false],
  [['waived'], false],
  [[], false],
])('documents that are %j wait to be sent: %s', (names, expected) => {
  const pendingDocuments = list(names)
  expect(
    areAnswersUnsent({ status: 'PENDING_DOCUMENTS', pendingDocuments }),
  ).toBe(expected)
  expect(
    areAnswersUnsent({ status: 'DOCUMENTS_RECEIVED', pendingDocuments }),
  ).toBe(false)
})
