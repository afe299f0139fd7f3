import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvStatusLabels } from '@portal/contract/slv/status'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import { keyed } from '../../lib/keyed.ts'
import { Words } from './report-facts.tsx'
import classes from './slv-report.module.css'

/** Each variance with its distance from the guideline, why it is asked for, and what was answered. */
export const ReportVariances = ({ slv }: { slv: SlvDetail }) => (
  <section aria-labelledby="report-variances">
    <h2 id="report-variances">Variances</h2>
    <Words label="Summary of the request" text={slv.singleLoanVarianceRequest} />
    {slv.slvRequests.length === 0 && <p>No variance was asked for.</p>}
    <ol className={classes.variances}>
      {slv.slvRequests.map((request) => (
        <li key={request.id}>
          <Variance
            request={request}
            answer={slv.slvDecisionRequests?.find(({ slvRequestId }) => slvRequestId === request.id)}
          />
        </li>
      ))}
    </ol>
  </section>
)

type VarianceProps = { request: SlvRequest; answer: SlvDecisionRequest | undefined }

const Variance = ({ request, answer }: VarianceProps) => (
  <>
    <h3>
      {request.summary}
      {request.summary !== request.reason && <span className={classes.reason}>{request.reason}</span>}
    </h3>
    <Words label="Guideline text" text={request.currentGuideline} />
    <Words label="Justification" text={request.justification} />
    {request.compensatingFactors.length > 0 && (
      <div className={classes.words}>
        <span className={classes.label}>Compensating factors</span>
        <ul>
          {keyed(request.compensatingFactors, ({ factor }) => factor).map(({ key, item: { factor, value } }) => (
            <li key={key}>{value ? `${factor}: ${value}` : factor}</li>
          ))}
        </ul>
      </div>
    )}
    {answer && (
      <div className={classes.answer}>
        <p>
          <span className={classes.label}>Answer</span> <b>{slvStatusLabels[answer.decision]}</b>
        </p>
        <Words label="Current guideline" text={answer.currentGuideline} />
        <Words label="Comment" text={answer.comment} />
      </div>
    )}
  </>
)
