import { type Decision, isDecided, type SlvStatus } from '@portal/contract/slv/status'
import * as asking from './beats-ask.ts'
import { decide, draftAgain, prepare, sendAgain } from './beats-decide.ts'
import * as reviewing from './beats-review.ts'
import * as transfer from './beats-transfer.ts'
import type { Fate } from './fate.ts'
import type { Random } from './random.ts'
import type { Beat, Opening } from './scene.ts'
import { dayMinutes } from './work-time.ts'

/** What happens to one SLV, in order. */
export type Story = { open: Opening; beats: Beat[] }

type Pace = {
  /** Working minutes that the buyer takes around this many days, by how quick this SLV goes at all. */
  buyer: (days: number) => number
  /** Working minutes that the seller takes around this many days. */
  seller: (days: number) => number
}

const paceOf = (random: Random): Pace => {
  const slowness = Math.min(6, random.around(1, 0.7))
  const minutes = (days: number) => Math.max(2, days * dayMinutes)
  return {
    buyer: (days) => minutes(slowness * random.around(days, 0.5)),
    seller: (days) => minutes(Math.min(12, random.around(days, 0.7))),
  }
}

/** The story that leads to this fate. */
export const storyOf = (random: Random, fate: Fate): Story => {
  const pace = paceOf(random)
  const parts = { pace, fate, random }
  if (fate.type === 'POST') return { open: asking.openPostClose, beats: [...postReview(parts), ...ending(parts)] }
  const open = asking.open(fate.isOpenedByUnderwriter && !fate.isShown ? 'underwriter' : 'seller')
  return { open, beats: preClose(parts) }
}

type Parts = { pace: Pace; fate: Fate; random: Random }

function preClose(parts: Parts): Beat[] {
  const { pace, fate, random } = parts
  const { status } = fate
  if (status === 'DRAFT') return random.chance(0.7) ? [asking.fillPartly(pace.seller(0.05))] : []
  const asked = ask(parts)
  if (!fate.isResubmitted || status === 'WITHDRAWN_APPROVED') return [...asked, ...lastRound(parts)]

  const first: Decision = random.chance(0.85) ? 'DECLINED' : 'APPROVED'
  const again = [...asked, ...fullReview(parts, first), draftAgain(pace.seller(2.5))]
  if (status === 'DRAFT_RESUBMITTED') return again
  const sent = [...again, sendAgain(pace.seller(0.4))]
  return status === 'RESUBMITTED'
    ? sent
    : [...sent, ...lastRound({ ...parts, fate: { ...fate, isCorrected: false, seesTd: false } })]
}

/** From the open draft to the sent request, and to whom it goes then. */
function ask({ pace, fate }: Parts): Beat[] {
  const isOpen = !isDecided(fate.status) && fate.status !== 'WITHDRAWN_APPROVED'
  return [
    asking.fill(pace.seller(0.04)),
    ...(fate.isShown
      ? [asking.bringFiles(pace.seller(0.02), ['Reserves worksheet', 'Photo of the property', '1008'])]
      : []),
    asking.send(pace.seller(0.06)),
    ...(fate.isShown && isOpen ? [asking.reassign(pace.buyer(0.03), 'underwriter@buyer.example')] : []),
    ...(fate.isReassigned && !fate.isShown ? [asking.reassign(pace.buyer(0.1))] : []),
    ...(fate.isPassedOn && !fate.isShown ? [asking.passToColleague(pace.seller(0.1))] : []),
  ]
}

/** The round that ends the story, as far as it goes. */
function lastRound(parts: Parts): Beat[] {
  const { pace, fate, random } = parts
  const { start, askToWithdraw, letGo } = reviewing
  switch (fate.status) {
    case 'PENDING':
      return []
    case 'WITHDRAWN_APPROVED':
    case 'WITHDRAW_PENDING': {
      const before = random.chance(0.6) ? [start(pace.buyer(0.5))] : []
      const left = fate.status === 'WITHDRAW_PENDING' ? [] : [letGo(pace.buyer(0.3))]
      return [...before, askToWithdraw(pace.seller(0.6)), ...left]
    }
    case 'APPROVED':
    case 'DECLINED':
    case 'NOT_NEEDED':
      return fullReview(parts, fate.status)
    default:
      return [start(pace.buyer(0.5)), ...(fate.isShown ? [asking.keepNotes(pace.buyer(0.05))] : []), ...ending(parts)]
  }
}

/** A review from its start to its decision. */
function fullReview(parts: Parts, decision: Decision): Beat[] {
  const { pace, fate } = parts
  const { start, askToWithdraw, keep, askDocuments, sendDocuments } = reviewing
  return [
    ...(fate.isKept ? [askToWithdraw(pace.seller(0.3)), keep(pace.buyer(0.3))] : []),
    start(pace.buyer(0.5)),
    ...(fate.isCorrected ? [asking.correct(pace.buyer(0.08))] : []),
    ...(fate.needsDocuments
      ? [askDocuments(pace.buyer(0.2)), sendDocuments(pace.seller(1.4)), start(pace.buyer(0.3))]
      : []),
    ...(fate.seesSlr ? slr(parts, decision) : []),
    ...(fate.seesTd ? td(parts, decision) : []),
    ...decided(parts, decision),
  ]
}

function decided({ pace, fate }: Parts, decision: Decision): Beat[] {
  if (!fate.isReopened) return [decide(pace.buyer(0.5), decision)]
  const other = decision === 'DECLINED' ? 'NOT_NEEDED' : 'DECLINED'
  return [decide(pace.buyer(0.5), other), reviewing.reopen(pace.buyer(0.6)), decide(pace.buyer(0.3), decision)]
}

const slr = ({ pace, fate }: Parts, decision: Decision): Beat[] => [
  transfer.askSlr(pace.buyer(0.25)),
  transfer.startSlr(pace.buyer(0.3)),
  ...(fate.isAskedBySlr
    ? [transfer.askSlrInfo(pace.buyer(0.15)), transfer.giveSlrInfo(pace.buyer(0.3)), transfer.startSlr(pace.buyer(0.1))]
    : []),
  transfer.completeSlr(pace.buyer(0.25), decision),
]

const td = ({ pace }: Parts, decision: Decision): Beat[] => [
  transfer.askTd(pace.buyer(0.25)),
  transfer.startTd(pace.buyer(0.3)),
  transfer.completeTd(pace.buyer(0.2), decision),
]

/** After closing the SLV is in review from the start; who opened it decides it after an SLR, or hands it on. */
function postReview({ pace, fate }: Parts): Beat[] {
  return fate.seesSlr || fate.status !== 'REVIEW' ? [] : [asking.reassign(pace.buyer(0.2))]
}

/** From a started review to the status in which the story stands now. */
function ending(parts: Parts): Beat[] {
  const { pace, fate, random } = parts
  const { status, decision, isShown } = fate
  const slrName = isShown ? 'slr@buyer.example' : undefined
  const tdName = isShown ? 'tradedesk@buyer.example' : undefined
  const askSlr = transfer.askSlr(pace.buyer(0.25), slrName)
  const startSlr = transfer.startSlr(pace.buyer(0.3))
  const askSlrInfo = transfer.askSlrInfo(pace.buyer(0.15))
  const inTd = [
    ...(fate.seesSlr || random.chance(0.25) ? slr(parts, decision) : []),
    transfer.askTd(pace.buyer(0.25), tdName),
  ]
  const startTd = transfer.startTd(pace.buyer(0.3))

  const ways: Partial<Record<SlvStatus, () => Beat[]>> = {
    REVIEW: () => (random.chance(0.4) ? [prepare(pace.buyer(0.3), decision)] : []),
    PENDING_DOCUMENTS: () => [reviewing.askDocuments(pace.buyer(0.3))],
    DOCUMENTS_RECEIVED: () => [reviewing.askDocuments(pace.buyer(0.3)), reviewing.sendDocuments(pace.seller(1.4))],
    SLR_PENDING: () => [askSlr],
    SLR_REVIEW: () => [askSlr, startSlr],
    SLR_PENDING_INFO: () => [askSlr, startSlr, askSlrInfo],
    SLR_INFO_RECEIVED: () => [askSlr, startSlr, askSlrInfo, transfer.giveSlrInfo(pace.buyer(0.3))],
    SLR_COMPLETED: () => [askSlr, startSlr, transfer.completeSlr(pace.buyer(0.25), decision)],
    TD_PENDING: () => inTd,
    TD_REVIEW: () => [...inTd, startTd],
    TD_COMPLETED: () => [...inTd, startTd, transfer.completeTd(pace.buyer(0.2), decision)],
  }
  if (!isDecided(status)) return ways[status]?.() ?? []
  const own = fate.seesSlr ? slr(parts, status) : [asking.reassign(pace.buyer(0.2))]
  return [...own, ...(fate.seesTd ? td(parts, status) : []), ...decided(parts, status)]
}
