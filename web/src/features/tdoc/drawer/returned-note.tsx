import type { Tdoc } from '@portal/contract/tdoc/answers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime, days } from '../../../lib/format.ts'
import { tdocActivityQuery } from '../queries.ts'
import classes from './drawer.module.css'

/** Whether an underwriter gave it back: it is new again, and its clock rests until the reviewer responds. */
export const isWithReviewer = ({ status, sla }: Pick<Tdoc, 'status' | 'sla'>) =>
  status === 'NEW' && sla !== null && !sla.running

/** Who gave a Tdoc back and when, why no day is added, and what to do where its reviews are done already. */
export const ReturnedNote = ({ tdoc: { id, sla, isReviewComplete, availableActions } }: { tdoc: Tdoc }) => {
  const { data } = useInfiniteQuery({ ...tdocActivityQuery(id), meta: { quiet: true } })
  const last = data?.pages.flatMap(({ items }) => items).find(({ action }) => action === 'return')
  const wasComplete = last?.changes.some(({ field, before }) => field === 'status' && before === 'COMPLETE')
  const who = last?.actorName ? ` by ${last.actorName}` : ''
  const when = last ? `, ${dateTime(last.at)}` : ''
  return (
    <p className={classes.why}>
      {wasComplete ? 'Reopened' : 'Returned to new'}
      {who}
      {when}. Its clock rests until the reviewer responds
      {sla && sla.days > 0 ? `; it stopped at ${days(sla.days)} over.` : ', so no day is due.'}
      {isReviewComplete &&
        availableActions.includes('complete') &&
        ' Its reviews stand as they were done: undo a category to have it reviewed again.'}
    </p>
  )
}
