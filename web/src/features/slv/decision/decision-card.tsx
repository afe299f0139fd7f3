import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDscrProgram } from '@portal/contract/slv/model'
import { type Decision, isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import * as format from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useBranding } from '../../auth/queries.ts'
import { fieldLabel, fieldText } from '../field-text.ts'
import { statusColors } from '../status-colors.ts'
import { Answer } from './answer.tsx'
import classes from './decision.module.css'
import type { DecisionName } from './read-decision.ts'

type DecisionCardProps = {
  slv: SlvDetail
  /** With what is the buyer's own: internal comments, a decision that is not final. */
  isInner?: boolean
  /** Shows this decision as if it were final: what the seller will read. */
  decision?: Decision
}

/** The decision to read, calm and whole. */
export const DecisionCard = ({ slv, isInner = false, decision }: DecisionCardProps) => {
  const final = decision ?? (isDecided(slv.status) ? slv.status : null)
  const shown = final ?? (isInner ? slv.temporaryStatus : null) ?? null
  if (!shown) return <Undecided slv={slv} />
  return (
    <div className={classes.card}>
      <div className={classes.verdict}>
        <StatusBadge label={slvStatusLabels[shown]} color={statusColors[shown]} />
        <span>
          {final ? slv.decisionDate && !decision && format.dateTime(slv.decisionDate) : 'Prepared, not final'}
        </span>
      </div>
      <Figures slv={slv} />
      <Words slv={slv} name="currentGuideline" />
      <Words slv={slv} name="decisionComment" />
      {isInner && <Words slv={slv} name="decisionCommentsInternal" />}
      <Answers slv={slv} />
    </div>
  )
}

/** Why there is no decision to read. */
export const Undecided = ({ slv: { status, withdrawReason } }: { slv: SlvDetail }) =>
  status === 'WITHDRAWN_APPROVED' ? (
    <EmptyState
      title="Withdrawn"
      why={`This round ended without a decision${withdrawReason ? `: “${withdrawReason}”` : '.'}`}
    />
  ) : (
    <EmptyState title="Not decided yet" why="The decision appears here when it is final." />
  )

const Figures = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const names: DecisionName[] = [
    'priceAdjustment',
    'decisionLtv',
    'decisionCltv',
    'decisionHcltv',
    ratioOf(slv),
    'reserves',
  ]
  return <Facts facts={names.map((name) => ({ label: fieldLabel(name, brand), value: fieldText(name, slv[name]) }))} />
}

/** A DSCR program is measured by rent, every other by debts. */
export const ratioOf = (slv: Pick<SlvDetail, 'buyerNonAgencyProgram'>) =>
  isDscrProgram(slv.buyerNonAgencyProgram) ? 'decisionDscr' : 'decisionDti'

const Words = ({ slv, name }: { slv: SlvDetail; name: DecisionName }) => {
  const { name: brand } = useBranding()
  const text = slv[name]
  if (!text) return null
  return (
    <div>
      <span className={classes.label}>
        {fieldLabel(name, brand)}
        {name === 'decisionCommentsInternal' && <span className={classes.internal}>Internal</span>}
      </span>
      <p className={classes.words}>{text}</p>
    </div>
  )
}

const Answers = ({ slv: { slvRequests, slvDecisionRequests = [] } }: { slv: SlvDetail }) => (
  <>
    {slvRequests.map((request) => {
      const answer = slvDecisionRequests.find(({ slvRequestId }) => slvRequestId === request.id)
      return answer ? (
        <article key={request.id} className={classes.answer}>
          <b>{request.summary}</b>
          <Answer answer={answer} />
        </article>
      ) : null
    })}
  </>
)
