import type { Loan } from '@portal/contract/loan/model'
import { isDecided, type SlvStatus } from '@portal/contract/slv/status'
import type { Cast } from './cast.ts'
import { drawFates, type Fate } from './fate.ts'
import { asOf, loanShelf } from './loans.ts'
import type { Sample } from './outside.ts'
import { type Random, randomFrom } from './random.ts'
import type { Beat, Opening, Setting } from './scene.ts'
import { storyOf } from './story.ts'
import { drawAsks } from './variances.ts'
import { dayMinutes, type WorkTime } from './work-time.ts'

/** A story with its setting and the points of working time at which it begins and its beats happen. */
export type Planned = { setting: Setting; open: Opening; at: number; beats: (Beat & { at: number })[] }

/** Client id of the seller in whose name most of the demo is shown. */
export const shownSeller = 'C1001'
export const shownEmail = 'seller@acme.example'

const seed = 2026

type Drawn = { fate: Fate; random: Random; open: Opening; beats: Beat[]; begin: number; end: number }

/** All stories with their loans, people and times. The same loans and the same now make the same plan. */
export function planStories(cast: Cast, loans: Sample, time: WorkTime): Planned[] {
  const random = randomFrom(seed)
  const take = loanShelf(random, loans)
  const drawn = drawFates(random).map((fate, index) => drawStory(fate, randomFrom(seed + 1 + index), time))
  const settingOf = ({ fate, random }: Drawn, loan: Loan): Setting => ({
    cast,
    random,
    loan,
    asks: drawAsks(random, loan, fate.status !== 'DECLINED' || fate.isResubmitted || random.chance(0.5)),
    seller: fate.isShown ? cast.byEmail(shownEmail) : sellerOf(cast, loan),
  })

  const preClose = drawn.filter(({ fate }) => fate.type === 'PRE')
  const told = preClose.map((story) => {
    const isShown = story.fate.isShown || story.random.chance(0.08)
    const [from, to] = [time.dayAt(story.begin), time.dayAt(story.end)]
    const loan = take(isShown ? 'ofOne' : 'all', { type: 'PRE', from, to })
    return { story, loan, planned: timed(story, settingOf(story, asOf(loan, from))) }
  })

  const closedLater = told.filter(
    ({ story, loan }) => loan.noteDate !== null && story.fate.status === 'APPROVED' && !story.fate.isResubmitted,
  )
  const postClose = drawn
    .filter(({ fate }) => fate.type === 'POST')
    .map((story) => {
      const isOfKnown = ({ loan }: { loan: Loan }) =>
        loan.noteDate !== null && time.startAfter(loan.noteDate) + 5 * dayMinutes < story.begin
      const known = story.random.chance(0.6) ? closedLater.findIndex(isOfKnown) : -1
      const loan =
        closedLater.splice(known, known === -1 ? 0 : 1)[0]?.loan ??
        take('all', { type: 'POST', from: time.dayAt(story.begin), to: '' })
      return timed(story, settingOf(story, loan))
    })
  return [...told.map(({ planned }) => planned), ...postClose]
}

const sellerOf = (cast: Cast, { contactEmail, seller }: Loan) => {
  const company = cast.sellersOf(seller.corrId)
  const contact = contactEmail && cast.find(contactEmail)
  const owner = contact && company.includes(contact) ? contact : company[0]
  if (!owner) throw new Error(`LoanDock has no account for ${seller.name}`)
  return owner
}

/** Sellers leave their drafts and answers lying longer than the buyer does. */
const restingDays: Partial<Record<SlvStatus, number>> = { DRAFT: 2.5, DRAFT_RESUBMITTED: 1.8, PENDING_DOCUMENTS: 2.2 }

/** Draws what happens and when: open SLVs stand where they are since lately, closed ones ended at any time before. */
function drawStory(fate: Fate, random: Random, time: WorkTime): Drawn {
  const { open, beats } = storyOf(random, fate)
  const lasts = beats.reduce((sum, { after }) => sum + after, 0)
  const isOpen = !isDecided(fate.status) && fate.status !== 'WITHDRAWN_APPROVED'
  const rested = Math.min(14, random.around(restingDays[fate.status] ?? 0.55, 0.9)) * dayMinutes
  // A little busier from month to month.
  const latest = time.end - 0.2 * dayMinutes
  const ended = latest - (latest - lasts) * random.between(0, 1) ** 1.15
  const end = Math.max(lasts, isOpen ? time.end - rested : ended)
  return { fate, random, open, beats, begin: end - lasts, end: Math.min(end, time.end) }
}

function timed({ open, beats, begin }: Drawn, setting: Setting): Planned {
  let at = begin
  const spread = beats.map((beat) => {
    at += beat.after
    return { ...beat, at }
  })
  return { setting, open, at: begin, beats: spread }
}
