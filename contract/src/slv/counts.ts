import type { Role } from '../user/model.ts'
import { clockStatuses } from './clocks.ts'
import { type Due, dueLabels, type SlvFilter } from './list-query.ts'
import type { SlvStatistics } from './row.ts'
import {
  type SlvStatus,
  slvGroupLabels,
  slvGroupStatuses,
  slvGroups,
  slvStatusLabels,
  statusesFor,
} from './status.ts'
import type { TableMode } from './table-mode.ts'

/**
 * A figure above a list of SLVs. It counts the rows that its filter finds, so
 * that the figure and the list that it opens never differ. The same label
 * counts the same rows on cards, tabs, saved views and the team page.
 */
export type SlvCount = {
  label: string
  /** The statuses that it counts; none means all. */
  statuses: readonly SlvStatus[]
  due?: Due
  /** Counts only reviews that are assigned to the reader. */
  isMine?: true
  /** Counts only what needs something from the seller's side. */
  needsYou?: true
}

/** The filters that every figure sets. The figures count within the others. */
export const countedFilters = ['status', 'overdue', 'due', 'needsYou'] as const

/**
 * The filters of one figure; the lists of SLR and the trade desk also set their
 * reviewers.
 */
export type CountedFilters = Pick<
  SlvFilter,
  'slrReviewerIds' | 'tradeDeskIds'
> & {
  status: SlvStatus[]
  due: Due[]
  needsYou: 'true'[]
}

const overdue: SlvCount = {
  label: dueLabels.OVERDUE,
  statuses: [],
  due: 'OVERDUE',
}
const dueToday: SlvCount = {
  label: dueLabels.TODAY,
  statuses: [],
  due: 'TODAY',
}

const needsYou: SlvCount = { label: 'Needs you', statuses: [], needsYou: true }

/**
 * Requests that were never sent. An SLV with a draft resubmission counts with
 * its decision, which stays in effect, so that each SLV is in one figure.
 */
const drafts: SlvCount = { label: 'Drafts', statuses: ['DRAFT'] }

const groups: readonly SlvCount[] = slvGroups.map((group) => ({
  label: slvGroupLabels[group],
  statuses: slvGroupStatuses[group],
}))

const slrCounts: readonly SlvCount[] = [
  { label: 'Waiting', statuses: ['SLR_PENDING', 'SLR_INFO_RECEIVED'] },
  { label: slvStatusLabels.SLR_REVIEW, statuses: ['SLR_REVIEW'] },
  { label: 'Info requested', statuses: ['SLR_PENDING_INFO'] },
  { label: slvStatusLabels.SLR_COMPLETED, statuses: ['SLR_COMPLETED'] },
  // As on the team page: reviews that this person must complete.
  { label: 'Mine', statuses: clockStatuses.SLR, isMine: true },
  dueToday,
  overdue,
]

const tradeDeskCounts: readonly SlvCount[] = [
  { label: 'Waiting', statuses: ['TD_PENDING'] },
  { label: slvStatusLabels.TD_REVIEW, statuses: ['TD_REVIEW'] },
  { label: slvStatusLabels.TD_COMPLETED, statuses: ['TD_COMPLETED'] },
  { label: 'Mine', statuses: clockStatuses.TD, isMine: true },
  dueToday,
  overdue,
]

/** The figures above a list, as a role sees them. */
export const getCounts = (mode: TableMode, role: Role): SlvCount[] => {
  if (mode === 'SLR') return [...slrCounts]
  if (mode === 'TRADE_DESK') return [...tradeDeskCounts]
  if (role === 'UNDERWRITER') return [...groups, overdue]
  if (role !== 'SELLER') return [needsYou, ...groups, overdue]
  const visible = statusesFor(role)
  const visibleGroups = groups
    .map((group) => ({
      ...group,
      statuses: group.statuses.filter((status) => visible.includes(status)),
    }))
    .filter(({ statuses }) => statuses.length > 0)
  return [needsYou, drafts, ...visibleGroups]
}

/** The value of a figure; undefined where the reader's role doesn't have it. */
export const valueOfCount = (
  count: SlvCount,
  statistics: SlvStatistics,
): number | undefined => {
  if (count.isMine) return statistics.mine
  if (count.needsYou) return statistics.needsYou
  if (count.due === 'OVERDUE') return statistics.overdue
  if (count.due === 'TODAY') return statistics.dueToday
  return count.statuses.reduce(
    (sum, status) => sum + (statistics.byStatus[status] ?? 0),
    0,
  )
}

/**
 * The filters that find exactly the rows of a figure; without one, those of the
 * whole list.
 */
export const filterOfCount = (
  count: SlvCount | null,
  mode: TableMode,
  readerId: string,
): CountedFilters => {
  const reviewerIds = count?.isMine ? [readerId] : []
  return {
    status: [...(count?.statuses ?? [])],
    due: count?.due ? [count.due] : [],
    needsYou: count?.needsYou ? ['true'] : [],
    ...(mode === 'SLR' && { slrReviewerIds: reviewerIds }),
    ...(mode === 'TRADE_DESK' && { tradeDeskIds: reviewerIds }),
  }
}

/**
 * The statuses of the reviews that `mine` counts in a list; null for lists
 * without it.
 */
export const reviewStatuses = (
  mode: TableMode,
): readonly SlvStatus[] | null => {
  if (mode === 'SLR') return clockStatuses.SLR
  return mode === 'TRADE_DESK' ? clockStatuses.TD : null
}
