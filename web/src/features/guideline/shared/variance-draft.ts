import type { Finding } from '@portal/contract/guideline/evaluate'
import type { GuidelineParameter } from '@portal/contract/guideline/model'
import { type Parameter, parameters, type Reason, type SlvRequest } from '@portal/contract/slv-request/model'
import { writeNumber } from '../../../lib/text/number-text.ts'

/** What the panel reads of a variance on the form. */
export type DraftVariance = Pick<SlvRequest, 'parameter' | 'currentGuideline' | 'compensatingFactors'> & {
  key: string
  summary: string
  meetsGuideline: boolean
}

/** The request's parameter, if it has one, and the reason for each guideline parameter. */
const requestNames: Record<GuidelineParameter, { parameter: Parameter | null; reason: Reason }> = {
  CREDIT_SCORE: { parameter: 'FICO', reason: 'Credit Score' },
  LTV: { parameter: 'LTV', reason: 'LTV / CLTV' },
  CLTV: { parameter: 'CLTV', reason: 'LTV / CLTV' },
  HCLTV: { parameter: 'HCLTV', reason: 'LTV / CLTV' },
  DTI: { parameter: 'DTI', reason: 'DTI' },
  DSCR: { parameter: 'DSCR', reason: 'DSCR' },
  RESERVES_MONTHS: { parameter: 'Reserves', reason: 'Reserves' },
  LOAN_AMOUNT_MIN: { parameter: 'Loan Amount', reason: 'Loan Amount' },
  LOAN_AMOUNT_MAX: { parameter: 'Loan Amount', reason: 'Loan Amount' },
  RESIDUAL_INCOME: { parameter: null, reason: 'Other' },
  PAYMENT_SHOCK: { parameter: null, reason: 'Other' },
  CASH_OUT_AMOUNT: { parameter: null, reason: 'Other' },
  APPRAISAL_AGE_DAYS: { parameter: 'Appraisal Age', reason: 'Appraisal' },
  SEASONING_MONTHS: { parameter: 'Seasoning', reason: 'Credit Event Seasoning' },
  TRADELINES: { parameter: 'Tradelines', reason: 'Other' },
  FINANCED_PROPERTIES: { parameter: null, reason: 'Other' },
  ACREAGE: { parameter: 'Acreage', reason: 'Property Type' },
  PROPERTY_TYPE: { parameter: null, reason: 'Property Type' },
  FIRST_TIME_INVESTOR: { parameter: null, reason: 'First-Time Investor' },
  NON_WARRANTABLE: { parameter: null, reason: 'Property Type' },
  STATE: { parameter: null, reason: 'Other' },
}

const longestText = 2000

const guidelineText = ({ text, citation }: Pick<Finding, 'text' | 'citation'>) => {
  const source = ` (${citation})`
  return text.slice(0, longestText - source.length) + source
}

/** What "Request this variance" types into a new row. */
export const varianceFor = (finding: Finding): Record<string, string> => {
  const { parameter, reason } = requestNames[finding.parameter]
  const described = { reason, currentGuideline: guidelineText(finding) }
  if (parameter === null) return described
  return {
    ...described,
    parameter,
    unit: parameters[parameter],
    operator: finding.operator,
    guidelineValue: writeNumber(finding.limit, { min: 0, max: 3 }),
    actualValue: writeNumber(finding.actual, { min: 0, max: 3 }),
  }
}

/** Whether a variance is for a finding; one without a parameter is recognized by its guideline text. */
export const isFor = ({ parameter, currentGuideline }: DraftVariance, finding: Finding): boolean => {
  const { parameter: wanted } = requestNames[finding.parameter]
  return wanted === null
    ? parameter === null && currentGuideline.trim() === guidelineText(finding).trim()
    : parameter === wanted
}
