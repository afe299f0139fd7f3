import { branded } from '@portal/contract/lib/brand'
import { decisionCommentLabel } from '@portal/contract/slv/decision/terms'
import {
  codeLabels,
  type FormFieldName,
  formFieldNames,
  formFields,
} from '@portal/contract/slv/form'
import {
  isDecided,
  type SlvStatus,
  slvStatusLabels,
} from '@portal/contract/slv/status'
import * as format from '../../lib/text/format.ts'

const otherLabels: Record<string, string> = {
  buyerLoan: '{buyer} Loan Number',
  status: 'Status',
  priceAdjustment: 'Price Adjustment',
  priceReason: 'Reason for Price',
  suggestedPrice: 'Suggested Price',
  currentGuideline: 'Current Guideline',
  decisionComment: 'Decision Subject To',
  conditions: 'Conditions',
  decisionCommentsInternal: 'Internal Comments',
  decisionLtv: 'Decision LTV',
  decisionCltv: 'Decision CLTV',
  decisionHcltv: 'Decision HCLTV',
  decisionDti: 'Decision DTI',
  decisionDscr: 'Decision DSCR',
  reserves: 'Reserves',
  goodUntil: 'Good Until',
  temporaryStatus: 'Draft Decision',
  slrRecommendedDecision: 'SLR Recommendation',
  tdRecommendedDecision: 'Trade Desk Recommendation',
  statusComment: 'Comment',
  withdrawReason: 'Reason for Withdrawal',
  withdrawDeclineReason: 'Reason for Declining the Withdrawal',
  postCloseReason: 'Post-Close Reason',
  sellerId: 'Seller',
  ownerName: 'Seller',
  underwriterId: 'Underwriter',
  underwriterName: 'Underwriter',
  underwriterManagerName: 'SLR Reviewer',
  tradeDeskName: 'Trade Desk Reviewer',
  pendingDocuments: 'Requested Documents',
  documents: 'Document',
  underwriterDocuments: 'Underwriter Document',
  slvRequests: 'Variance',
  slvDecisionRequests: 'Answer',
  reason: 'Reason',
  parameter: 'Parameter',
  operator: 'Operator',
  guidelineValue: 'Guideline Value',
  actualValue: 'Actual Value',
  unit: 'Unit',
  justification: 'Justification',
  compensatingFactors: 'Compensating Factors',
  decision: 'Decision',
  comment: 'Comment',
}

const isFormField = (field: string): field is FormFieldName =>
  (formFieldNames as string[]).includes(field)

/** The label of a field, or of an item's field: 'Variance: Justification'. */
export const fieldLabel = (field: string, brandName: string): string => {
  const [first = '', ...rest] = field
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
  const own = branded(
    isFormField(first)
      ? formFields[first].label
      : (otherLabels[first] ?? first),
    brandName,
  )
  return rest.length === 0
    ? own
    : `${own}: ${fieldLabel(rest.join('.'), brandName)}`
}

/**
 * The label of a field that a history entry changed: the comment of a denial is
 * its reason, as on the decision.
 */
export const changeLabel = (
  field: string,
  status: SlvStatus,
  brandName: string,
): string =>
  field === 'decisionComment'
    ? decisionCommentLabel(isDecided(status) ? status : null)
    : fieldLabel(field, brandName)

const statusNames = new Set([
  'temporaryStatus',
  'slrRecommendedDecision',
  'tdRecommendedDecision',
  'decision',
  'status',
])
const percentNames = new Set([
  'decisionLtv',
  'decisionCltv',
  'decisionHcltv',
  'decisionDti',
])

export const fieldText = (field: string, value: unknown): string => {
  const name = field.split('.').at(-1) ?? field
  if (value === null || value === undefined || value === '') return format.none
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return figureText(name, value)
  const text = String(value)
  if (statusNames.has(name))
    return new Map(Object.entries(slvStatusLabels)).get(text) ?? text
  if (name === 'requestorPhoneNumber') return format.phone(text)
  if (
    name === 'goodUntil' ||
    (isFormField(name) && formFields[name].kind === 'day')
  )
    return format.day(text)
  if (name === 'compensatingFactors') return factorsText(text)
  return codeLabels[name]?.[text] ?? text
}

const figureText = (name: string, value: number): string => {
  const kind = isFormField(name) ? formFields[name].kind : null
  if (kind === 'money') return format.money(value)
  if (kind === 'percent' || percentNames.has(name)) return format.percent(value)
  if (kind === 'coverage' || name === 'decisionDscr')
    return format.coverage(value)
  if (name === 'priceAdjustment' || name === 'suggestedPrice')
    return format.bps(value)
  if (name === 'reserves') return monthsText(value)
  return value.toLocaleString('en-US', { maximumFractionDigits: 3 })
}

/** '1 month', '12.5 months' */
export const monthsText = (value: number | null | undefined): string => {
  if (value === null || value === undefined) return format.none
  const figure = value.toLocaleString('en-US', { maximumFractionDigits: 3 })
  return `${figure} ${value === 1 ? 'month' : 'months'}`
}

/** The history stores lists as JSON. */
const factorsText = (json: string): string => {
  try {
    const factors: unknown = JSON.parse(json)
    if (!Array.isArray(factors)) return json
    return (
      factors
        .map(({ factor, value }) => (value ? `${factor} (${value})` : factor))
        .join(', ') || format.none
    )
  } catch {
    return json
  }
}
