import { civil } from '@portal/contract/sla/calendar'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { tdocNeedLabels } from '@portal/contract/tdoc/needs'
import { isoDay, shortDay } from '../../lib/text/short-day.ts'

/** The parts of a reviewer's list. */
export type NextStepPart = 'NEEDED' | 'WAITING' | 'FINISHED'

export const nextStepPart = ({
  status,
  needsYou,
}: Pick<Tdoc, 'status' | 'needsYou'>): NextStepPart => {
  if (needsYou) return 'NEEDED'
  return status === 'COMPLETE' ? 'FINISHED' : 'WAITING'
}

export type NextStep = {
  /** What the reviewer does; null if it isn't their turn. */
  action: string | null
  /** Since when or until when; or with whom the Tdoc is. */
  when: string | null
  isLate: boolean
}

/** The next step of a Tdoc for its reviewer, with its date. */
export function describeNextStep(
  tdoc: Tdoc,
  brandName: string,
  now = new Date(),
): NextStep | null {
  const { needsYou } = tdoc
  if (needsYou)
    return { action: tdocNeedLabels[needsYou], ...whenNeeded(tdoc, now) }
  if (tdoc.status === 'COMPLETE') return null
  const holder = tdoc.assignedUnderwriter?.name ?? brandName
  const due = tdoc.dueOutOfReview
  const isLate = due === null || due < civil(now).day
  const until = isLate ? 'later than usual' : `until ${shortDay(due)}`
  return { action: null, when: `With ${holder}, ${until}`, isLate }
}

function whenNeeded(
  { needsYou, ...tdoc }: Tdoc,
  now: Date,
): Pick<NextStep, 'when' | 'isLate'> {
  const estimated = tdoc.tprEstimatedDateOfReview
  if (needsYou === 'REVIEW' && estimated !== null) {
    const isLate = estimated < civil(now).day
    const text = isLate ? 'Was estimated for' : 'Estimated for'
    return { when: `${text} ${shortDay(estimated)}`, isLate }
  }
  if (needsYou === 'RESPOND')
    return {
      when: `Received ${shortDay(isoDay(tdoc.tdocReceivedDate))}`,
      isLate: false,
    }
  const since = tdoc.withReviewerSince
  const verb = needsYou === 'RETURNED' ? 'Returned' : 'Since'
  const when = since ? `${verb} ${shortDay(isoDay(since))}` : null
  return { when, isLate: false }
}
