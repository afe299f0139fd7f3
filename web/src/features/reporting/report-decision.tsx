import type { SlvDetail } from '@portal/contract/slv/answers'
import { isDscrProgram } from '@portal/contract/slv/model'
import { isDecided, slvStatusLabels } from '@portal/contract/slv/status'
import * as format from '../../lib/format.ts'
import { useBranding } from '../auth/queries.ts'
import { fieldLabel, fieldText } from '../slv/field-text.ts'
import { ReportFacts, Words } from './report-facts.tsx'
import classes from './slv-report.module.css'

const figures = (slv: SlvDetail) =>
  [
    'priceAdjustment',
    'decisionLtv',
    'decisionCltv',
    'decisionHcltv',
    isDscrProgram(slv.buyerNonAgencyProgram) ? 'decisionDscr' : 'decisionDti',
    'reserves',
  ] as const

/** What was decided, when and by whom; or that nothing is yet. A decision in preparation is the buyer's own. */
export const ReportDecision = ({ slv }: { slv: SlvDetail }) => {
  const { name: brand } = useBranding()
  const final = isDecided(slv.status) ? slv.status : null
  const shown = final ?? slv.temporaryStatus ?? null
  return (
    <section className={classes.decision} aria-labelledby="report-decision">
      <h2 id="report-decision">Decision</h2>
      {shown ? (
        <>
          <p className={classes.verdict}>
            <b>{slvStatusLabels[shown]}</b>
            <span>
              {final
                ? `Decided ${format.dateTime(slv.decisionDate)}${slv.underwriterName ? ` by ${slv.underwriterName}` : ''}`
                : 'Prepared, not final'}
            </span>
          </p>
          <ReportFacts
            facts={figures(slv).map((name) => ({ label: fieldLabel(name, brand), value: fieldText(name, slv[name]) }))}
          />
          <Words label={fieldLabel('currentGuideline', brand)} text={slv.currentGuideline} />
          <Words label={fieldLabel('decisionComment', brand)} text={slv.decisionComment} />
        </>
      ) : (
        <p className={classes.verdict}>{undecided(slv)}</p>
      )}
    </section>
  )
}

const undecided = ({ status, withdrawReason }: SlvDetail) =>
  status === 'WITHDRAWN_APPROVED'
    ? `Withdrawn without a decision${withdrawReason ? `: “${withdrawReason}”` : '.'}`
    : `Not decided yet: ${slvStatusLabels[status]}.`

/** What stays in the buyer's house. The answer holds it for the buyer's people alone; without it there is no such part. */
export const ReportInner = ({ slv }: { slv: SlvDetail }) => {
  const { slrRecommendedDecision, tdRecommendedDecision, statusComment, decisionCommentsInternal, groupSlaStatus } = slv
  const { name: brand } = useBranding()
  if (statusComment === undefined) return null
  const recommended = (decision: SlvDetail['slrRecommendedDecision'], who: string | null | undefined) =>
    decision ? `${slvStatusLabels[decision]}${who ? ` (${who})` : ''}` : format.none
  return (
    <section className={classes.inner} aria-labelledby="report-inner">
      <h2 id="report-inner">Internal: not for the seller</h2>
      <ReportFacts
        facts={[
          {
            label: fieldLabel('slrRecommendedDecision', brand),
            value: recommended(slrRecommendedDecision, slv.underwriterManagerName),
          },
          {
            label: fieldLabel('tdRecommendedDecision', brand),
            value: recommended(tdRecommendedDecision, slv.tradeDeskName),
          },
          { label: 'SLA', value: groupSlaStatus ? format.signedDays(groupSlaStatus.days) : format.none },
        ]}
      />
      <Words label={fieldLabel('decisionCommentsInternal', brand)} text={decisionCommentsInternal} />
      <Words label="Last comment between the desks" text={statusComment} />
    </section>
  )
}
