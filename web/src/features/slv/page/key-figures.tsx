import type { EvaluationAnswer } from '@portal/contract/guideline/answers'
import { operatorSigns, type Parameter } from '@portal/contract/guideline/model'
import { inUnit } from '@portal/contract/guideline/texts'
import { round } from '@portal/contract/lib/exact'
import type { SlvDetail } from '@portal/contract/slv/answers'
import {
  type CalculatedRatio,
  effectiveRatios,
  isOverridden,
  reserveMonthsToRead,
} from '@portal/contract/slv/figures'
import { isSellerDraft } from '@portal/contract/slv/status'
import { meetsGuideline } from '@portal/contract/slv-request/distance'
import { useQuery } from '@tanstack/react-query'
import * as format from '../../../lib/text/format.ts'
import { evaluationQuery } from '../../../records/guideline/queries.ts'
import classes from './key-figures.module.css'

type KeyFigure = {
  label: string
  value: string
  parameters: readonly Parameter[]
  isOverride?: boolean
}

const listKeyFigures = (slv: SlvDetail): KeyFigure[] => [
  {
    label: 'Loan amount',
    value: format.money(slv.loanAmount),
    parameters: ['LOAN_AMOUNT_MAX', 'LOAN_AMOUNT_MIN'],
  },
  {
    label: 'LTV',
    value: ratioText(slv, 'ltv'),
    parameters: ['LTV'],
    isOverride: isOverridden('ltv', slv),
  },
  {
    label: 'CLTV',
    value: ratioText(slv, 'cltv'),
    parameters: ['CLTV'],
    isOverride: isOverridden('cltv', slv),
  },
  {
    label: 'FICO',
    value: format.text(slv.creditScore),
    parameters: ['CREDIT_SCORE'],
  },
  slv.qualifiesBy === 'DSCR'
    ? { label: 'DSCR', value: format.coverage(slv.dscr), parameters: ['DSCR'] }
    : {
        label: 'DTI',
        value: ratioText(slv, 'dti'),
        parameters: ['DTI'],
        isOverride: isOverridden('dti', slv),
      },
  {
    label: 'Reserves',
    value: monthsShort(slv),
    parameters: ['RESERVES_MONTHS'],
  },
]

const ratioText = (slv: SlvDetail, ratio: CalculatedRatio) =>
  format.percent(effectiveRatios(slv)[ratio])

const monthsShort = (slv: SlvDetail) => {
  const months = reserveMonthsToRead(slv)
  return months === null ? format.none : `${inUnit(months, 'months')} mo`
}

/**
 * The figures that matter for the decision. A figure that misses its guideline
 * shows the limit.
 */
export const KeyFigures = ({ slv }: { slv: SlvDetail }) => {
  const { data } = useQuery({
    ...evaluationQuery(slv),
    enabled: !isSellerDraft(slv.status),
  })
  return (
    <section aria-label="Key figures">
      <dl className={classes.figures}>
        {listKeyFigures(slv).map(({ label, value, parameters, isOverride }) => {
          const finding = data?.findings.find(({ parameter }) =>
            parameters.includes(parameter),
          )
          const limit = missedLimit(parameters, slv, data)
          return (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-misses={limit ? true : undefined}>
                {(finding && evaluatedText(finding)) ?? value}{' '}
                {isOverride && <span className={classes.limit}>override</span>}{' '}
                {limit && <span className={classes.limit}>{limit}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/**
 * A ratio as it was compared with its limit: rounded, 5.95 months would read as
 * 6.
 */
const evaluatedText = ({
  parameter,
  actual,
  unit,
}: EvaluationAnswer['findings'][number]): string | null => {
  if (actual === null) return null
  if (parameter === 'RESERVES_MONTHS') return `${inUnit(actual, unit)} mo`
  if (unit !== '%') return null
  return round(actual, 2) === actual
    ? format.percent(actual)
    : inUnit(actual, unit)
}

/**
 * '≥ 660': the limit that a figure misses, of its program as it is now. The
 * limit of a requested variance, which may be that of another program, counts
 * only where no guideline decides.
 */
export const missedLimit = (
  parameters: readonly Parameter[],
  slv: Pick<SlvDetail, 'slvRequests'>,
  evaluation: Pick<EvaluationAnswer, 'findings'> | undefined,
): string | null => {
  const isReadable = (parameter: Parameter | null) =>
    parameter !== null && parameters.includes(parameter)
  const decided = evaluation?.findings.filter(
    ({ parameter, state }) =>
      isReadable(parameter) && state !== 'NOT_EVALUATED',
  )
  const missed = decided?.find(
    ({ state }) => state === 'MISSES' || state === 'KNOCKED_OUT',
  )
  if (missed)
    return `${operatorSigns[missed.operator]} ${inUnit(missed.limit, missed.unit)}`
  if (decided && decided.length > 0) return null
  const request = slv.slvRequests.find(
    (each) => isReadable(each.parameter) && !meetsGuideline(each),
  )
  if (!request?.operator || request.guidelineValue === null) return null
  return `${operatorSigns[request.operator]} ${inUnit(request.guidelineValue, request.unit)}`
}
