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

const findLast = (
  { entries }: StoryFacts,
  round: number,
  action: HistoryAction,
) =>
  entries.find(
    (entry) => entry.resubmitCount === round && entry.action === action,
  )

const nothingSaid = {
  by: null,
  at: null,
  text: null,
  decision: null,
  price: null,
}

/** Who did it, when and why, as far as the history says so. */
const said = (entry: HistoryEntry | undefined) => {
  if (!entry) return nothingSaid
  const { actorName, at, comment } = entry
  const price = readChange(entry, 'priceAdjustment')
  return {
    ...nothingSaid,
    by: actorName,
    at,
    text: comment || null,
    price: typeof price === 'number' ? price : null,
  }
}

const readChange = ({ changes }: HistoryEntry, name: string) =>
  changes.find(({ field }) => field === name)?.after

type Item = Omit<StoryItem, 'kind'>

const finders: Record<StoryKind, (facts: StoryFacts) => Item[]> = {
  WITHDRAWAL: (facts) => {
    const { ownerName, withdrawReason, resubmitCount } = facts.slv
    const entry = findLast(facts, resubmitCount, 'set-withdraw-pending')
    return [
      {
        ...said(entry),
        title: `${ownerName} wants to withdraw this request.`,
        by: ownerName,
        text: withdrawReason,
      },
    ]
  },
  MISSING_DOCUMENTS: (facts) => {
    const { pendingDocuments, resubmitCount } = facts.slv
    const missing = pendingDocuments.filter(isMissing)
    if (missing.length === 0) return []
    const entry = findLast(facts, resubmitCount, 'set-pending-documents')
    const names = missing.map(({ name }) => name).join('; ')
    return [
      { ...said(entry), title: `Documents missing: ${names}`, text: null },
    ]
  },
  REFUSED_DOCUMENTS: ({ slv: { pendingDocuments } }) =>
    pendingDocuments.flatMap(({ name, answer, outcome }) =>
      answer?.kind === 'CANNOT' && outcome === null
        ? {
            ...nothingSaid,
            title: `${answerKindLabels.CANNOT}: ${name}`,
            by: answer.answeredByName,
            at: answer.answeredAt,
            text: answer.reason,
          }
        : [],
    ),
  EARLIER_ROUND: (facts) => {
    const { resubmitCount: round } = facts.slv
    const entry = findLast(facts, round - 1, 'make-final-decision')
    if (!entry || !isDecided(entry.toStatus)) return []
    const reason = readChange(entry, 'decisionComment')
    return [
      {
        ...said(entry),
        title: `How round ${round} ended`,
        text: typeof reason === 'string' ? reason : null,
        decision: entry.toStatus,
      },
    ]
  },
  COMMENT: ({ slv, entries }) => {
    const last = entries.find(
      ({ resubmitCount, comment, action }) =>
        resubmitCount === slv.resubmitCount &&
        comment &&
        // It may have been canceled.
        action !== 'set-withdraw-pending',
    )
    if (!last || isOneOf(recommendations, last.action)) return []
    return [{ ...said(last), title: historyTable[last.action].title }]
  },
  SLR: (facts) => {
    const { slrRecommendedDecision, underwriterManagerName } = facts.slv
    return recommend(facts, {
      title: 'SLR recommends',
      action: 'set-slr-completed',
      decision: slrRecommendedDecision,
      by: underwriterManagerName,
    })
  },
  TRADE_DESK: (facts) => {
    const { tdRecommendedDecision, tradeDeskName } = facts.slv
    return recommend(facts, {
      title: 'Trade Desk recommends',
      action: 'set-td-completed',
      decision: tdRecommendedDecision,
      by: tradeDeskName,
    })
  },
}

/** Comments that are part of a recommendation. */
const recommendations = ['set-slr-completed', 'set-td-completed'] as const

type Recommendation = {
  title: string
  action: (typeof recommendations)[number]
  decision: Decision | null | undefined
  by: string | null | undefined
}

const recommend = (
  facts: StoryFacts,
  { title, action, decision, by }: Recommendation,
): Item[] => {
  if (!decision) return []
  const entry = findLast(facts, facts.slv.resubmitCount, action)
  const { by: author, ...words } = said(entry)
  return [{ ...words, title, decision, by: author ?? by ?? null }]
}

/**
 * What decides an SLV in its status, from the ones who did it, as a role may
 * know it.
 */
export const listStory = (role: Role, facts: StoryFacts): StoryItem[] =>
  getKeys(kinds)
    .filter((kind) => {
      const { statuses, isInternal } = kindRow(kind)
      return (
        statuses.includes(facts.slv.status) && !(isInternal && isMasked(role))
      )
    })
    .flatMap((kind) => finders[kind](facts).map((item) => ({ ...item, kind })))
