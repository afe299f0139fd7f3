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
import { insertTdoc, toLoanFacts } from '../tdoc/create/insert-tdoc.ts'
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
    return loan ? drawEvents(world, loan, index) : []
  })
}

/** What a Tdoc of the demo is about, and who works on it. */
type Story = {
  world: World
  loan: Loan
  begin: number
  days: number
  paper: string
  isByHand: boolean
  people: Record<'underwriter' | 'second' | 'lead' | 'reviewer', Actor>
  vendor: string
  otherCategory: CategoryType
  response: (typeof responses)[number]
}

function drawEvents(world: World, loan: Loan, index: number): Event[] {
  const { db, sla, time } = world
  const { days, steps } = each25[index % each25.length] ?? {
    days: 6,
    steps: [],
  }
  const story = drawStory(world, loan, index, days)
  let id = ''
  const arrival: Event = {
    at: story.begin,
    run: async (now) => {
      id = await addTdoc(story, now)
    },
  }
  const rest = steps.map(
    (step, place): Event => ({
      at: placeInTime(time, story.begin, place + 1),
      run: (now) =>
        runStep[step](story, id, (actor) => ({ db, sla, now, actor })),
    }),
  )
  return [arrival, ...rest]
}

/** Places divide the time since the Tdoc arrived into twelfths. */
const placeInTime = (
  { end }: World['time'],
  begin: number,
  place: number,
): number => begin + ((end - begin) * place) / 12

function drawStory(
  world: World,
  loan: Loan,
  index: number,
  days: number,
): Story {
  const { people, time } = world
  const random = randomFrom(seed + 1 + index)
  const desk =
    loan.kind === 'PURCHASED'
      ? [...people.underwriters, people.byEmail('admin@buyer.example')].filter(
          underwriterWith('managePurchasedTdocs'),
        )
      : people.underwriters
  // In this order: each draw depends on those before it.
  const underwriter = random.pick(desk)
  const second = random.pick(desk)
  const lead = random.pick(desk)
  const { email, vendor } = random.pick(reviewers)
  const reviewer = people.byEmail(email)
  const paper = random.pick(papers)
  const response = random.pick(responses)
  const otherCategory = random.pick(otherCategories)
  const age = random.between(0.3, days) * dayMinutes
  return {
    world,
    loan,
    begin: Math.max(0, time.end - age),
    days,
    paper,
    isByHand: index % 8 === 3,
    people: { underwriter, second, lead, reviewer },
    vendor,
    otherCategory,
    response,
  }
}

/** Adds the Tdoc, by hand or as transmitted; returns its id. */
async function addTdoc(story: Story, now: Date): Promise<string> {
  const { world, loan, paper, people, vendor, days } = story
  const { db, sla, files } = world
  const facts = {
    imageFileName: `${paper} ${loan.loanNumber}.pdf`,
    categories: ['TPR', story.otherCategory] satisfies CategoryType[],
  }
  if (story.isByHand) {
    const ctx = { db, sla, now, actor: people.underwriter }
    const tdoc = await createTdoc(ctx, loan, { ...facts, vendorName: vendor })
    return tdoc.id
  }
  const image =
    days <= 12
      ? await storeSample(files, paper, { ...loan, day: civil(now).day })
      : null
  return insertTdoc(
    { db, sla, now, actor: null },
    {
      ...toLoanFacts(loan),
      ...facts,
      vendorId: people.reviewer.companyId,
      image,
      type: 'AUTOMATIC',
      receivedAt: now,
      sftpTransmittalDate: new Date(now.getTime() - 20 * 60_000),
    },
  )
}

type Step = (
  story: Story,
  id: string,
  as: (actor: Actor) => Ctx,
) => Promise<unknown>

const runStep: Record<StepName, Step> = {
  assign: ({ people }, id, as) =>
    setUnderwriters(as(people.lead), allTo(people.underwriter.id, [id])),
  review: ({ people }, id, as) =>
    setProgressTracking(as(people.underwriter), [id], 'IN_REVIEW'),
  addReviewer: ({ people }, id, as) =>
    setReviewers(as(people.underwriter), allTo(people.second.id, [id])),
  respond: async ({ world: { time }, begin, people, response }, id, as) => {
    const [tprResponse, comment] = response
    const reviewAt = placeInTime(time, begin, 4) + 3 * dayMinutes
    await setResponse(as(people.reviewer), id, {
      tprResponse,
      tprEstimatedDateOfReview: time.dayAt(reviewAt),
      comment,
    })
    await completeCategory(as(people.reviewer), id, 'TPR')
  },
  escalate: ({ people }, id, as) =>
    createEscalation(as(people.underwriter), {
      originalTdocId: id,
      comment: 'The pages do not match the recorded document.',
      categories: ['COLLATERAL'],
    }),
  return: ({ people }, id, as) =>
    setStatus(as(people.underwriter), [id], 'NEW'),
  complete: async ({ people, otherCategory }, id, as) => {
    await completeCategory(as(people.underwriter), id, otherCategory)
    await setProgressTracking(as(people.underwriter), [id], 'DONE')
    await setStatus(as(people.underwriter), [id], 'COMPLETE')
  },
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
