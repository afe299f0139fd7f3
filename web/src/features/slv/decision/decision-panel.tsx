import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDecided } from '@portal/contract/slv/status'
import type { Role } from '@portal/contract/user/model'
import { DecisionCard, Undecided } from './decision-card.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionInEffect } from './decision-in-effect.tsx'
import { FourEyesNotice } from './four-eyes-notice.tsx'
import { Recommendations } from './recommendations.tsx'

/** The decision: prepared by whoever decides, read by everybody else once they may. */
export const DecisionPanel = ({ slv, role }: { slv: SlvDetail; role: Role }) => {
  if (slv.statusInEffect) return <DecisionInEffect slv={slv} role={role} />
  const prepares = role === 'UNDERWRITER' && slv.availableActions.includes('save')
  if (role === 'SELLER') return isDecided(slv.status) ? <DecisionCard slv={slv} /> : <Undecided slv={slv} />
  return (
    <>
      <FourEyesNotice slv={slv} />
      <Recommendations slv={slv} />
      {prepares ? <DecisionForm key={slv.resubmitCount} slv={slv} /> : <DecisionCard slv={slv} isInner />}
    </>
  )
}
