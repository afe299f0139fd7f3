import { Group, Skeleton, Stack, Text } from '@mantine/core'
import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import {
  type FactorState,
  isSameFactor,
} from '@portal/contract/guideline/factors'
import { parameters } from '@portal/contract/guideline/model'
import {
  distanceText,
  inUnit,
  limitText,
  missText,
} from '@portal/contract/guideline/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { keyed } from '../../../lib/state/keyed.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import { Hint, TinyButton } from '../../../ui/presets.ts'
import { FactorDocuments } from '../../document/shared/factor-document.tsx'
import classes from './eligibility-panel.module.css'
import factorClasses from './factor-list.module.css'
import { verdictText } from './verdict-labels.ts'

type Finding = EvaluationAnswer['findings'][number]

const describeState = ({
  state,
  operator,
  distance,
  unit,
  coveredBy,
}: Finding): string => {
  if (state === 'MEETS') return 'meets the guideline'
  if (state === 'COVERED') return `covered by ${coveredBy}`
  if (state === 'NOT_EVALUATED') return 'not checked'
  return distance === null
    ? 'not allowed'
    : distanceText({ operator, distance, unit })
}

/** '675 (5 points short)', 'not allowed' */
const stateText = (finding: Finding): string => {
  const { actual, unit } = finding
  return actual === null || unit === null
    ? describeState(finding)
    : `${inUnit(actual, unit)} (${describeState(finding)})`
}

/** '675 (5 points short), limit ≥ 680': the limit may be what differs. */
const sideText = (finding: Finding | null): string => {
  if (!finding) return 'no rule'
  const { parameter, operator, limit } = finding
  return `${stateText(finding)}, limit ${limitText({ parameter, operator, value: limit })}`
}

const describeFactor: Record<FactorState, string> = {
  COUNTS: 'counts',
  DOES_NOT_COUNT: 'doesn’t count',
  NEEDS_DOCUMENT: 'doesn’t count yet',
  AWAITING_VERIFICATION: 'doesn’t count yet',
  NOT_EVALUATED: 'can’t be measured',
  NOT_APPLICABLE: 'doesn’t count',
}

const describeMeasurement = (
  measured: EvaluationAnswer['factors'][number] | undefined,
): string =>
  measured
    ? `${describeFactor[measured.state]}: ${measured.reason}`
    : 'doesn’t count: Not in the factor catalog'

/**
 * How the guidelines evaluate a sent request: by which version, what has no
 * variance, and what changed since it was sent.
 */
export const SlvEvaluation = ({ slv }: { slv: SlvDetail }) => {
  const [isToday, setIsToday] = useState(false)
  const { data, isError, isFetching, refetch } = useQuery(
    evaluationQuery(slv, isToday),
  )
  if (!data)
    return isError ? (
      <Group gap="xs" role="alert">
        <Text size="sm">Couldn’t load the guidelines</Text>
        <TinyButton loading={isFetching} onClick={() => void refetch()}>
          Try again
        </TinyButton>
      </Group>
    ) : (
      <Skeleton
        height={26}
        my="sm"
        role="status"
        aria-label="Loading the guidelines"
      />
    )
  if (data.versionId === null && !isToday)
    return (
      <Hint my="sm">
        No guidelines were in effect for this program, so no limits were
        checked.
      </Hint>
    )
  const isOtherVersion = data.currentVersionNumber !== null
  const requested = new Set(slv.slvRequests.map(({ parameter }) => parameter))
  const others = data.findings.filter(
    ({ state, parameter }) =>
      (state === 'MISSES' || state === 'KNOCKED_OUT') &&
      !requested.has(parameter),
  )
  const verdict = verdictText(data.verdict, slv.slvRequests.length > 0)
  return (
    <Stack component="section" gap={4} my="sm" aria-label="Guidelines">
      <Group gap="xs" justify="space-between">
        <Text size="sm" fw={600} aria-live="polite">
          {data.versionNumber === null
            ? 'No guidelines in effect'
            : `Guidelines version ${data.versionNumber}: ${verdict.toLowerCase()}`}
        </Text>
        {(isOtherVersion || isToday) && (
          <TinyButton loading={isFetching} onClick={() => setIsToday(!isToday)}>
            {isToday
              ? 'Back to this round’s version'
              : `Re-evaluate under version ${data.currentVersionNumber}`}
          </TinyButton>
        )}
      </Group>
      {others.length > 0 && (
        <Text size="sm" className={classes.bad ?? ''}>
          Misses with no variance requested: {others.map(missText).join(', ')}
        </Text>
      )}
      <ChangedFindings changed={data.changed} isToday={isToday} />
    </Stack>
  )
}

type ChangedFindingsProps = {
  changed: EvaluationAnswer['changed']
  isToday: boolean
}

/** What differs from the findings that the sent round keeps. */
const ChangedFindings = ({ changed, isToday }: ChangedFindingsProps) => {
  if (changed.length === 0)
    return isToday ? (
      <Text size="sm">
        Every guideline has the same result as at submission.
      </Text>
    ) : null
  return (
    <>
      <Text size="sm">
        {isToday
          ? 'Differences from the version at submission:'
          : 'Changed since submission:'}
      </Text>
      <ul className={classes.list}>
        {changed.map(({ parameter, before, after }) => (
          <Text key={parameter} component="li" size="sm">
            {parameters[parameter].label}: {sideText(before)} →{' '}
            {sideText(after)}
          </Text>
        ))}
      </ul>
    </>
  )
}

/** The compensating factors of a variance, and which of them count. */
export const FactorList = ({
  slv,
  request,
}: {
  slv: SlvDetail
  request: SlvRequest
}) => {
  const { data } = useQuery(evaluationQuery(slv))
  const isJudged = Boolean(data?.versionId)
  const factors = request.compensatingFactors.map(({ factor, value }) => {
    const measured = isJudged
      ? data?.factors.find(({ label }) => isSameFactor(factor, label))
      : undefined
    // The reason, if it was copied as the value, is in the judgment.
    const isCopied = value === measured?.reason
    return {
      factor,
      text: value && !isCopied ? `${factor}: ${value}` : factor,
      judgment: isJudged && describeMeasurement(measured),
      counts: measured?.state === 'COUNTS',
    }
  })
  const lacksFactor =
    isJudged && !isDecided(slv.status) && !factors.some(({ counts }) => counts)
  return (
    <>
      {factors.length > 0 && (
        <ul className={factorClasses.factors} aria-label="Compensating factors">
          {keyed(factors, ({ text }) => text).map(
            ({ key, item: { factor, text, judgment, counts } }) => (
              <li key={key} data-counts={counts || undefined}>
                <b>{text}</b>
                {judgment && ` ${judgment}`}
                <FactorDocuments slv={slv} factor={factor} />
              </li>
            ),
          )}
        </ul>
      )}
      {lacksFactor && (
        <Text size="sm" className={classes.bad ?? ''}>
          No factor counts yet. An approval needs one.
        </Text>
      )}
    </>
  )
}
