import { describe, expect, test } from 'vitest'
import { actorOf, everyCase } from '../../test/personas.ts'
import { roles } from '../user/model.ts'
import { documentKinds } from './model.ts'
import { maySeeDocument, mayUpload, mayUploadAsUnderwriter, mayWithDocument } from './policy.ts'

/** Every relation to an SLV in every status, with what the rules below speak of. */
const cases = everyCase().map(({ persona, status, facts }) => ({
  what: `${persona.name}, ${status}`,
  actor: actorOf(persona),
  facts,
  isOwner: persona.name.startsWith('seller, owner'),
  isAssigned: persona.name.startsWith('underwriter, assigned'),
  isDraft: ['DRAFT', 'DRAFT_RESUBMITTED'].includes(status),
  isUndecided: !['APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED'].includes(status),
  isSellersTurn: ['DRAFT', 'DRAFT_RESUBMITTED', 'PENDING_DOCUMENTS'].includes(status),
}))

describe('files are uploaded', () => {
  test('by the owner while nothing is decided', () => {
    for (const { what, actor, facts, isOwner, isUndecided } of cases)
      expect(mayUpload(actor, facts), what).toBe(isOwner && isUndecided)
  })

  test('by the assigned underwriter while nothing is decided, but not to the seller’s drafts', () => {
    for (const { what, actor, facts, isAssigned, isUndecided, isDraft } of cases)
      expect(mayUploadAsUnderwriter(actor, facts), what).toBe(isAssigned && isUndecided && !isDraft)
  })
})

test('sellers see of the underwriter’s files only the examples; everybody else sees all files', () => {
  const hidden = roles.flatMap((role) =>
    documentKinds.flatMap((kind) =>
      [true, false].flatMap((isExample) =>
        maySeeDocument(role, { kind, isExample }) ? [] : [{ role, kind, isExample }],
      ),
    ),
  )
  expect(hidden).toEqual([{ role: 'SELLER', kind: 'UNDERWRITER', isExample: false }])
})

describe('one file', () => {
  const file = { isExample: false, isOfThisRound: true }

  test('of the seller is deleted by the owner while it is their turn to write', () => {
    for (const { what, actor, facts, isOwner, isSellersTurn } of cases) {
      const may = mayWithDocument('delete', actor, facts, { ...file, kind: 'SELLER' })
      expect(may, what).toBe(isOwner && isSellersTurn)
    }
  })

  test('of the underwriter is deleted by whoever may upload one', () => {
    for (const { what, actor, facts } of cases) {
      const may = mayWithDocument('delete', actor, facts, { ...file, kind: 'UNDERWRITER' })
      expect(may, what).toBe(mayUploadAsUnderwriter(actor, facts))
    }
  })

  test('that is an example or of an ended round is never deleted', () => {
    for (const { what, actor, facts } of cases)
      for (const kind of documentKinds)
        for (const change of [{ isExample: true }, { isOfThisRound: false }])
          expect(mayWithDocument('delete', actor, facts, { ...file, ...change, kind }), what).toBe(false)
  })

  test('is sent to LoanDock by the assigned underwriter, in every status but the seller’s drafts', () => {
    for (const { what, actor, facts, isAssigned, isDraft } of cases)
      for (const kind of documentKinds)
        expect(mayWithDocument('send-to-ldp', actor, facts, { ...file, kind }), what).toBe(isAssigned && !isDraft)
  })
})
