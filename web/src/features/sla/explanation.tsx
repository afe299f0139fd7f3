import { Skeleton, Stack, Text } from '@mantine/core'
import type { ExplainedInterval } from '@portal/contract/sla/api'
import type { Clock } from '@portal/contract/slv/clocks'
import type { TdocParty } from '@portal/contract/tdoc/model'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dateTime, day, days } from '../../lib/text/format.ts'
import { TryAgain } from '../../ui/load-failed.tsx'
import { SmallTable } from '../../ui/small-table.tsx'
import { useBranding } from '../auth/queries.ts'
import classes from './explanation.module.css'
import { dueText, type Figure, type Rule, ruleText, sumText } from './explanation-text.ts'
import { explanationQuery, tdocExplanationQuery } from './queries.ts'

export const ClockExplanation = ({ slvId, clock, summaryId }: { slvId: string; clock: Clock; summaryId: string }) => (
  <Loaded query={useQuery(explanationQuery(slvId))}>
    {(explanation) => {
      const figure = explanation.clocks.find((one) => one.clock === clock)
      return (
        <>
          <Sum id={summaryId} figure={figure} />
          {figure && (
            <IntervalTable caption="Business days of this round" intervals={figure.intervals} rule={explanation} />
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

export const TdocExplanation = ({ tdocId, summaryId }: { tdocId: string; summaryId: string }) => (
  <Loaded query={useQuery(tdocExplanationQuery(tdocId))}>
    {(explanation) => (
      <>
        <Sum id={summaryId} figure={explanation.clock} />
        <IntervalTable caption="Business days of this Tdoc" intervals={explanation.intervals} rule={explanation} />
      </>
    )}
  </Loaded>
)

const Sum = ({ id, figure }: { id: string; figure: Figure | null | undefined }) => {
  const due = figure && dueText(figure)
  return (
    <Text component="div" id={id} size="sm" fw={600} mb="xs">
      {figure ? sumText(figure) : 'This clock has ended.'}
      {due && <Note>{due}</Note>}
    </Text>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Text component="div" size="xs" fw={400} c="dimmed">
    {children}
  </Text>
)

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

const IntervalTable = ({ caption, intervals, rule, withRounds = false }: IntervalTableProps) => {
  const { name } = useBranding()
  const partyNames = { BUYER: name, SELLER: 'Seller', TPR: 'Reviewer' }
  return (
    <>
      <SmallTable caption={caption} heads={['With', 'From, to', 'Counted']} className={classes.intervals}>
        <tbody>
          {intervals.map(
            ({ party, resubmitCount = 0, from, to, receivedDay, isHeldOver, counts, holidays, ...rest }) => (
              <tr key={from + party}>
                <th scope="row">
                  {partyNames[party]}
                  {withRounds && <Note>Round {resubmitCount + 1}</Note>}
                </th>
                <td>
                  {dateTime(from)}
                  <br />
                  {to ? `to ${dateTime(to)}` : 'until now'}
                  {isHeldOver && <Note>Counts as received {day(receivedDay)}</Note>}
                  {holidays.map((holiday) => (
                    <Note key={holiday.day}>
                      Skipped {day(holiday.day)}, {holiday.name}
                    </Note>
                  ))}
                </td>
                <td>{counts ? days(rest.days) : <Note>Not counted</Note>}</td>
              </tr>
            ),
          )}
        </tbody>
      </SmallTable>
      <Text size="xs" c="dimmed" mt="xs">
        {ruleText(rule)}
      </Text>
    </>
  )
}

type LoadedProps<T> = { query: UseQueryResult<T>; children: (explanation: T) => ReactNode }

const Loaded = <T,>({ query: { data, error, refetch }, children }: LoadedProps<T>) => {
  if (data) return children(data)
  if (error)
    return (
      <Stack gap="xs" align="flex-start">
        <span>Couldn’t load the explanation. {error.message}</span>
        <TryAgain size="compact-sm" onClick={refetch} />
      </Stack>
    )
  return (
    <Stack gap={6} w={260} role="status" aria-label="Loading the explanation">
      <Skeleton height={14} width="80%" />
      <Skeleton height={12} />
      <Skeleton height={12} width="60%" />
    </Stack>
  )
}
