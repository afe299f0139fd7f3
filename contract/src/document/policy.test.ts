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

type Case = (typeof cases)[number]
const mayKeep = ({ isAssigned, isUndecided, isDraft }: Case) => isAssigned && isUndecided && !isDraft
const expectEveryCase = (rule: (one: Case) => boolean, expected: (one: Case) => boolean) =>
  expect(cases.filter((one) => rule(one) !== expected(one)).map(({ what }) => what)).toEqual([])

describe('files are uploaded', () => {
  test('by the owner before the decision', () => {
    expectEveryCase(
      ({ actor, facts }) => mayUpload(actor, facts),
      ({ isOwner, isUndecided }) => isOwner && isUndecided,
    )
  })

  test('by the assigned underwriter before the decision, but not to the seller’s drafts', () => {
    expectEveryCase(({ actor, facts }) => mayUploadAsUnderwriter(actor, facts), mayKeep)
  })
})

test('sellers see only the examples among the underwriter’s files; everyone else sees all files', () => {
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
  const mayDelete =
    (change: { kind: 'SELLER' | 'UNDERWRITER'; isExample?: true; isOfThisRound?: false }) =>
    ({ actor, facts }: Case) =>
      mayWithDocument('delete', actor, facts, { ...file, ...change })

  test('from the seller can be deleted by the owner while they may edit', () => {
    expectEveryCase(mayDelete({ kind: 'SELLER' }), ({ isOwner, isSellersTurn }) => isOwner && isSellersTurn)
  })

  test('from the underwriter can be deleted by the assigned underwriter while they may upload', () => {
    expectEveryCase(mayDelete({ kind: 'UNDERWRITER' }), mayKeep)
  })

  test('can’t be deleted if it is an example or belongs to an ended round', () => {
    for (const kind of documentKinds) {
      expectEveryCase(mayDelete({ kind, isExample: true }), () => false)
      expectEveryCase(mayDelete({ kind, isOfThisRound: false }), () => false)
    }
  })

  test('can be sent to LoanDock by the assigned underwriter in every status except the seller’s drafts', () => {
    for (const kind of documentKinds)
      expectEveryCase(
        ({ actor, facts }) => mayWithDocument('send-to-ldp', actor, facts, { ...file, kind }),
        ({ isAssigned, isDraft }) => isAssigned && !isDraft,
      )
  })

  test('of the round in effect can also be sent while the seller drafts the next round', () => {
    expectEveryCase(
      ({ actor, facts }) =>
        mayWithDocument('send-to-ldp', actor, facts, { ...file, kind: 'SELLER', isOfThisRound: false }),
      ({ isAssigned, facts }) => isAssigned && facts.status !== 'DRAFT',
    )
  })
})
