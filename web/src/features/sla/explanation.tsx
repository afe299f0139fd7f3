import { Button, Skeleton, Stack } from '@mantine/core'
import type { SlaExplanation } from '@portal/contract/sla/api'
import type { Clock } from '@portal/contract/slv/clocks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useBranding } from '../auth/queries.ts'
import { dueText, ruleText, sumText } from './explain-words.ts'
import classes from './explanation.module.css'
import { IntervalTable } from './interval-table.tsx'
import { explanationQuery, tdocExplanationQuery } from './queries.ts'

type ClockExplanationProps = { slvId: string; clock: Clock; summaryId: string }

/** How one SLA figure came: its sum, its due day, each interval and skipped holiday, the rule of the cut-off. */
export const ClockExplanation = ({ slvId, clock, summaryId }: ClockExplanationProps) => {
  const { name } = useBranding()
  return (
    <Explanation slvId={slvId}>
      {(explanation) => {
        const told = explanation.clocks.find((one) => one.clock === clock)
        if (!told) return <p className={classes.sum}>This clock is over.</p>
        const due = dueText(told)
        return (
          <>
            <div className={classes.sum} id={summaryId}>
              {sumText(told)}
              {due && <div className={classes.note}>{due}</div>}
            </div>
            <IntervalTable caption="Business days of this round" intervals={told.intervals} brandName={name} />
            <p className={classes.rule}>{ruleText(explanation)}</p>
          </>
        )
      }}
    </Explanation>
  )
}

/** How the turn times came, over all rounds. */
export const TurnTimeExplanation = ({ slvId }: { slvId: string }) => {
  const { name } = useBranding()
  return (
    <Explanation slvId={slvId}>
      {(explanation) => (
        <>
          <IntervalTable
            caption="Business days of all rounds"
            intervals={explanation.turnTimes.intervals}
            brandName={name}
            withRounds={explanation.turnTimes.intervals.some(({ resubmitCount }) => resubmitCount > 0)}
          />
          <p className={classes.rule}>{ruleText(explanation)}</p>
        </>
      )}
    </Explanation>
  )
}

/** How the SLA figure of a Tdoc came. */
export const TdocExplanation = ({ tdocId, summaryId }: { tdocId: string; summaryId: string }) => {
  const { name } = useBranding()
  return (
    <Read query={useQuery(tdocExplanationQuery(tdocId))}>
      {(explanation) => {
        const due = explanation.clock && dueText(explanation.clock)
        return (
          <>
            <div className={classes.sum} id={summaryId}>
              {explanation.clock ? sumText(explanation.clock) : 'This clock is over.'}
              {due && <div className={classes.note}>{due}</div>}
            </div>
            <IntervalTable caption="Business days of this Tdoc" intervals={explanation.intervals} brandName={name} />
            <p className={classes.rule}>{ruleText(explanation)}</p>
          </>
        )
      }}
    </Read>
  )
}

type ExplanationProps = { slvId: string; children: (explanation: SlaExplanation) => ReactNode }

const Explanation = ({ slvId, children }: ExplanationProps) => (
  <Read query={useQuery(explanationQuery(slvId))}>{children}</Read>
)

type ReadProps<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  children: (explanation: T) => ReactNode
}

const Read = <T,>({ query: { data, error, refetch }, children }: ReadProps<T>) => {
  if (data) return children(data)
  if (error)
    return (
      <Stack gap="xs" align="flex-start">
        <span>The explanation could not be read. {error.message}</span>
        <Button size="compact-sm" variant="default" onClick={() => refetch()}>
          Try again
        </Button>
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
