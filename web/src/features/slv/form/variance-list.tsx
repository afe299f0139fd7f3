import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvStatusLabels } from '@portal/contract/slv/status'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import * as format from '../../../lib/format.ts'
import { keyed } from '../../../lib/keyed.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { statusColors } from '../status-colors.ts'
import { FormDifference } from './form-difference.tsx'
import classes from './variances.module.css'

/** The variances of an SLV to read, each with its distance from the guideline and, when there is one, its answer. */
export const VarianceList = ({ slv }: { slv: SlvDetail }) => {
  if (slv.slvRequests.length === 0) return <p className={classes.reason}>No variance was asked for.</p>
  return (
    <ol className={classes.list}>
      {slv.slvRequests.map((request) => (
        <li key={request.id} className={classes.card}>
          <VarianceCard
            slv={slv}
            request={request}
            answer={slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id) ?? null}
          />
        </li>
      ))}
    </ol>
  )
}

type VarianceCardProps = { slv: SlvDetail; request: SlvRequest; answer: SlvDecisionRequest | null }

const VarianceCard = ({ slv, request, answer }: VarianceCardProps) => (
  <article aria-label={request.summary}>
    <h3>{request.summary}</h3>
    {request.summary !== request.reason && <div className={classes.reason}>{request.reason}</div>}
    <FormDifference variance={request} form={slv} />
    <dl>
      <div>
        <dt>Guideline text</dt>
        <dd>{format.text(request.currentGuideline)}</dd>
      </div>
      <div>
        <dt>Justification</dt>
        <dd>{format.text(request.justification)}</dd>
      </div>
      <div>
        <dt>Compensating factors</dt>
        <dd>
          {request.compensatingFactors.length === 0 ? (
            format.none
          ) : (
            <ul>
              {keyed(request.compensatingFactors, ({ factor }) => factor).map(({ key, item: { factor, value } }) => (
                <li key={key}>{value ? `${factor}: ${value}` : factor}</li>
              ))}
            </ul>
          )}
        </dd>
      </div>
    </dl>
    {answer && (
      <div className={classes.answer}>
        <StatusBadge label={slvStatusLabels[answer.decision]} color={statusColors[answer.decision]} />
        {answer.currentGuideline && <p>Current guideline: {answer.currentGuideline}</p>}
        {answer.comment && <p>{answer.comment}</p>}
      </div>
    )}
  </article>
)
