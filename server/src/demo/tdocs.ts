import { Readable } from 'node:stream'
import type { Loan } from '@portal/contract/loan/model'
import type { CategoryType } from '@portal/contract/review-category/model'
import type { TprResponse } from '@portal/contract/tdoc/model'
import type { Actor } from '@portal/contract/user/model'
import { underwriterWith } from '@portal/contract/user/policy'
import type { Ctx, Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import type { FileStore } from '../lib/files.ts'
import { updateDone } from '../review-category/set-status.ts'
import { setReviewers, setUnderwriters } from '../tdoc/assign.ts'
import { createEscalation, createTdoc } from '../tdoc/create-tdoc.ts'
import { insertTdoc, loanFactsOf } from '../tdoc/insert-tdoc.ts'
import { setProgressTracking } from '../tdoc/set-progress-tracking.ts'
import { setResponse } from '../tdoc/set-response.ts'
import { setStatus } from '../tdoc/set-status.ts'
import type { Cast } from './cast.ts'
import { drawPdf } from './draw-pdf.ts'
import { reviewers } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { dayMinutes, type WorkTime } from './work-time.ts'

type House = { db: Db; sla: Sla; files: FileStore }
type Step = { at: number; happen: (now: Date) => Promise<void> }
type Ending = 'NEW' | 'ASSIGNED' | 'ANSWERED' | 'RETURNED' | 'COMPLETE'

const count = 240
/** While PostgreSQL answers one, the next is being asked. */
const atOnce = 6
const seed = 5026
const papers = [
  'Appraisal',
  'Title policy',
  'Note',
  'Closing disclosure',
  'Final 1003',
  'Allonge',
  'Survey',
  'Flood certificate',
]
const endings = [
  ['NEW', 22],
  ['ASSIGNED', 30],
  ['ANSWERED', 34],
  ['RETURNED', 12],
  ['COMPLETE', 150],
] as const satisfies [Ending, number][]
const answers = [
  ['RECEIVED', 6],
  ['NOT_RECEIVED', 2],
  ['NOT_REVIEWED', 1],
  ['BY_PASSED', 1],
] as const satisfies [TprResponse, number][]
const words: Record<TprResponse, string> = {
  RECEIVED: 'It is complete and legible.',
  NOT_RECEIVED: 'The closing agent has not sent it yet.',
  NOT_REVIEWED: 'We look at it this week.',
  BY_PASSED: 'Not needed for this program.',
}

/**
 * The Tdocs of the last months, told by the verbs themselves under a moved clock, as the SLVs are: from the transmittal
 * and by hand, of both vendors, some of purchased loans, some escalated; each as far as it came.
 */
export async function tellTdocs(house: House, cast: Cast, loans: readonly Loan[], time: WorkTime): Promise<number> {
  const random = randomFrom(seed)
  const taken = random.shuffled(loans.filter(({ kind }) => kind === 'PURCHASED')).slice(0, count / 6)
  const others = random.shuffled(loans.filter(({ kind }) => kind !== 'PURCHASED')).slice(0, count - taken.length)
  const steps = [...taken, ...others].flatMap((loan, tdoc) =>
    stepsOf(house, cast, loan, randomFrom(seed + 1 + tdoc), time).map((step) => ({ ...step, tdoc })),
  )
  // As the SLVs are told: several at once, each Tdoc's own steps one after the other.
  const going = new Map<number, Promise<void>>()
  const failures: unknown[] = []
  for (const { at, tdoc, happen } of steps.sort((a, b) => a.at - b.at)) {
    if (going.size >= atOnce) await Promise.race(going.values())
    await going.get(tdoc)
    if (failures.length > 0) break
    const step = happen(time.instant(at)).catch((error) => void failures.push(error))
    going.set(
      tdoc,
      step.finally(() => going.delete(tdoc)),
    )
  }
  await Promise.all(going.values())
  if (failures.length > 0) throw failures[0]
  return taken.length + others.length
}

/** Who has it to do: of a purchased loan somebody who has that queue. */
const deskOf = (cast: Cast, loan: Loan): Actor[] => {
  const all = [...cast.underwriters, cast.byEmail('admin@buyer.example')]
  return loan.kind === 'PURCHASED' ? all.filter(underwriterWith('managePurchasedTdocs')) : cast.underwriters
}

/** What happens to one Tdoc, and when. */
function stepsOf({ db, sla, files }: House, cast: Cast, loan: Loan, random: Random, time: WorkTime): Step[] {
  const as = (actor: Actor, now: Date): Ctx => ({ db, sla, now, actor })
  const ending = random.weighted(endings)
  const days = ending === 'COMPLETE' ? random.between(8, 110) : Math.min(12, random.around(2.2, 0.7))
  const begin = Math.max(0, time.end - days * dayMinutes)
  const desk = deskOf(cast, loan)
  const [underwriter, second] = [random.pick(desk), random.pick(desk)]
  const { email, vendor } = random.pick(reviewers)
  const reviewer = cast.byEmail(email)
  const paper = random.pick(papers)
  const imageFileName = `${paper} ${loan.loanNumber}.pdf`
  const isByHand = random.chance(0.12)
  const hasImage = !isByHand && days < 12
  const types: readonly CategoryType[] = [
    'TPR',
    random.pick(['COLLATERAL', 'INTERNAL_COMPLIANCE', 'GENERAL_INTERNAL'] as const),
  ]
  let id = ''
  const at = (share: number) => begin + (time.end - begin) * share
  const steps: Step[] = []
  const then = (share: number, happen: Step['happen']) => steps.push({ at: at(share), happen })

  then(0, async (now) => {
    if (isByHand) {
      const wanted = { imageFileName, vendorName: vendor, categories: types }
      id = (await createTdoc(as(underwriter, now), loan, wanted)).id
      return
    }
    const image = hasImage ? await drawnImage(files, paper, loan) : null
    const sent = new Date(now.getTime() - 3 * 3_600_000)
    const facts = { ...loanFactsOf(loan), imageFileName, vendorId: reviewer.companyId, categories: types, image }
    id = await insertTdoc(
      { db, sla, now, actor: null },
      { ...facts, type: 'AUTOMATIC', receivedAt: now, sftpTransmittalDate: sent },
    )
  })
  if (ending === 'NEW') return steps
  then(0.15, async (now) => void (await setUnderwriters(as(second, now), underwriter.id, [id])))
  then(0.2, async (now) => void (await setProgressTracking(as(underwriter, now), [id], 'IN_REVIEW')))
  if (random.chance(0.5)) then(0.22, async (now) => void (await setReviewers(as(underwriter, now), second.id, [id])))
  if (ending === 'ASSIGNED') return steps
  const tprResponse = random.weighted(answers)
  const tprEstimatedDateOfReview = time.dayAt(at(0.4) + 3 * dayMinutes)
  then(0.4, async (now) =>
    setResponse(as(reviewer, now), id, { tprResponse, tprEstimatedDateOfReview, comment: words[tprResponse] }),
  )
  then(0.45, (now) => completeCategory(as(reviewer, now), id, 'TPR'))
  if (random.chance(0.1))
    then(0.5, async (now) => {
      const comment = 'The pages do not match the recorded set.'
      await createEscalation(as(underwriter, now), { originalTdocId: id, comment, categories: ['COLLATERAL'] })
    })
  if (ending === 'ANSWERED') return steps
  if (ending === 'RETURNED') {
    then(0.6, async (now) => void (await setStatus(as(underwriter, now), [id], 'NEW')))
    return steps
  }
  for (const type of types.filter((one) => one !== 'TPR'))
    then(0.6, (now) => completeCategory(as(underwriter, now), id, type))
  then(0.65, async (now) => void (await setProgressTracking(as(underwriter, now), [id], 'DONE')))
  then(0.7, async (now) => void (await setStatus(as(underwriter, now), [id], 'COMPLETE')))
  return steps
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

/** A page that says which paper it stands for. */
export const paperOf = (paper: string, loan: Loan): Buffer =>
  drawPdf(paper, [
    `Loan ${loan.loanNumber}`,
    `Borrower: ${loan.borrowerLastName ?? ''}`,
    `Seller: ${loan.seller.name}`,
    '',
    'This is a sample that belongs to the demo. It stands for the paper of its name.',
  ])

async function drawnImage(files: FileStore, paper: string, loan: Loan) {
  const received = await files.receive(Readable.from([paperOf(paper, loan)]))
  const { size, sha256 } = received
  return { key: await received.keep(), type: 'PDF', size, sha256 }
}
