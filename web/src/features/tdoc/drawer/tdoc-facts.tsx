import { branded } from '@portal/contract/lib/brand'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { progressTrackingLabels, tdocTypeLabels, tprResponseLabels } from '@portal/contract/tdoc/model'
import { date, dateTime, day, none, text } from '../../../lib/text/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useBranding } from '../../auth/queries.ts'
import { EscalationLinks, OriginalLink } from '../cells.tsx'
import classes from '../tdoc.module.css'

export const TdocFacts = ({ tdoc }: { tdoc: Tdoc }) => {
  const { name } = useBranding()
  return (
    <div className={classes.facts}>
      <Facts
        facts={[
          { label: branded('{buyer} Loan Number', name), value: tdoc.buyerLoanNumber },
          { label: 'Type', value: tdocTypeLabels[tdoc.type] },
          ...(tdoc.originalTdocId
            ? [{ label: 'Escalated from', value: <OriginalLink tdoc={tdoc} text="The original" isField={false} /> }]
            : []),
          ...(tdoc.escalations.length > 0
            ? [{ label: 'Escalations', value: <EscalationLinks escalations={tdoc.escalations} /> }]
            : []),
          { label: 'Seller', value: text(tdoc.sellerName) },
          { label: 'Borrower', value: text(tdoc.borrowerLastName) },
          { label: 'Product', value: text(tdoc.productCode) },
          { label: 'Assigned underwriter', value: text(tdoc.assignedUnderwriter?.name) },
          { label: 'Reviewer', value: text(tdoc.reviewUnderwriter?.name) },
          { label: 'Progress', value: progressTrackingLabels[tdoc.progressTracking] },
          { label: 'Received', value: dateTime(tdoc.tdocReceivedDate) },
          { label: 'Vendor', value: text(tdoc.jumboVendorName) },
          {
            label: 'TPR response',
            value: tdoc.tprResponse
              ? `${tprResponseLabels[tdoc.tprResponse]}, ${date(tdoc.tprTDocResponseDate)}`
              : none,
          },
          { label: 'TPR estimated date', value: day(tdoc.tprEstimatedDateOfReview) },
          ...(tdoc.completedDate
            ? [{ label: 'Completed', value: `${date(tdoc.completedDate)}, ${text(tdoc.completedBy)}` }]
            : []),
        ]}
      />
    </div>
  )
}
