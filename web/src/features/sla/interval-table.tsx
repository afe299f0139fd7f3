import type { ExplainedInterval } from '@portal/contract/sla/api'
import type { TdocParty } from '@portal/contract/tdoc/model'
import { dateTime, day, days } from '../../lib/format.ts'
import classes from './explanation.module.css'

type ShownInterval = Omit<ExplainedInterval, 'party' | 'resubmitCount'> & {
  party: ExplainedInterval['party'] | TdocParty
  /** Absent where there are no rounds. */
  resubmitCount?: number
}

type IntervalTableProps = {
  caption: string
  intervals: readonly ShownInterval[]
  brandName: string
  /** Says the round of each where there are several. */
  withRounds?: boolean
}

/** The intervals of a clock: who had it, from when to when, what that came to, and what was not counted. */
export const IntervalTable = ({ caption, intervals, brandName, withRounds = false }: IntervalTableProps) => (
  <table className={classes.table}>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">With</th>
        <th scope="col">From, to</th>
        <th scope="col">Counted</th>
      </tr>
    </thead>
    <tbody>
      {intervals.map((interval) => (
        <IntervalRow
          key={interval.from + interval.party}
          interval={interval}
          party={interval.party === 'BUYER' ? brandName : others[interval.party]}
          withRounds={withRounds}
        />
      ))}
    </tbody>
  </table>
)

const others = { SELLER: 'Seller', TPR: 'Reviewer' } as const

type IntervalRowProps = { interval: ShownInterval; party: string; withRounds: boolean }

const IntervalRow = ({ interval, party, withRounds }: IntervalRowProps) => {
  const { resubmitCount = 0, from, to, receivedDay, isHeldOver, counts, holidays } = interval
  return (
    <tr>
      <th scope="row">
        {party}
        {withRounds && <div className={classes.note}>Round {resubmitCount + 1}</div>}
      </th>
      <td>
        {dateTime(from)}
        <br />
        {to ? `to ${dateTime(to)}` : 'until now'}
        {isHeldOver && <div className={classes.note}>Counts as received {day(receivedDay)}</div>}
        {holidays.map((holiday) => (
          <div key={holiday.day} className={classes.note}>
            Skipped {day(holiday.day)}, {holiday.name}
          </div>
        ))}
      </td>
      <td>{counts ? days(interval.days) : <span className={classes.note}>Not counted</span>}</td>
    </tr>
  )
}
