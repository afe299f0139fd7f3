import type { Qualifying } from '@portal/contract/guideline/model'
import { isOneOf } from '@portal/contract/lib/typed'
import { dtiDscr } from '@portal/contract/slv/figures'
import {
  type FormFieldName,
  formFieldNames,
  SlvForm,
} from '@portal/contract/slv/form'
import { seesResubmissions } from '@portal/contract/slv/policy'
import { closedStatuses, type SlvStatus } from '@portal/contract/slv/status'
import type { SlvRequest } from '@portal/contract/slv-request/model'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { listLiterals } from '../lib/database/literals.ts'
import { asUnchecked } from '../lib/http/as-unchecked.ts'

/**
 * A draft resubmission, stored next to the round in effect until it is sent
 * (docs/decisions/028-drafts-beside-decisions.md).
 */
export type Resubmission = {
  startedAt: string
  form: SlvForm
  /** Of the draft's program. */
  qualifiesBy?: Qualifying | null
  slvRequests: Omit<SlvRequest, 'distance' | 'summary'>[]
}

export type Drafted = {
  statusInEffect: SlvStatus | null
  resubmission: Resubmission | null
}

type Row = {
  status: SlvStatus
  resubmitCount: number
  resubmission: object | null
  qualifiesBy: Qualifying | null
}

/**
 * A field of a stored draft. Earlier releases stored calculated ratios that no
 * column takes, such as an LTV of 1,650%: they read as missing, and are
 * calculated again with the next change.
 */
function readField(form: SlvForm, name: FormFieldName) {
  const value = form[name] ?? null
  if (!isOneOf(ratios, name)) return value
  return SlvForm.shape[name].safeParse(value).success ? value : null
}

const ratios = ['ltv', 'cltv', 'hcltv', 'dti', 'dscr'] as const

/**
 * The row that people edit: with a draft resubmission, it has the draft's
 * status, round and form.
 */
export const withResubmission = <R extends Row>(row: R): R & Drafted => {
  if (row.resubmission === null) return withoutResubmission(row)
  const stored = asUnchecked<Resubmission>(row.resubmission)
  // A draft may be older than the form: fields that are new are empty, and
  // those that are gone are left out.
  const form = asUnchecked<SlvForm>(
    Object.fromEntries(
      formFieldNames.map((name) => [name, readField(stored.form, name)]),
    ),
  )
  const resubmission = { ...stored, form }
  const qualifiesBy = stored.qualifiesBy ?? row.qualifiesBy
  return {
    ...row,
    ...form,
    qualifiesBy,
    dtiDscr: dtiDscr({ ...form, qualifiesBy }),
    resubmission,
    status: 'DRAFT_RESUBMITTED',
    statusInEffect: row.status,
    resubmitCount: row.resubmitCount + 1,
  }
}

export const withoutResubmission = <R extends Row>(row: R): R & Drafted => ({
  ...row,
  resubmission: null,
  statusInEffect: null,
})

export const visibleRound = <R extends Row>(
  actor: Actor,
  row: R,
): R & Drafted =>
  seesResubmissions(actor) ? withResubmission(row) : withoutResubmission(row)

/**
 * The status that an SLV has: that of its draft resubmission, if there is one.
 */
export const shownStatus = sql<SlvStatus>`
  case
    when slv.resubmission is null then slv.status
    else 'DRAFT_RESUBMITTED'
  end`
const statusInEffect = sql<SlvStatus | null>`
  case
    when slv.resubmission is not null then slv.status
  end`

/**
 * The status that a person is shown, and the status in effect during a draft
 * resubmission that they see.
 */
export const visibleStatuses = (actor: Actor) =>
  seesResubmissions(actor)
    ? { status: shownStatus, statusInEffect }
    : { status: sql<SlvStatus>`slv.status`, statusInEffect: sql<null>`null` }

export const isOwnerActive = sql<boolean>`exists (
  select from app_user where app_user.id = slv.seller_id and app_user.status = 'ACTIVE')`

/**
 * Whether the loan has another open SLV of this type at the same seller (the
 * rule of `slv_one_open_per_loan`).
 */
export const hasOtherOpenSlv = sql<boolean>`exists (
  select
  from slv other
  where other.company_id = slv.company_id
    and other.buyer_loan = slv.buyer_loan
    and other.type = slv.type
    and other.id <> slv.id
    and (
      other.status not in (${listLiterals(closedStatuses)})
      or other.resubmission is not null
    )
)`
