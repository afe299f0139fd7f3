import { type Decision, isDecided, type SlvStatus, slvStatuses } from '@portal/contract/slv/status'
import type { Random } from './random.ts'

/** How one story ends, and by which ways it gets there. */
export type Fate = {
  type: 'PRE' | 'POST'
  status: SlvStatus
  /** Told of the demo's own people, so that each of them finds every kind of work. */
  isShown: boolean
  decision: Decision
  isOpenedByUnderwriter: boolean
  isReassigned: boolean
  isPassedOn: boolean
  isCorrected: boolean
  needsDocuments: boolean
  seesSlr: boolean
  isAskedBySlr: boolean
  seesTd: boolean
  isKept: boolean
  isReopened: boolean
  isResubmitted: boolean
}

/** How many SLVs there are in each status: [before closing, after closing]. Shares of field.md; 600 in all. */
const counts: Record<SlvStatus, readonly [number, number]> = {
  APPROVED: [234, 45],
  DECLINED: [91, 25],
  NOT_NEEDED: [32, 7],
  WITHDRAWN_APPROVED: [48, 0],
  DRAFT: [12, 0],
  PENDING: [14, 0],
  REVIEW: [12, 5],
  PENDING_DOCUMENTS: [8, 0],
  DOCUMENTS_RECEIVED: [6, 0],
  SLR_PENDING: [6, 2],
  SLR_REVIEW: [4, 2],
  SLR_PENDING_INFO: [4, 0],
  SLR_INFO_RECEIVED: [4, 0],
  SLR_COMPLETED: [4, 2],
  TD_PENDING: [5, 1],
  TD_REVIEW: [5, 0],
  TD_COMPLETED: [5, 0],
  WITHDRAW_PENDING: [5, 0],
  DRAFT_RESUBMITTED: [5, 0],
  RESUBMITTED: [7, 0],
}

const isResubmission = (status: SlvStatus) => status === 'DRAFT_RESUBMITTED' || status === 'RESUBMITTED'

const draw = (random: Random, type: Fate['type'], status: SlvStatus, isShown: boolean): Fate => ({
  type,
  status,
  isShown,
  decision: isDecided(status) ? status : random.chance(0.7) ? 'APPROVED' : 'DECLINED',
  isOpenedByUnderwriter: random.chance(0.05),
  isReassigned: random.chance(0.09),
  isPassedOn: random.chance(0.12),
  isCorrected: random.chance(0.18),
  needsDocuments: random.chance(0.16),
  seesSlr: random.chance(type === 'POST' ? 0.65 : 0.17),
  isAskedBySlr: random.chance(0.3),
  seesTd: random.chance(0.15),
  isKept: random.chance(0.02),
  isReopened: random.chance(0.03),
  isResubmitted: isResubmission(status) || (status !== 'PENDING' && random.chance(0.17)),
})

/** The fates of all stories; the first of each status is told of the demo's own people. */
export const drawFates = (random: Random): Fate[] =>
  slvStatuses.flatMap((status) => {
    const [before, after] = counts[status]
    return Array.from({ length: before + after }, (_, index) =>
      draw(random, index < before ? 'PRE' : 'POST', status, index === 0),
    )
  })
