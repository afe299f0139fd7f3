import { answerKindLabels } from '../document/model.ts'
import { isMissing } from '../document/texts.ts'
import { getKeys, isOneOf } from '../lib/typed.ts'
import type { SlvDetail } from '../slv/answers.ts'
import {
  type Decision,
  decisions,
  isDecided,
  openStatuses,
  type SlvStatus,
} from '../slv/status.ts'
import type { Role } from '../user/model.ts'
import type { HistoryAction, HistoryEntry } from './api.ts'
import { historyTable } from './labels.ts'
import { isMasked } from './visible.ts'

/** A withdrawal stops the review, and only its reason decides then. */
const inReview = openStatuses.filter((status) => status !== 'WITHDRAW_PENDING')

type KindRow = {
  /** The statuses in which it decides. */
  statuses: readonly SlvStatus[]
  /** Sellers never see it (product.md §1). */
  isInternal?: true
}

/** What can decide an SLV, in the order in which people read it. */
const kinds = {
  WITHDRAWAL: { statuses: ['WITHDRAW_PENDING'] },
  MISSING_DOCUMENTS: { statuses: inReview },
  REFUSED_DOCUMENTS: { statuses: inReview },
  EARLIER_ROUND: { statuses: inReview },
  COMMENT: { statuses: inReview, isInternal: true },
  SLR: { statuses: [...inReview, ...decisions], isInternal: true },
  TRADE_DESK: { statuses: [...inReview, ...decisions], isInternal: true },
} satisfies Record<string, KindRow>
export type StoryKind = keyof typeof kinds
const kindRow = (kind: StoryKind): KindRow => kinds[kind]

export const isInternalStory = ({ kind }: StoryItem): boolean =>
  kindRow(kind).isInternal === true

/** What someone did that decides an SLV now, and in which words. */
export type StoryItem = {
  kind: StoryKind
  title: string
  by: string | null
  at: string | null
  text: string | null
  decision: Decision | null
  /** In bps. */
  price: number | null
}

/** The actions whose entries the story has. */
export const storyActions = [
  'set-withdraw-pending',
  'set-withdraw-declined',
  'set-pending-documents',
  'set-review',
  'reopen',
  'set-slr-pending',
  'set-slr-pending-info',
  'set-slr-info-received',
  'set-slr-completed',
  'set-td-pending',
  'set-td-completed',
  'make-final-decision',
] as const satisfies readonly HistoryAction[]

type StorySlv = Pick<
  SlvDetail,
  | 'status'
  | 'resubmitCount'
  | 'ownerName'
  | 'withdrawReason'
  | 'pendingDocuments'
  | 'slrRecommendedDecision'
  | 'underwriterManagerName'
  | 'tdRecommendedDecision'
  | 'tradeDeskName'
>

type StoryFacts = {
  slv: StorySlv
  /** Of `storyActions`, newest first. */
  entries: readonly HistoryEntry[]
}

/** When an action was last done in a round. */
const findLast = (
  { entries }: StoryFacts,
  round: number,
  action: HistoryAction,
) =>
  entries.find(
    (entry) => entry.resubmitCount === round && entry.action === action,
  )

type Item = Omit<StoryItem, 'kind'>

const emptyItem = {
  by: null,
  at: null,
  text: null,
  decision: null,
  price: null,
}

const readChange = ({ changes }: HistoryEntry, name: string) =>
  changes.find(({ field }) => field === name)?.after

/** Who did it, when and why, as far as the history says so. */
const fromEntry = (entry: HistoryEntry | undefined) => {
  if (!entry) return emptyItem
  const { actorName, at, comment } = entry
  const price = readChange(entry, 'priceAdjustment')
  return {
    ...emptyItem,
    by: actorName,
    at,
    text: comment || null,
    price: typeof price === 'number' ? price : null,
  }
}

const findWithdrawal = (facts: StoryFacts): Item[] => {
  const { ownerName, withdrawReason, resubmitCount } = facts.slv
  const entry = findLast(facts, resubmitCount, 'set-withdraw-pending')
  return [
    {
      ...fromEntry(entry),
      title: `${ownerName} wants to withdraw this request.`,
      by: ownerName,
      text: withdrawReason,
    },
  ]
}

const findMissingDocuments = (facts: StoryFacts): Item[] => {
  const { pendingDocuments, resubmitCount } = facts.slv
  const missing = pendingDocuments.filter(isMissing)
  if (missing.length === 0) return []
  const entry = findLast(facts, resubmitCount, 'set-pending-documents')
  const names = missing.map(({ name }) => name).join('; ')
  return [
    { ...fromEntry(entry), title: `Documents missing: ${names}`, text: null },
  ]
}

const findRefusedDocuments = ({ slv }: StoryFacts): Item[] =>
  slv.pendingDocuments.flatMap(({ name, answer, outcome }) => {
    if (answer?.kind !== 'CANNOT' || outcome !== null) return []
    return [
      {
        ...emptyItem,
        title: `${answerKindLabels.CANNOT}: ${name}`,
        by: answer.answeredByName,
        at: answer.answeredAt,
        text: answer.reason,
      },
    ]
  })

const findEarlierRound = (facts: StoryFacts): Item[] => {
  // Rounds count from 0, and people count them from 1.
  const earlier = facts.slv.resubmitCount - 1
  const entry = findLast(facts, earlier, 'make-final-decision')
  if (!entry || !isDecided(entry.toStatus)) return []
  const reason = readChange(entry, 'decisionComment')
  return [
    {
      ...fromEntry(entry),
      title: `How round ${earlier + 1} ended`,
      text: typeof reason === 'string' ? reason : null,
      decision: entry.toStatus,
    },
  ]
}

/** The last comment of the round, unless it is part of a recommendation. */
const findComment = ({ slv, entries }: StoryFacts): Item[] => {
  const last = entries.find(
    ({ resubmitCount, comment, action }) =>
      resubmitCount === slv.resubmitCount &&
      comment &&
      // It may have been canceled.
      action !== 'set-withdraw-pending',
  )
  if (!last || isOneOf(recommendations, last.action)) return []
  return [{ ...fromEntry(last), title: historyTable[last.action].title }]
}

const recommendations = ['set-slr-completed', 'set-td-completed'] as const

type Recommendation = {
  title: string
  action: (typeof recommendations)[number]
  decision: Decision | null | undefined
  by: string | null | undefined
}

const findRecommendation = (
  facts: StoryFacts,
  { title, action, decision, by }: Recommendation,
): Item[] => {
  if (!decision) return []
  const item = fromEntry(findLast(facts, facts.slv.resubmitCount, action))
  return [{ ...item, title, decision, by: item.by ?? by ?? null }]
}

const finders: Record<StoryKind, (facts: StoryFacts) => Item[]> = {
  WITHDRAWAL: findWithdrawal,
  MISSING_DOCUMENTS: findMissingDocuments,
  REFUSED_DOCUMENTS: findRefusedDocuments,
  EARLIER_ROUND: findEarlierRound,
  COMMENT: findComment,
  SLR: (facts) =>
    findRecommendation(facts, {
      title: 'SLR recommendation',
      action: 'set-slr-completed',
      decision: facts.slv.slrRecommendedDecision,
      by: facts.slv.underwriterManagerName,
    }),
  TRADE_DESK: (facts) =>
    findRecommendation(facts, {
      title: 'Trade Desk recommendation',
      action: 'set-td-completed',
      decision: facts.slv.tdRecommendedDecision,
      by: facts.slv.tradeDeskName,
    }),
}

const isShown = (kind: StoryKind, role: Role, status: SlvStatus): boolean => {
  const { statuses, isInternal } = kindRow(kind)
  return statuses.includes(status) && !(isInternal && isMasked(role))
}

/**
 * What decides an SLV in its status, from the ones who did it, as a role may
 * know it.
 */
export const listStory = (role: Role, facts: StoryFacts): StoryItem[] =>
  getKeys(kinds)
    .filter((kind) => isShown(kind, role, facts.slv.status))
    .flatMap((kind) => finders[kind](facts).map((item) => ({ ...item, kind })))
