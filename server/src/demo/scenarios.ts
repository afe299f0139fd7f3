import type { Loan } from '@portal/contract/loan/model'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type Decision,
  isDecided,
  type SlvStatus,
} from '@portal/contract/slv/status'
import type { Actor } from '@portal/contract/user/model'
import { type Random, randomFrom } from '@portal/sandbox/lib/random'
import type { Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import type { FileStore } from '../lib/files/files.ts'
import { countMisses } from './guidelines.ts'
import type { DemoPeople } from './people.ts'
import type { Setting, Step, StepName } from './slv-steps.ts'
import * as slvSteps from './slv-steps.ts'
import { conversations } from './texts.ts'
import { dayMinutes, type Event, type WorkTime } from './timeline.ts'

export type World = {
  db: Db
  sla: Sla
  files: FileStore
  time: WorkTime
  people: DemoPeople
  secondVersionFrom: string
}

const request = ['fill', 'send'] as const
const review = [...request, 'start'] as const
const documents = ['askDocuments', 'sendDocuments', 'start'] as const
const slr = ['askSlr', 'startSlr', 'completeSlr'] as const
const slrWithInfo = [
  'askSlr',
  'startSlr',
  'askSlrInfo',
  'giveSlrInfo',
  'startSlr',
  'completeSlr',
] as const
const td = ['askTd', 'startTd', 'completeTd'] as const
const secondRound = ['decline', 'draftAgain', 'sendAgain'] as const

type Row = readonly [
  type: 'PRE' | 'POST',
  status: SlvStatus,
  count: number,
  steps: readonly StepName[],
]

/** How many SLVs end in which status, and how each gets there. */
const rows: readonly Row[] = [
  ['PRE', 'APPROVED', 27, [...review, 'decide']],
  ['PRE', 'APPROVED', 12, [...review, ...documents, 'decide']],
  ['PRE', 'APPROVED', 12, [...review, ...slr, 'decide']],
  ['PRE', 'APPROVED', 4, [...review, ...slrWithInfo, 'decide']],
  ['PRE', 'APPROVED', 8, [...review, ...td, 'decide']],
  ['PRE', 'APPROVED', 6, [...review, ...slr, ...td, 'decide']],
  ['PRE', 'APPROVED', 3, [...review, 'decline', 'reopen', 'decide']],
  ['PRE', 'APPROVED', 8, [...review, ...secondRound, 'start', 'decide']],
  ['PRE', 'DECLINED', 20, [...review, 'decide']],
  ['PRE', 'DECLINED', 8, [...review, ...documents, 'decide']],
  ['PRE', 'DECLINED', 6, [...review, ...slr, 'decide']],
  ['PRE', 'DECLINED', 5, [...review, ...secondRound, 'start', 'decide']],
  [
    'PRE',
    'DECLINED',
    2,
    [...request, 'withdraw', 'declineWithdrawal', 'start', 'decide'],
  ],
  ['PRE', 'NOT_NEEDED', 12, [...review, 'decide']],
  [
    'PRE',
    'WITHDRAWN_APPROVED',
    6,
    [...review, 'withdraw', 'approveWithdrawal'],
  ],
  [
    'PRE',
    'WITHDRAWN_APPROVED',
    8,
    [...request, 'withdraw', 'approveWithdrawal'],
  ],
  ['PRE', 'DRAFT', 3, ['fill']],
  ['PRE', 'DRAFT', 1, []],
  ['PRE', 'PENDING', 6, request],
  ['PRE', 'REVIEW', 5, review],
  ['PRE', 'REVIEW', 3, [...review, 'prepare']],
  ['PRE', 'PENDING_DOCUMENTS', 5, [...review, 'askDocuments']],
  [
    'PRE',
    'DOCUMENTS_RECEIVED',
    4,
    [...review, 'askDocuments', 'sendDocuments'],
  ],
  ['PRE', 'SLR_PENDING', 4, [...review, 'askSlr']],
  ['PRE', 'SLR_REVIEW', 3, [...review, 'askSlr', 'startSlr']],
  [
    'PRE',
    'SLR_PENDING_INFO',
    3,
    [...review, 'askSlr', 'startSlr', 'askSlrInfo'],
  ],
  [
    'PRE',
    'SLR_INFO_RECEIVED',
    3,
    [...review, 'askSlr', 'startSlr', 'askSlrInfo', 'giveSlrInfo'],
  ],
  ['PRE', 'SLR_COMPLETED', 3, [...review, ...slr]],
  ['PRE', 'TD_PENDING', 3, [...review, 'askTd']],
  ['PRE', 'TD_REVIEW', 3, [...review, 'askTd', 'startTd']],
  ['PRE', 'TD_COMPLETED', 3, [...review, ...td]],
  ['PRE', 'WITHDRAW_PENDING', 3, [...review, 'withdraw']],
  ['PRE', 'DRAFT_RESUBMITTED', 3, [...review, 'decline', 'draftAgain']],
  ['PRE', 'RESUBMITTED', 4, [...review, ...secondRound]],
  ['POST', 'APPROVED', 13, [...slr, 'decide']],
  ['POST', 'APPROVED', 7, ['reassign', 'decide']],
  ['POST', 'DECLINED', 10, [...slr, 'decide']],
  ['POST', 'NOT_NEEDED', 4, ['reassign', 'decide']],
  ['POST', 'REVIEW', 3, ['reassign']],
  ['POST', 'SLR_PENDING', 1, ['askSlr']],
  ['POST', 'SLR_REVIEW', 1, ['askSlr', 'startSlr']],
  ['POST', 'SLR_COMPLETED', 1, slr],
  ['POST', 'TD_PENDING', 1, [...slr, 'askTd']],
]

type Slv = {
  type: 'PRE' | 'POST'
  status: SlvStatus
  steps: readonly StepName[]
  index: number
  /** The first of its status, which has more to see. */
  isShown: boolean
}

const seed = 2026
const isOpen = (status: SlvStatus) =>
  !isDecided(status) && status !== 'WITHDRAWN_APPROVED'

const slvs = rows
  .flatMap(([type, status, count, steps]) =>
    Array.from({ length: count }, () => ({ type, status, steps })),
  )
  .map(
    (slv, index, all): Slv => ({
      ...slv,
      index,
      isShown: all.findIndex(({ status }) => status === slv.status) === index,
    }),
  )

export const slvCount = slvs.length

/** The row's steps, with some more that don't change where it ends. */
function listSteps(
  { type, status, steps: names, index, isShown }: Slv,
  random: Random,
): Step[] {
  const isReassigned =
    type === 'PRE' && (isShown ? isOpen(status) : index % 12 === 5)
  const correction: StepName[] = index % 6 === 1 ? ['correct'] : []
  const extra: Partial<Record<StepName, StepName[]>> = {
    fill: isShown ? ['attach'] : [],
    send: isReassigned ? ['reassign'] : [],
    start: isShown && isOpen(status) ? ['addNotes'] : correction,
  }
  const comments =
    index % 5 === 2 || isShown
      ? random.pick(conversations).map(slvSteps.say)
      : []
  return names.flatMap((name, place): Step[] => {
    const isFirst = names.indexOf(name) === place
    const talk =
      isFirst && name === (type === 'POST' ? 'askSlr' : 'start') ? comments : []
    return [
      slvSteps.steps[name],
      ...(isFirst ? (extra[name] ?? []).map((one) => slvSteps.steps[one]) : []),
      ...talk,
    ]
  })
}

/**
 * Sellers leave their drafts and answers waiting longer than the buyer does:
 * days in the present status.
 */
const restingDays: Partial<Record<SlvStatus, number>> = {
  DRAFT: 2.5,
  DRAFT_RESUBMITTED: 1.8,
  PENDING_DOCUMENTS: 2.2,
}

/**
 * When an SLV begins in working time, and its steps. Open ones reached their
 * status recently.
 */
function timed(slv: Slv, { end: now }: WorkTime) {
  const random = randomFrom(seed + slv.index)
  const { status } = slv
  const slowness = Math.min(6, random.around(1, 0.7))
  const drawDays = ({ by, days }: Step) =>
    by === 'buyer'
      ? slowness * random.around(days, 0.5)
      : Math.min(12, random.around(days, 0.7))
  let after = 0
  const timedSteps = listSteps(slv, random).map((step) => {
    after += Math.max(2, drawDays(step) * dayMinutes)
    return { step, after }
  })
  const rested =
    Math.min(14, random.around(restingDays[status] ?? 0.55, 0.9)) * dayMinutes
  // Each month is a little busier than the one before.
  const latest = now - 0.2 * dayMinutes
  const ended = latest - (latest - after) * random.between(0, 1) ** 1.15
  const end = Math.min(
    now,
    Math.max(after, isOpen(status) ? now - rested : ended),
  )
  return { slv, random, begin: end - after, end, steps: timedSteps }
}

/** The loan as it was before it closed. */
const beforeClosing = (loan: Loan): Loan =>
  loan.noteDate
    ? {
        ...loan,
        status: 'In Underwriting',
        kind: 'ACTIVE',
        isClosed: false,
        noteDate: null,
      }
    : loan

export const shownSeller = 'C1001'

/** Takes each loan once, a matching one if there is any. */
function loanPool(loans: readonly Loan[]) {
  const left = randomFrom(seed).shuffled(loans)
  return (fits: (loan: Loan) => boolean): Loan => {
    const [loan] = left.splice(Math.max(0, left.findIndex(fits)), 1)
    if (!loan)
      throw new Error(
        'LoanDock has too few loans for the demo: set DEMO=false to start without it',
      )
    return loan
  }
}

export function slvEvents(world: World, loans: readonly Loan[]): Event[] {
  const { time } = world
  const takeShown = loanPool(
    loans.filter(({ seller }) => seller.corrId === shownSeller),
  )
  const takeOther = loanPool(
    loans.filter(({ seller }) => seller.corrId !== shownSeller),
  )
  const isSecond = (day: string) => day >= world.secondVersionFrom
  const misses = new Map(
    loans.map((loan) => [loan, countMisses(loan, isSecond)]),
  )
  const approved: { loan: Loan; decidedOn: string }[] = []

  return slvs.flatMap((slv) => {
    const plan = timed(slv, time)
    const { random, begin } = plan
    const take = slv.isShown || slv.index % 10 === 0 ? takeShown : takeOther
    if (slv.type === 'PRE') {
      const decidedOn = time.dayAt(plan.end)
      const mayHaveNone = slv.index % 12 === 7
      const loan = take((one) => {
        const count = misses.get(one) ?? null
        const hasMisses =
          count !== null && count <= 3 && (count > 0 || mayHaveNone)
        return hasMisses && isOpenDuring(one, time.dayAt(begin), decidedOn)
      })
      if (slv.status === 'APPROVED') approved.push({ loan, decidedOn })
      return drawEvents(world, plan, beforeClosing(loan))
    }
    const closedBefore = time.dayAt(begin - 5 * dayMinutes)
    const isClosed = ({ noteDate }: Loan) =>
      noteDate !== null && noteDate < closedBefore
    // Most were approved before closing: the pre-close SLVs come first in the
    // table.
    const known = approved.find(
      ({ loan, decidedOn }) =>
        isClosed(loan) && (loan.noteDate ?? '') > decidedOn,
    )
    if (!random.chance(0.6) || !known)
      return drawEvents(world, plan, take(isClosed))
    approved.splice(approved.indexOf(known), 1)
    return drawEvents(world, plan, known.loan)
  })
}

/** Whether a loan is locked on the first day, and not closed on the last. */
const isOpenDuring = (
  { originalLockDate, noteDate }: Loan,
  first: string,
  last: string,
): boolean =>
  originalLockDate !== null &&
  originalLockDate <= first &&
  (noteDate === null || noteDate > last)

function drawEvents(
  { db, sla, files, people }: World,
  plan: ReturnType<typeof timed>,
  loan: Loan,
): Event[] {
  const { random, slv } = plan
  const { isShown, type, status } = slv
  const decision: Decision = isDecided(status)
    ? status
    : random.pick(['APPROVED', 'APPROVED', 'DECLINED'] as const)
  const seller = isShown
    ? people.byEmail('seller@acme.example')
    : findSeller(people, loan)
  const setting: Setting = { people, random, loan, seller, decision, isShown }
  const stage = (now: Date) => ({
    files,
    as: (actor: Actor) => ({ actor, now, db, sla }),
  })
  let current: SlvDetail
  const opening = async (now: Date) => {
    current = await (type === 'POST'
      ? slvSteps.openPostClose
      : slvSteps.openPreClose)(setting, stage(now))
  }
  const rest = plan.steps.map(({ step, after }): Event => {
    const run = async (now: Date) => {
      current = await step.run(
        slvSteps.createScene(setting, current, stage(now)),
      )
    }
    return { at: plan.begin + after, run }
  })
  return [{ at: plan.begin, run: opening }, ...rest]
}

const findSeller = (people: DemoPeople, { contactEmail, seller }: Loan) => {
  const company = people.sellersOf(seller.corrId)
  const owner =
    company.find((one) => one === people.withEmail(contactEmail ?? '')) ??
    company[0]
  if (!owner) throw new Error(`LoanDock has no account for ${seller.name}`)
  return owner
}
