import { Skeleton, Stack, Text } from '@mantine/core'
import type {
  ExplainedClock,
  ExplainedInterval,
  SlaExplanation,
} from '@portal/contract/sla/api'
import type { Clock } from '@portal/contract/slv/clocks'
import type { TdocParty } from '@portal/contract/tdoc/model'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateTime, day, days, signedDays } from '../../../lib/text/format.ts'
import { useBranding } from '../../../records/auth/queries.ts'
import { TryAgain } from '../../../ui/message.tsx'
import { CellNote, SmallTable } from '../../../ui/small-table.tsx'
import { explanationQuery, tdocExplanationQuery } from '../queries.ts'
import classes from './explanation.module.css'

export type Figure = Omit<ExplainedClock, 'clock' | 'intervals'>
export type Rule = Pick<SlaExplanation, 'cutOff' | 'isEarlierCalendar'>

/** '3:00 PM' for '15:00'. */
export const clockTime = (time: string): string => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const half = hours < 12 ? 'AM' : 'PM'
  // 0 and 12 o'clock are both written as 12.
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`
}

/** '3 counted − target 2 = +1 Day, overdue' */
export const sumText = ({ countedDays, targetDays, sla }: Figure): string =>
  `${countedDays} counted − target ${targetDays} = ${signedDays(sla.days)}, ${stateText(sla)}`

const stateText = ({ overdue, running }: Figure['sla']) => {
  if (overdue) return running ? 'overdue' : 'overdue; the clock is paused'
  return running ? 'on time' : 'on time; the clock is paused'
}

/** 'Due 03/06/2026', 'Was due 03/04/2026'; null when no clock runs. */
export const dueDateText = ({ dueDay, sla }: Figure): string | null =>
  dueDay && `${sla.overdue ? 'Was due' : 'Due'} ${day(dueDay)}`

export const ruleText = ({ cutOff, isEarlierCalendar }: Rule): string => {
  const rule = `Work that arrives at or after ${clockTime(cutOff)} New York time, or on a day that is not a business day, counts as received the next business day. The business day after that is day 1.`
  return isEarlierCalendar
    ? `${rule} Counted with the calendar in effect at that time; it has changed since.`
    : rule
}

export const ClockExplanation = ({
  slvId,
  clock,
  summaryId,
}: {
  slvId: string
  clock: Clock
  summaryId: string
}) => (
  <Loaded query={useQuery(explanationQuery(slvId))}>
    {(explanation) => {
      const figure = explanation.clocks.find((one) => one.clock === clock)
      return (
        <>
          <Sum id={summaryId} figure={figure} />
          {figure && (
            <IntervalTable
              caption="Business days of this round"
              intervals={figure.intervals}
              rule={explanation}
            />
          )}
        </>
      )
    }}
  </Loaded>
)

export const TurnTimeExplanation = ({ slvId }: { slvId: string }) => (
  <Loaded query={useQuery(explanationQuery(slvId))}>
    {(explanation) => {
      const { intervals } = explanation.turnTimes
      return (
        <IntervalTable
          caption="Business days of all rounds"
          intervals={intervals}
          rule={explanation}
          withRounds={intervals.some(({ resubmitCount }) => resubmitCount > 0)}
        />
      )
    }}
  </Loaded>
)

export const TdocExplanation = ({
  tdocId,
  summaryId,
}: {
  tdocId: string
  summaryId: string
}) => (
  <Loaded query={useQuery(tdocExplanationQuery(tdocId))}>
    {(explanation) => (
      <>
        <Sum id={summaryId} figure={explanation.clock} />
        <IntervalTable
          caption="Business days of this Tdoc"
          intervals={explanation.intervals}
          rule={explanation}
        />
      </>
    )}
  </Loaded>
)

const Sum = ({
  id,
  figure,
}: {
  id: string
  figure: Figure | null | undefined
}) => {
  const due = figure && dueDateText(figure)
  return (
    <Text component="div" id={id} size="sm" fw={600} mb="xs">
      {figure ? sumText(figure) : 'This clock has stopped.'}
      {due && <CellNote>{due}</CellNote>}
    </Text>
  )
}

type ShownInterval = Omit<ExplainedInterval, 'party' | 'resubmitCount'> & {
  party: ExplainedInterval['party'] | TdocParty
  resubmitCount?: number
}

type IntervalTableProps = {
  caption: string
  intervals: readonly ShownInterval[]
  rule: Rule
  withRounds?: boolean
}

const IntervalTable = ({
  caption,
  intervals,
  rule,
  withRounds = false,
}: IntervalTableProps) => (
  <>
    <SmallTable
      caption={caption}
      heads={['With', 'From, to', 'Counted']}
      className={classes.intervals}
    >
      {intervals.map((interval) => (
        <IntervalRow
          key={interval.from + interval.party}
          interval={interval}
          withRound={withRounds}
        />
      ))}
    </SmallTable>
    <Text size="xs" c="dimmed" mt="xs">
      {ruleText(rule)}
    </Text>
  </>
)

type IntervalRowProps = { interval: ShownInterval; withRound: boolean }

const IntervalRow = ({ interval, withRound }: IntervalRowProps) => {
  const { name } = useBranding()
  const partyNames = { BUYER: name, SELLER: 'Seller', TPR: 'Reviewer' }
  const { from, to, resubmitCount = 0 } = interval
  return (
    <tr>
      <th scope="row">
        {partyNames[interval.party]}
        {withRound && <CellNote>Round {resubmitCount + 1}</CellNote>}
      </th>
      <td>
        {dateTime(from)}
        <br />
        {to ? `to ${dateTime(to)}` : 'until now'}
        {interval.isHeldOver && (
          <CellNote>Counts as received {day(interval.receivedDay)}</CellNote>
        )}
        {interval.holidays.map((holiday) => (
          <CellNote key={holiday.day}>
            Skipped {day(holiday.day)}, {holiday.name}
          </CellNote>
        ))}
      </td>
      <td>
        {interval.counts ? (
          days(interval.days)
        ) : (
          <CellNote>Not counted</CellNote>
        )}
      </td>
    </tr>
  )
}

type LoadedProps<T> = {
  query: UseQueryResult<T>
  children: (explanation: T) => ReactNode
}

const Loaded = <T,>({
  query: { data, error, refetch },
  children,
}: LoadedProps<T>) => {
  if (data) return children(data)
  if (error)
    return (
      <Stack gap="xs" align="flex-start">
        <span>Couldn’t load the calculation. {error.message}</span>
        <TryAgain size="compact-sm" onClick={refetch} />
      </Stack>
    )
  return (
    <Stack gap={6} w={260} role="status" aria-label="Loading the calculation">
      <Skeleton height={14} width="80%" />
      <Skeleton height={12} />
      <Skeleton height={12} width="60%" />
    </Stack>
  )
}
