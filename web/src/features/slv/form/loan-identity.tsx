import { branded } from '@portal/contract/lib/brand'
import type { SlvDetail } from '@portal/contract/slv/answers'
import { slvTypeLabels } from '@portal/contract/slv/model'
import * as format from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { useBranding } from '../../auth/queries.ts'
import classes from './form.module.css'

/** What a request stands on and nobody types: the buyer's loan, the seller, the type. */
export const LoanIdentity = ({ slv }: { slv: SlvDetail }) => {
  const { name } = useBranding()
  return (
    <div className={classes.identity}>
      <Facts
        facts={[
          { label: branded('{buyer} Loan Number', name), value: format.text(slv.buyerLoan) },
          { label: 'Seller', value: slv.sellerName },
          { label: 'Corr ID', value: format.text(slv.corrID) },
          { label: 'Type', value: slvTypeLabels[slv.type] },
          { label: 'Request Date', value: format.date(slv.date) },
        ]}
      />
    </div>
  )
}
