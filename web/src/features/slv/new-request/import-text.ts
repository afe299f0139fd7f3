import type {
  ImportedField,
  ImportedLoan,
} from '@portal/contract/slv/import-api'
import { count } from '../../../lib/text/format.ts'
import { fieldLabel, fieldText } from '../../../records/slv/field-text.ts'

export const outcomeLabels: Record<ImportedLoan['outcome'], string> = {
  CREATED: 'Draft created',
  UPDATED: 'Draft updated',
  UNCHANGED: 'Unchanged',
  REJECTED: 'Rejected',
}
export const fieldOutcomeLabels: Record<ImportedField['outcome'], string> = {
  FILLED: 'Filled in',
  SAME: 'Already had this value',
  INVALID: 'Invalid',
  NOT_USED: 'Not used',
}

/** 'Row 2 · Loan 7001234' */
export const loanTitle = ({ rowNumber, loanNumber }: ImportedLoan): string =>
  [
    rowNumber !== null && `Row ${rowNumber}`,
    `Loan ${loanNumber ?? 'without a number'}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** '1 draft created · 2 rejected' */
export const summarize = (loans: readonly ImportedLoan[]): string => {
  const of = (outcome: ImportedLoan['outcome']) =>
    loans.filter((loan) => loan.outcome === outcome).length
  const parts = [
    [of('CREATED'), 'created'],
    [of('UPDATED'), 'updated'],
    [of('UNCHANGED'), 'unchanged'],
    [of('REJECTED'), 'rejected'],
  ] as const
  return parts
    .flatMap(([number, label]) =>
      number > 0 ? [`${count(number)} ${label}`] : [],
    )
    .join(' · ')
}

/** A field's new value: '655 (was 702)'. */
export const valueText = ({
  field,
  outcome,
  value,
  previous,
}: ImportedField): string => {
  const name = outcome === 'INVALID' ? '' : (field ?? '')
  const now = value === null ? '' : fieldText(name, value)
  return outcome === 'FILLED' && previous !== null
    ? `${now} (was ${fieldText(name, previous)})`
    : now
}

/** 'FICO', and the element that it comes from if that has another name. */
export const describeSource = (
  { source, field }: ImportedField,
  brandName: string,
) => {
  const label = field ? fieldLabel(field, brandName) : source
  return { label, element: label === source ? null : source }
}

const fieldLine = (field: ImportedField, brandName: string): string => {
  const { label, element } = describeSource(field, brandName)
  const name = element ? `${label} (${element})` : label
  return [
    `  ${name}: ${fieldOutcomeLabels[field.outcome]}`,
    valueText(field),
    field.reason,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The whole report as text, to copy or to save. */
export const reportText = (
  loans: readonly ImportedLoan[],
  brandName: string,
): string =>
  [
    summarize(loans),
    ...loans.flatMap((loan) => [
      '',
      [loanTitle(loan), outcomeLabels[loan.outcome], loan.reason]
        .filter(Boolean)
        .join(' · '),
      ...loan.fields.map((field) => fieldLine(field, brandName)),
    ]),
  ].join('\n')
