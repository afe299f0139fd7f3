import type { Drift } from '@portal/contract/slv/decision/drift'
import { sql } from 'kysely'

/** The comparison of the approval in effect of a row of `slv`. */
const driftOfApproval = sql`
  from slv_drift d
  where d.slv_id = slv.id
    and d.decided_at = slv.decision_date
    and slv.status = 'APPROVED'`

/** The last comparison of an approval with LoanDock, as JSON. */
export const driftJson = sql<Drift | null>`(
    select json_build_object('checkedAt', d.checked_at, 'figures', d.figures) ${driftOfApproval}
  )`.as('drift')

/** Whether LoanDock's figures differ from the approval of a row of `slv`. */
export const hasDrift = sql<boolean>`exists (
    select ${driftOfApproval} and d.figures <> '[]'
  )`
