import { Group, Text } from '@mantine/core'
import { isYesNo, parameters } from '@portal/contract/guideline/model'
import { inUnit, sizeInUnit } from '@portal/contract/guideline/texts'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { citationText } from '@portal/contract/slv-request/distance'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import {
  Distance,
  DistanceBar,
} from '../../../guideline/shared/distance-bar.tsx'
import { FactorList } from '../../../guideline/shared/slv-evaluation.tsx'
import { FormDifference } from '../../form/form-difference.tsx'
import classes from './variance.module.css'

/**
 * 'FICO 655, guideline 660'; the summary of a variance without such figures.
 */
const varianceTitle = ({
  parameter,
  actualValue,
  guidelineValue,
  unit,
  summary,
}: SlvRequest): string => {
  if (
    parameter === null ||
    isYesNo(parameter) ||
    actualValue === null ||
    guidelineValue === null
  )
    return summary
  const { label } = parameters[parameter]
  const guideline = inUnit(guidelineValue, unit)
  return `${label} ${withUnit(actualValue, unit)}, guideline ${guideline}`
}

/** '7.6 months'; points need no unit beside their label. */
const withUnit = (value: number, unit: string | null) =>
  unit === 'months' || unit === 'days'
    ? sizeInUnit(value, unit)
    : inUnit(value, unit)

/**
 * The first line of a variance: its figure and its distance from the guideline.
 */
export const VarianceTitle = ({ request }: { request: SlvRequest }) => (
  <Group justify="space-between" gap="2px 12px" wrap="nowrap" align="baseline">
    <span className={classes.title}>{varianceTitle(request)}</span>
    {request.distance !== null && request.operator !== null && (
      <span className={classes.distance}>
        <Distance
          operator={request.operator}
          distance={request.distance}
          unit={request.unit}
        />
      </span>
    )}
  </Group>
)

/** The guideline text, justification and compensating factors of a variance. */
export const VarianceFacts = ({
  slv,
  request,
}: {
  slv: SlvDetail
  request: SlvRequest
}) => {
  const {
    summary,
    reason,
    currentGuideline,
    justification,
    guidelineValue,
    actualValue,
    operator,
    distance,
    unit,
  } = request
  const citation = citationText(request)
  return (
    <div className={classes.facts}>
      {guidelineValue !== null && operator !== null && (
        <DistanceBar
          limit={guidelineValue}
          actual={actualValue}
          operator={operator}
          distance={distance}
          unit={unit}
        />
      )}
      <FormDifference variance={request} form={slv} date={slv.date} />
      {(currentGuideline !== '' || citation) && (
        <blockquote className={classes.guideline} aria-label="Guideline text">
          {currentGuideline}{' '}
          {citation && <span className={classes.citation}>{citation}</span>}
        </blockquote>
      )}
      <p className={classes.why}>
        {justification || <Text c="dimmed">No justification</Text>}
      </p>
      {summary !== reason && (
        <Text size="xs" c="dimmed">
          Reason: {reason}
        </Text>
      )}
      <FactorList slv={slv} request={request} />
    </div>
  )
}
