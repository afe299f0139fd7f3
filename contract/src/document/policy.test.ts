import { expect, test } from 'vitest'
import { actorOf, everyCase } from '../../test/personas.ts'
import { roles } from '../user/model.ts'
import { type DocumentAction, documentKinds } from './model.ts'
import {
  maySeeDocument,
  mayUpload,
  mayUploadAsUnderwriter,
  mayWithDocument,
} from './policy.ts'

/**
 * Every relation to an SLV in every status, with the facts that the rules
 * depend on.
 */
const cases = everyCase().map(({ persona, status, facts }) => ({
  what: `${persona.name}, ${status}`,
  actor: actorOf(persona),
  facts,
  isOwner: persona.name.startsWith('seller, owner'),
  isAssigned: persona.name.startsWith('underwriter, assigned'),
  isDraft: ['DRAFT', 'DRAFT_RESUBMITTED'].includes(status),
  isUndecided: ![
    'APPROVED',
    'DECLINED',
    'NOT_NEEDED',
    'WITHDRAWN_APPROVED',
  ].includes(status),
  isSellersTurn: ['DRAFT', 'DRAFT_RESUBMITTED', 'PENDING_DOCUMENTS'].includes(
    status,
  ),
}))

type Case = (typeof cases)[number]
const mayKeep = ({ isAssigned, isUndecided, isDraft }: Case) =>
  isAssigned && isUndecided && !isDraft
type Change = {
  kind: 'SELLER' | 'UNDERWRITER'
  isExample?: boolean
  isOfThisRound?: boolean
}
const may = (action: DocumentAction, change: Change) => (one: Case) =>
  mayWithDocument(action, one.actor, one.facts, {
    isExample: false,
    isOfThisRound: true,
    ...change,
  })
const never = () => false
const isSentOn = ({ isAssigned, isDraft }: Case) => isAssigned && !isDraft

/** Each rule about files, and in which cases it holds. */
const rules: [
  string,
  rule: (one: Case) => boolean,
  expected: (one: Case) => boolean,
][] = [
  [
    'the owner uploads files before the decision',
    ({ actor, facts }) => mayUpload(actor, facts),
    ({ isOwner, isUndecided }) => isOwner && isUndecided,
  ],
  [
    'the assigned underwriter uploads files before the decision, but not to the seller’s drafts',
    ({ actor, facts }) => mayUploadAsUnderwriter(actor, facts),
    mayKeep,
  ],
  [
    'the owner deletes their files while they may edit',
    may('delete', { kind: 'SELLER' }),
    ({ isOwner, isSellersTurn }) => isOwner && isSellersTurn,
  ],
  [
    'the assigned underwriter deletes theirs while they may upload',
    may('delete', { kind: 'UNDERWRITER' }),
    mayKeep,
  ],
  [
    'the owner and the assigned underwriter attach the seller’s files to factors, of earlier rounds too',
    may('set-factors', { kind: 'SELLER', isOfThisRound: false }),
    (one) => (one.isOwner && one.isUndecided) || mayKeep(one),
  ],
  [
    'only the assigned underwriter attaches theirs',
    may('set-factors', { kind: 'UNDERWRITER' }),
    mayKeep,
  ],
  ...documentKinds.flatMap((kind): typeof rules => [
    [
      `the assigned underwriter verifies files for factors: ${kind}`,
      may('verify-factor', { kind }),
      mayKeep,
    ],
    [
      `no one deletes an example: ${kind}`,
      may('delete', { kind, isExample: true }),
      never,
    ],
    [
      `no one deletes a file of an ended round: ${kind}`,
      may('delete', { kind, isOfThisRound: false }),
      never,
    ],
    [
      `the assigned underwriter sends files to LoanDock: ${kind}`,
      may('send-to-ldp', { kind }),
      isSentOn,
    ],
  ]),
  [
    'files of the round in effect can be sent while the seller drafts the next round',
    may('send-to-ldp', { kind: 'SELLER', isOfThisRound: false }),
    ({ isAssigned, facts }) => isAssigned && facts.status !== 'DRAFT',
  ],
]

test.each(rules)('%s', (_what, rule, expected) => {
  expect(
    cases.filter((one) => rule(one) !== expected(one)).map(({ what }) => what),
  ).toEqual([])
})

test('sellers see only the examples among the underwriter’s files; everyone else sees all files', () => {
  const hidden = roles.flatMap((role) =>
    documentKinds.flatMap((kind) =>
      [true, false].flatMap((isExample) =>
        maySeeDocument(role, { kind, isExample })
          ? []
          : [{ role, kind, isExample }],
      ),
    ),
  )
  expect(hidden).toEqual([
    { role: 'SELLER', kind: 'UNDERWRITER', isExample: false },
  ])
})
