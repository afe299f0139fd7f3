import { slvStatusLabels } from '@portal/contract/slv/status'
import { meetsGuideline } from '@portal/contract/slv-request/distance'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import type { ReactNode } from 'react'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { statusColors } from '../status-colors.ts'
import classes from './variance-card.module.css'

type VarianceCardProps = {
  number: number
  request: SlvRequest
  answer: SlvDecisionRequest | undefined
  /** Stands under it: the underwriter's way to answer. */
  children?: ReactNode
}

/** One variance: what is asked, how far from the guideline, why, what speaks for it, and the underwriter's answer. */
export const VarianceCard = ({ number, request, answer, children }: VarianceCardProps) => (
  <article className={classes.card} aria-label={`Variance ${number}: ${request.reason}`}>
    <h3>
      {number}. {request.reason}
    </h3>
    {request.parameter && (
      <p className={classes.distance} data-meets={meetsGuideline(request) || undefined}>
        {request.summary}
        {meetsGuideline(request) && ' (meets the guideline)'}
      </p>
    )}
    <Words label="Guideline" text={request.currentGuideline} />
    <Words label="Justification" text={request.justification} />
    <Factors request={request} />
    {answer && <Answer answer={answer} />}
    {children}
  </article>
)

const Words = ({ label, text }: { label: string; text: string }) =>
  text === '' ? null : (
    <div>
      <span className={classes.label}>{label}</span>
      <p className={classes.words}>{text}</p>
    </div>
  )

const Factors = ({ request: { compensatingFactors } }: { request: SlvRequest }) => (
  <div>
    <span className={classes.label}>Compensating factors</span>
    {compensatingFactors.length === 0 ? (
      <p className={classes.none}>None given</p>
    ) : (
      <ul className={classes.factors}>
        {compensatingFactors.map(({ factor, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a factor has no id and may stand twice
          <li key={index}>
            {factor}
            {value && <b>: {value}</b>}
          </li>
        ))}
      </ul>
    )}
  </div>
)

/** What the underwriter says to one variance. */
export const Answer = ({ answer: { decision, currentGuideline, comment } }: { answer: SlvDecisionRequest }) => (
  <div className={classes.answer}>
    <span className={classes.label}>Answer</span>{' '}
    <StatusBadge label={slvStatusLabels[decision]} color={statusColors[decision]} />
    <Words label="Current guideline" text={currentGuideline} />
    {comment !== '' && <p className={classes.words}>{comment}</p>}
  </div>
)
