import type { Loan } from '@portal/contract/loan/model'
import type { Miss } from './miss.ts'
import type { Random } from './random.ts'

/**
 * Guidelines whose facts LoanDock does not hold: the file's own numbers (seasoning, tradelines, acreage, the age of the
 * appraisal), or nothing that can be measured. Only what can be true of this loan.
 */
export const unmeasured = (random: Random, loan: Loan): Miss[] => {
  const isInvestment = loan.occupancy === 'I'
  const misses: (Miss | false)[] = [
    loan.purpose === 'Cash-Out' && seasoning(random.whole(2, 5)),
    creditEvent(random.whole(37, 47)),
    tradelines(random.whole(1, 2)),
    loan.propertyType === 'SF' && acreage(random.pick([11.4, 12.8, 14.1, 15, 17.6, 19.2])),
    appraisalAge(random.whole(123, 158)),
    isInvestment && loan.isExperiencedInvestor === false && firstTimeInvestor,
    isInvestment && loan.purpose === 'Purchase' && giftFunds,
    loan.propertyType === 'CN' && loan.program !== 'Non-Warrantable Condo' && nonWarrantable,
    (loan.program ?? '').startsWith('Bank Statement') && decliningDeposits,
    loan.program === 'P&L Only' && unsignedStatement,
    loan.program === 'Foreign National DSCR' && citizenship,
    isInvestment && vesting,
    housingHistory,
    isInvestment && ruralRental,
  ]
  return misses.filter((miss) => miss !== false)
}

const seasoning = (months: number): Miss => ({
  weight: 26,
  reason: 'Other',
  parameter: 'Seasoning',
  operator: '>=',
  guidelineValue: 6,
  actualValue: months,
  currentGuideline:
    'Cash-out: the property must have been owned for 6 months, note date to note date, to use the appraised value.',
  justification: `Title was taken ${months} months ago. The increase in value comes from a documented renovation; permits and paid invoices are in the file.`,
})

const creditEvent = (months: number): Miss => ({
  weight: 7,
  reason: 'Credit Event Seasoning',
  parameter: 'Seasoning',
  operator: '>=',
  guidelineValue: 48,
  actualValue: months,
  currentGuideline: 'Foreclosure, short sale, deed-in-lieu and Chapter 7: 48 months from completion to the note date.',
  justification: `Short sale completed ${months} months ago after a medical hardship that is resolved and documented. Credit has been re-established with no late payments since.`,
})

const tradelines = (count: number): Miss => ({
  weight: 5,
  reason: 'Credit Score',
  parameter: 'Tradelines',
  operator: '>=',
  guidelineValue: 3,
  actualValue: count,
  currentGuideline:
    'Three tradelines reporting for 12 months with activity in the last 12 months, or two reporting for 24 months.',
  justification: `${count === 1 ? 'One tradeline reports' : 'Two tradelines report'}. A verified 24-month rental history and an auto lease paid from the business account support the profile.`,
})

const acreage = (acres: number): Miss => ({
  weight: 6,
  reason: 'Property Type',
  parameter: 'Acreage',
  operator: '<=',
  guidelineValue: 10,
  actualValue: acres,
  currentGuideline: 'Maximum 10 acres; the appraisal must value the whole of the land. No agricultural use.',
  justification: `The parcel has ${acres} acres. Three comparables with more than 10 acres within 12 miles bracket the site; there is no income from the land.`,
})

const appraisalAge = (days: number): Miss => ({
  weight: 4,
  reason: 'Appraisal',
  parameter: 'Appraisal Age',
  operator: '<=',
  guidelineValue: 120,
  actualValue: days,
  currentGuideline:
    'The appraisal may be no older than 120 days at the note date. A recertification of value does not extend it.',
  justification: `The appraisal will be ${days} days old at closing because of a title delay. A recertification confirms that value has not declined.`,
})

const firstTimeInvestor: Miss = {
  weight: 24,
  reason: 'First-Time Investor',
  currentGuideline:
    'First-time investors: DSCR of 1.00, 36 months of housing history, and ownership of a primary residence are required.',
  justification:
    'The borrower owns their primary residence free and clear and has managed a family rental for six years, which is not on title.',
}

const giftFunds: Miss = {
  weight: 9,
  reason: 'Assets',
  currentGuideline: 'Gift funds are not permitted for investment properties.',
  justification:
    'Part of the down payment is a gift from a parent, sourced and transferred before application. Without the gift the minimum contribution of the borrower is still met.',
}

const nonWarrantable: Miss = {
  weight: 40,
  reason: 'Property Type',
  currentGuideline: 'Non-warrantable condominiums are eligible under the Non-Warrantable Condo program alone.',
  justification:
    'The project fails on commercial space alone (38%). Budget, reserves and insurance meet warrantable standards and all units are sold.',
}

const decliningDeposits: Miss = {
  weight: 12,
  reason: 'Income Documentation',
  currentGuideline:
    'Deposits must be stable or increasing; a decline of more than 20% needs an explanation and the lower average.',
  justification:
    'Deposits fell for two months while the business moved premises and have since recovered. The lower six-month average was used and still qualifies.',
}

const unsignedStatement: Miss = {
  weight: 20,
  reason: 'Income Documentation',
  currentGuideline: 'The P&L must be prepared and signed by a CPA, EA or CTEC preparer who filed the latest return.',
  justification:
    'The preparer who filed the return has retired; the new CPA prepared and signed the P&L after reviewing the prior work papers.',
}

const citizenship: Miss = {
  weight: 20,
  reason: 'Citizenship',
  currentGuideline:
    'Foreign nationals need a valid visa, or entry under the visa waiver program, at the time of closing.',
  justification:
    'The renewal is filed and receipted. The borrower holds a ten-year record of entries without overstay and closes by power of attorney at the consulate.',
}

const vesting: Miss = {
  weight: 7,
  reason: 'Title / Vesting',
  currentGuideline: 'Entities with more than four members or with layered ownership are not eligible to take title.',
  justification:
    'The LLC has one member, itself an LLC wholly owned by the guarantor. Both operating agreements and certificates of good standing are in the file.',
}

const housingHistory: Miss = {
  weight: 6,
  reason: 'Housing History',
  currentGuideline: 'Housing history of 0x30x12 is required on all financed properties.',
  justification:
    'One payment reported 30 days late in month nine because of a servicing transfer; proof of payment to the former servicer is attached.',
}

const ruralRental: Miss = {
  weight: 3,
  reason: 'Other',
  currentGuideline: 'Short-term rental income needs a 12-month history from the platform or the property manager.',
  justification:
    'The property has an eight-month history on the platform; a market report supports the annual figure at 80% of the projected rent.',
}
