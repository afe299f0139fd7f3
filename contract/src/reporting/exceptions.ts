import type { Parameter } from '../guideline/model.ts'
import type { ColumnKind } from '../lib/list-column.ts'
import { type SlvType, slvTypeLabels } from '../slv/model.ts'
import type { Decision } from '../slv/status.ts'

type Column = { label: string; kind: ColumnKind; width: number }
const column = (label: string, kind: ColumnKind, width: number): Column => ({
  label,
  kind,
  width,
})

/** The columns of the ABS-15G exhibits, in their order. */
export const exceptionColumns = [
  column('Exception ID', 'text', 38),
  column('Date', 'day', 12),
  column('Type', 'text', 12),
  column('Category', 'text', 16),
  column('Subcategory', 'text', 22),
  column('Exception', 'lines', 48),
  column('Detail', 'lines', 48),
  column('Compensating Factors and Information', 'lines', 48),
  column('Applying Party', 'text', 22),
  column('Follow-up Comments', 'lines', 48),
  column('Cleared / Cured / Waived Date', 'day', 16),
  column('Status', 'text', 12),
]

type Kind = { type: 'Credit' | 'Property'; category: string }
const credit = (category: string): Kind => ({ type: 'Credit', category })
const property: Kind = { type: 'Property', category: 'Property' }

const kinds: Record<Parameter, Kind> = {
  CREDIT_SCORE: credit('Credit history'),
  TRADELINES: credit('Credit history'),
  SEASONING_MONTHS: credit('Credit history'),
  LTV: credit('Leverage'),
  CLTV: credit('Leverage'),
  HCLTV: credit('Leverage'),
  DTI: credit('Income'),
  DSCR: credit('Income'),
  RESIDUAL_INCOME: credit('Income'),
  PAYMENT_SHOCK: credit('Income'),
  RESERVES_MONTHS: credit('Assets'),
  LOAN_AMOUNT_MIN: credit('Loan terms'),
  LOAN_AMOUNT_MAX: credit('Loan terms'),
  CASH_OUT_AMOUNT: credit('Loan terms'),
  FINANCED_PROPERTIES: credit('Borrower'),
  FIRST_TIME_INVESTOR: credit('Borrower'),
  APPRAISAL_AGE_DAYS: property,
  ACREAGE: property,
  PROPERTY_TYPE: property,
  NON_WARRANTABLE: property,
  STATE: property,
}

/** The type and category of a variance; one without a parameter is other. */
export const findExceptionKind = (parameter: Parameter | null): Kind =>
  parameter === null ? credit('Other') : kinds[parameter]

/** The side that stated the factors, without a person's name. */
export const applyingParty = (type: SlvType): string =>
  `Originator ${slvTypeLabels[type]}`

/** The status of an exhibit; an approval with open conditions isn't waived. */
export const exceptionStatus = (
  decision: Decision,
  openConditions: number,
): string => {
  if (decision === 'DECLINED') return 'Denied'
  if (decision === 'NOT_NEEDED') return 'Cleared'
  return openConditions > 0 ? 'Open' : 'Waived'
}
