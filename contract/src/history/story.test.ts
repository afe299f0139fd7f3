import { expect, test } from 'vitest'
import { formatMatrix } from '../../test/matrix.ts'
import type { PendingDocument } from '../slv/answers.ts'
import { slvStatuses } from '../slv/status.ts'
import { roles } from '../user/model.ts'
import type { HistoryAction, HistoryEntry } from './api.ts'
import { listStory, type StoryItem, type StoryKind } from './story.ts'

const entry = (
  action: HistoryAction,
  comment: string | null,
  more: Partial<HistoryEntry> = {},
): HistoryEntry => ({
  id: '1',
  at: '2026-11-24T15:00:00.000Z',
  actorId: '0195c2d4-7b1e-7c3a-9f00-1234567890ab',
  actorName: 'Tara Desk',
  action,
  fromStatus: 'REVIEW',
  toStatus: 'REVIEW',
  resubmitCount: 1,
  comment,
  changes: [],
  ...more,
})

const requested: PendingDocument = {
  id: '0195c2d4-7b1e-7c3a-9f00-1234567890ac',
  name: 'Lease',
  note: '',
  receivedAt: null,
  answer: null,
  outcome: null,
  remindedAt: null,
}

const refused: PendingDocument = {
  ...requested,
  name: 'W-2',
  answer: {
    kind: 'CANNOT',
    document: null,
    reason: 'Self-employed',
    answeredAt: '2026-11-23T15:00:00.000Z',
    answeredByName: 'Maya Ortiz',
  },
}

/** An SLV in its second round, about which everything has been said. */
const facts = {
  slv: {
    status: 'REVIEW' as const,
    resubmitCount: 1,
    ownerName: 'Maya Ortiz',
    withdrawReason: 'The borrower chose another loan',
    pendingDocuments: [requested, refused],
    slrRecommendedDecision: 'DECLINED' as const,
    underwriterManagerName: 'CANARY-slr',
    tdRecommendedDecision: 'APPROVED' as const,
    tradeDeskName: 'CANARY-td',
  },
  entries: [
    entry('set-td-pending', 'CANARY-please-price'),
    entry('set-td-completed', 'CANARY-sells', {
      changes: [{ field: 'priceAdjustment', before: null, after: -25 }],
    }),
    entry('set-slr-completed', 'CANARY-fine', { actorName: 'CANARY-sam' }),
    entry('set-pending-documents', 'CANARY-internal', {
      actorName: 'Anna Lindqvist',
    }),
    entry('make-final-decision', null, {
      actorName: 'Anna Lindqvist',
      toStatus: 'DECLINED',
      resubmitCount: 0,
      changes: [
        { field: 'decisionComment', before: null, after: 'Too far' },
        { field: 'priceAdjustment', before: null, after: null },
      ],
    }),
  ],
}

const signs: Record<StoryKind, string> = {
  WITHDRAWAL: 'W',
  MISSING_DOCUMENTS: 'D',
  REFUSED_DOCUMENTS: 'N',
  EARLIER_ROUND: 'E',
  COMMENT: 'C',
  SLR: 'S',
  TRADE_DESK: 'T',
}

const legend = `What the story of an SLV says in each status, if everything has been said, by role.
${Object.entries(signs)
  .map(([kind, sign]) => `${sign} ${kind}`)
  .join('  ')}  . nothing
Reviewed by eye when it changes; written by: npx vitest run --root contract --update`

test('each role reads in each status what the reviewed matrix says', async () => {
  const rows = slvStatuses.map((status) => {
    const cells = roles.map((role) => {
      const items = listStory(role, { ...facts, slv: { ...facts.slv, status } })
      return items.map(({ kind }) => signs[kind]).join('') || '.'
    })
    return [status, cells] as const
  })
  await expect(
    `${legend}\n\n${formatMatrix([20, 13], roles, rows)}\n`,
  ).toMatchFileSnapshot('./story-matrix.txt')
})

test('a seller reads nothing internal, whatever the facts contain', () => {
  for (const status of slvStatuses) {
    const story = listStory('SELLER', {
      ...facts,
      slv: { ...facts.slv, status },
    })
    expect(JSON.stringify(story), status).not.toContain('CANARY')
  }
})

const read = (kind: StoryKind, known = facts): Partial<StoryItem> | undefined =>
  listStory('UNDERWRITER', known).find((item) => item.kind === kind)

test('each line says who decided or said what, and when', () => {
  expect(read('TRADE_DESK')).toMatchObject({
    title: 'Trade Desk recommendation',
    by: 'Tara Desk',
    at: '2026-11-24T15:00:00.000Z',
    text: 'CANARY-sells',
    decision: 'APPROVED',
    price: -25,
  })
  expect(read('SLR')).toMatchObject({ by: 'CANARY-sam', price: null })
  expect(read('MISSING_DOCUMENTS')).toMatchObject({
    title: 'Documents missing: Lease',
    by: 'Anna Lindqvist',
    text: null,
  })
  expect(read('REFUSED_DOCUMENTS')).toMatchObject({
    title: 'Can’t provide: W-2',
    by: 'Maya Ortiz',
    text: 'Self-employed',
  })
  expect(read('EARLIER_ROUND')).toMatchObject({
    title: 'How round 1 ended',
    by: 'Anna Lindqvist',
    text: 'Too far',
    decision: 'DECLINED',
  })
  expect(read('COMMENT')).toMatchObject({
    title: 'Requested a trade desk review',
    text: 'CANARY-please-price',
  })
})

test('a recommendation of an earlier round, a settled answer and a canceled withdrawal are no story', () => {
  const { entries, slv } = facts
  const settled = { kind: 'ACCEPTED' as const, at: '', byName: '' }
  const known = {
    entries: [
      entry('set-withdraw-pending', 'Another loan'),
      ...entries.slice(1).map((one) => ({ ...one, resubmitCount: 0 })),
    ],
    slv: { ...slv, pendingDocuments: [{ ...refused, outcome: settled }] },
  }
  expect(read('TRADE_DESK', known)).toMatchObject({
    by: 'CANARY-td',
    text: null,
    price: null,
  })
  expect(read('COMMENT', known)).toBeUndefined()
  expect(read('REFUSED_DOCUMENTS', known)).toBeUndefined()
})
