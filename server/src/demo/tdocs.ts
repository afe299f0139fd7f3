import { allTo } from '@portal/contract/assignment/model'
import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import { civil } from '@portal/contract/sla/calendar'
import type { TprResponse } from '@portal/contract/tdoc/model'
import type { Actor } from '@portal/contract/user/model'
import { underwriterWith } from '@portal/contract/user/policy'
import { randomFrom } from '@portal/sandbox/lib/random'
import type { Ctx } from '../lib/ctx.ts'
import { updateDone } from '../review-category/perform.ts'
import { setReviewers, setUnderwriters } from '../tdoc/assign.ts'
import { createEscalation, createTdoc } from '../tdoc/create/create-tdoc.ts'
import { insertTdoc, loanFactsOf } from '../tdoc/create/insert-tdoc.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setProgressTracking, setStatus } from '../tdoc/set-status.ts'
import { storeSample } from './draw-documents.ts'
import { reviewers } from './people.ts'
import type { World } from './scenarios.ts'
import { dayMinutes, type Event } from './timeline.ts'

const count = 100
const seed = 5026

const papers = [
  'Appraisal',
  'Title policy',
  'Note',
  'Closing disclosure',
  'Final 1003',
  'Allonge',
  'Flood certificate',
]
const otherCategories = [
  'COLLATERAL',
  'INTERNAL_COMPLIANCE',
  'GENERAL_INTERNAL',
] as const
const responses: readonly [TprResponse, comment: string][] = [
  ['RECEIVED', 'Complete and legible.'],
  ['RECEIVED', 'All pages received.'],
  ['NOT_RECEIVED', 'The closing agent has not sent it yet.'],
  ['NOT_REVIEWED', 'We will review it this week.'],
  ['BY_PASSED', 'Not needed for this program.'],
]

type StepName =
  | 'assign'
  | 'review'
  | 'addReviewer'
  | 'respond'
  | 'escalate'
  | 'return'
  | 'complete'
const answered: readonly StepName[] = ['assign', 'review', 'respond']

/**
 * How far Tdocs get, how many of 25 do, and at most how many working days ago
 * they arrived.
 */
const scenarios: readonly {
  of25: number
  days: number
  steps: readonly StepName[]
}[] = [
  { of25: 2, days: 6, steps: [] },
  { of25: 3, days: 9, steps: ['assign', 'review', 'addReviewer'] },
  { of25: 4, days: 12, steps: answered },
  { of25: 1, days: 12, steps: [...answered, 'escalate'] },
  { of25: 1, days: 12, steps: [...answered, 'return'] },
  { of25: 8, days: 110, steps: [...answered, 'complete'] },
  {
    of25: 5,
    days: 110,
    steps: ['assign', 'review', 'addReviewer', 'respond', 'complete'],
  },
  { of25: 1, days: 110, steps: [...answered, 'escalate', 'complete'] },
]
const each25 = scenarios.flatMap((scenario) =>
  Array.from({ length: scenario.of25 }, () => scenario),
)

/**
 * The steps of all Tdocs: transmitted or created by hand, for both vendors, one
 * in six of a purchased loan.
 */
export function tdocEvents(world: World, loans: readonly Loan[]): Event[] {
  const [purchased, others] = [true, false].map((isPurchased) =>
    randomFrom(seed).shuffled(
      loans.filter(({ kind }) => (kind === 'PURCHASED') === isPurchased),
    ),
  )
  return Array.from({ length: count }).flatMap((_, index) => {
    const loan = (index % 6 === 0 ? purchased : others)?.pop()
    return loan ? eventsOf(world, loan, index) : []
  })
}

function eventsOf(world: World, loan: Loan, index: number): Event[] {
  const { db, sla, files, people, time } = world
  const random = randomFrom(seed + 1 + index)
  const { days, steps } = each25[index % each25.length] ?? {
    days: 6,
    steps: [],
  }
  const desk =
    loan.kind === 'PURCHASED'
      ? [...people.underwriters, people.byEmail('admin@buyer.example')].filter(
          underwriterWith('managePurchasedTdocs'),
        )
      : people.underwriters
  const [underwriter, second, lead] = [
    random.pick(desk),
    random.pick(desk),
    random.pick(desk),
  ]
  const { email, vendor } = random.pick(reviewers)
  const reviewer = people.byEmail(email)
  const paper = random.pick(papers)
  const [tprResponse, comment] = random.pick(responses)
  const own = random.pick(otherCategories)
  const begin = Math.max(0, time.end - random.between(0.3, days) * dayMinutes)
  const at = (place: number) => begin + ((time.end - begin) * place) / 12
  const categories: CategoryType[] = ['TPR', own]
  const facts = { imageFileName: `${paper} ${loan.loanNumber}.pdf`, categories }

  let id = ''
  const arrive = async (now: Date) => {
    const as = (actor: Actor): Ctx => ({ db, sla, now, actor })
    if (index % 8 === 3) {
      id = (
        await createTdoc(as(underwriter), loan, {
          ...facts,
          vendorName: vendor,
        })
      ).id
      return
    }
    const image =
      days <= 12
        ? await storeSample(files, paper, { ...loan, day: civil(now).day })
        : null
    const sftpTransmittalDate = new Date(now.getTime() - 20 * 60_000)
    const row = {
      ...loanFactsOf(loan),
      ...facts,
      vendorId: reviewer.companyId,
      image,
    }
    const source = {
      type: 'AUTOMATIC',
      receivedAt: now,
      sftpTransmittalDate,
    } as const
    id = await insertTdoc({ db, sla, now, actor: null }, { ...row, ...source })
  }
  const run: Record<StepName, (as: (actor: Actor) => Ctx) => Promise<unknown>> =
    {
      assign: (as) => setUnderwriters(as(lead), allTo(underwriter.id, [id])),
      review: (as) => setProgressTracking(as(underwriter), [id], 'IN_REVIEW'),
      addReviewer: (as) =>
        setReviewers(as(underwriter), allTo(second.id, [id])),
      respond: async (as) => {
        const tprEstimatedDateOfReview = time.dayAt(at(4) + 3 * dayMinutes)
        await setResponse(as(reviewer), id, {
          tprResponse,
          tprEstimatedDateOfReview,
          comment,
        })
        await completeCategory(as(reviewer), id, 'TPR')
      },
      escalate: (as) => {
        const why = 'The pages do not match the recorded document.'
        return createEscalation(as(underwriter), {
          originalTdocId: id,
          comment: why,
          categories: ['COLLATERAL'],
        })
      },
      return: (as) => setStatus(as(underwriter), [id], 'NEW'),
      complete: async (as) => {
        await completeCategory(as(underwriter), id, own)
        await setProgressTracking(as(underwriter), [id], 'DONE')
        await setStatus(as(underwriter), [id], 'COMPLETE')
      },
    }
  const rest = steps.map(
    (step, place): Event => ({
      at: at(place + 1),
      run: (now) => run[step]((actor) => ({ db, sla, now, actor })),
    }),
  )
  return [{ at: begin, run: arrive }, ...rest]
}

async function completeCategory(ctx: Ctx, tdocId: string, type: CategoryType) {
  const { id } = await ctx.db
    .selectFrom('reviewCategory')
    .select('id')
    .where('tdocId', '=', tdocId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  await updateDone(ctx, id, 'DONE')
}
