import { dtiDscr } from '@portal/contract/slv/figures'
import type { SlvForm } from '@portal/contract/slv/form'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import { sql } from 'kysely'
import { toBeChecked } from '../lib/to-be-checked.ts'

/** The next round while its seller drafts it: kept beside the round in effect until it is sent (docs/decisions/028-drafts-beside-decisions.md). */
export type Resubmission = {
  startedAt: string
  form: SlvForm
  slvRequests: Omit<SlvRequest, 'distance' | 'summary'>[]
}

/** What an SLV's row says of its draft. */
export type Drafted = { statusInEffect: SlvStatus | null; resubmission: Resubmission | null }

type Row = { status: SlvStatus; resubmitCount: number; resubmission: object | null }

/** A row as people work on it: while a resubmission is drafted, with the draft's status, round and form. */
export const withResubmission = <R extends Row>(row: R): R & Drafted => {
  if (row.resubmission === null) return withoutResubmission(row)
  const resubmission = toBeChecked<Resubmission>(row.resubmission)
  return {
    ...row,
    ...resubmission.form,
    dtiDscr: dtiDscr(resubmission.form),
    resubmission,
    status: 'DRAFT_RESUBMITTED',
    statusInEffect: row.status,
    resubmitCount: row.resubmitCount + 1,
  }
}

/** The round in effect of the same row. */
export const withoutResubmission = <R extends Row>(row: R): R & Drafted => ({
  ...row,
  resubmission: null,
  statusInEffect: null,
})

/** The status that an SLV's row shows, and the one in effect while a resubmission is drafted. */
export const shownStatus = sql<SlvStatus>`case when slv.resubmission is null then slv.status else 'DRAFT_RESUBMITTED' end`
export const statusInEffect = sql<SlvStatus | null>`case when slv.resubmission is not null then slv.status end`

/** Whether the loan of row `slv` has another open SLV of its type, at the same seller: one that `slv_one_open_per_loan` holds. */
export const hasOtherOpenSlv = sql<boolean>`exists (
  select from slv other
  where other.company_id = slv.company_id and other.buyer_loan = slv.buyer_loan and other.type = slv.type and other.id <> slv.id
    and (other.status not in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED') or other.resubmission is not null))`
