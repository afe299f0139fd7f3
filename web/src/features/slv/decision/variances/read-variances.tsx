import type { SlvDetail } from '@portal/contract/slv/answers'
import { findAnswer } from '@portal/contract/slv-request/policy'
import { Answer } from '../decision-card.tsx'
import classes from './variance.module.css'
import { VarianceFacts, VarianceTitle } from './variance-facts.tsx'

/** The variances of a request with their answers, without inputs. */
export const ReadVariances = ({ slv }: { slv: SlvDetail }) => (
  <ol className={classes.list}>
    {slv.slvRequests.map((request) => {
      const answer = findAnswer(slv.slvDecisionRequests, request.id)
      return (
        <li key={request.id}>
          <article className={classes.card} aria-label={request.summary}>
            <h3>
              <VarianceTitle request={request} />
            </h3>
            <VarianceFacts slv={slv} request={request} />
            {answer && (
              <div className={classes.given}>
                <Answer answer={answer} />
              </div>
            )}
          </article>
        </li>
      )
    })}
  </ol>
)
