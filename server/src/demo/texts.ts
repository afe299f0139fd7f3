import type { LibraryCondition } from '@portal/contract/condition/model'
import type { Parameter } from '@portal/contract/guideline/model'
import type { Decision } from '@portal/contract/slv/status'

export const summaries = [
  'Please consider an exception for this loan. The file is strong overall; details and compensating factors are below.',
  'Requesting a single loan variance. The lock expires soon, so a quick decision would help.',
]

export const reconsiderations = [
  'We obtained a second appraisal after the decision. It supports the value.',
  'The borrower added funds to reserves; statement attached.',
  'Loan restructured as suggested in the denial.',
]

/** Reusable conditions; decisions of the demo have the first five. */
export const conditions: readonly Omit<LibraryCondition, 'id'>[] = [
  {
    title: 'Updated credit report',
    text: 'Updated credit report dated within 60 days of closing; score no lower than the qualifying score.',
    timing: 'PRIOR_TO_DOCS',
  },
  {
    title: 'Desk review of the appraisal',
    text: 'Desk review supporting value within 10% of the appraisal.',
    timing: 'PRIOR_TO_DOCS',
  },
  {
    title: 'Asset statements, two months',
    text: 'Two most recent months of asset statements, all pages, with large deposits sourced.',
    timing: 'PRIOR_TO_DOCS',
  },
  {
    title: 'Reserves verified',
    text: 'Verified reserves, seasoned 30 days; cash-out proceeds are not eligible.',
    timing: 'PRIOR_TO_FUNDING',
  },
  {
    title: 'Decision in the loan file',
    text: 'Copy of this decision in the closed loan file.',
    timing: 'PRIOR_TO_PURCHASE',
  },
  {
    title: 'Letter of explanation',
    text: 'Letter of explanation for the late payments, signed by the borrower.',
    timing: 'PRIOR_TO_DOCS',
  },
  {
    title: 'Subordination agreement',
    text: 'Executed subordination agreement for the second lien.',
    timing: 'PRIOR_TO_FUNDING',
  },
  {
    title: 'Verification of employment',
    text: 'Verbal verification of employment within 10 days of the note date.',
    timing: 'PRIOR_TO_FUNDING',
  },
  {
    title: 'Flood insurance',
    text: 'Evidence of flood insurance in the amount of the loan.',
    timing: 'PRIOR_TO_PURCHASE',
  },
  {
    title: 'Final title policy',
    text: 'Final title policy without exceptions that were not approved.',
    timing: 'PRIOR_TO_PURCHASE',
  },
]
export const decidedConditions = conditions.slice(0, 5)

export const conditionAnswer = 'The statements are in the loan file, all pages.'
export const waiverReason = 'The new appraisal makes it unnecessary.'

type ByDecision = Record<Decision, readonly string[]>

export const decisionComments: Omit<ByDecision, 'APPROVED'> = {
  DECLINED: [
    'Layered risk: the variance combined with the LTV exceeds our tolerance. We would reconsider at an LTV 5 points lower.',
    'Compensating factors do not offset this variance. We would need reserves 6 months above the requirement.',
  ],
  NOT_NEEDED: [
    'The loan meets the guideline as written. Please proceed without an exception.',
    'The requirement changed in the latest guideline update; no exception is needed.',
  ],
}

export const internalComments: ByDecision = {
  APPROVED: [
    'Strong file; all of this seller’s loans are performing.',
    'This overlay is ours, not the investor’s.',
  ],
  DECLINED: [
    'Too many layers of risk.',
    'Form 1007 market rent looks aggressive compared to the comps.',
  ],
  NOT_NEEDED: [
    'Seller used the old matrix; I sent the current one.',
    'Within guidelines; no action needed.',
  ],
}

export const varianceComments: ByDecision = {
  APPROVED: [
    'Acceptable based on the compensating factors.',
    'Acceptable subject to the conditions listed.',
  ],
  DECLINED: [
    'Not offset by the compensating factors.',
    'Outside the exceptions allowed for this program.',
  ],
  NOT_NEEDED: [
    'Meets the guideline as written.',
    'Allowed under the applicable tier.',
  ],
}

export const reopenReasons = [
  'The seller sent a corrected appraisal after the decision.',
  'The decision used the previous guidelines; the update applies to this loan.',
]

export const slrRequests = [
  'Exceeds my authority: layered variances. Please review.',
  'Second review requested.',
]

export const slrQuestions: Record<string, string> = {
  'What is the average monthly deposit without the two large transfers?':
    'Excluding the transfers, the average is 4% lower and the ratios still work. Worksheet uploaded.',
  'Please get the desk review before I recommend.':
    'Desk review came in 3% below the appraisal, within tolerance.',
}

export const slrRecommendations: ByDecision = {
  APPROVED: [
    'Recommend approval with the conditions as drafted.',
    'Recommend approval; send to the trade desk for pricing.',
  ],
  DECLINED: [
    'Not recommended: layered risk on a thin file.',
    'Recommend denial as structured.',
  ],
  NOT_NEEDED: ['This is within guidelines; no exception needed.'],
}

export const tdRequests = [
  'Please price the exception.',
  'Is there a takeout for this at the current coupon?',
]

export const tdRecommendations: ByDecision = {
  APPROVED: [
    'Takeout confirmed with two investors at this adjustment.',
    'Salable with the adjustment.',
  ],
  DECLINED: [
    'No bid for this combination right now.',
    'Would trade two points back of par; not recommended.',
  ],
  NOT_NEEDED: ['Within the matrix, no adjustment needed.'],
}

export const withdrawReasons = [
  'Borrower withdrew the application.',
  'Loan restructured to meet guidelines; exception no longer needed.',
]

export const withdrawDeclineReason =
  'The loan is locked. Call me before you withdraw, so that we can unwind the lock first.'

export const documents = [
  { name: 'Bank statements', note: 'Two most recent months, all pages' },
  {
    name: 'Letter of explanation',
    note: 'Address the late payment and recent inquiries',
  },
  {
    name: 'Lease agreement',
    note: 'Fully executed, with proof of two payments',
  },
  { name: 'Appraisal desk review', note: '' },
]

export const documentRequests = [
  'I can’t complete the review without these.',
  'Needed to support the compensating factors.',
]

type Person = 'seller' | 'underwriter' | 'lead'
/**
 * One comment: who writes it, whom it mentions, and whether the seller sees it.
 */
export type Line = {
  by: Person
  to?: Person
  type: 'EXTERNAL' | 'INTERNAL'
  text: string
}

const external = (by: Person, text: string, to?: Person): Line => ({
  by,
  type: 'EXTERNAL',
  text,
  ...(to && { to }),
})
const internal = (by: Person, text: string, to?: Person): Line => ({
  by,
  type: 'INTERNAL',
  text,
  ...(to && { to }),
})

export const conversations: readonly Line[][] = [
  [
    external(
      'underwriter',
      'the second statement shows a transfer to another account. Whose is it?',
      'seller',
    ),
    external(
      'seller',
      'It is the borrower’s savings account. That statement is now in LoanDock.',
    ),
    external('underwriter', 'Thank you, that answers it.'),
  ],
  [
    external(
      'seller',
      'Our lock expires at the end of next week. When can we expect a decision?',
    ),
    external(
      'underwriter',
      'It is in review now. If nothing is missing, you will have a decision tomorrow.',
    ),
    internal(
      'underwriter',
      'this is the seller’s third exception on the same guideline this month.',
      'lead',
    ),
    internal(
      'lead',
      'Noted, I will talk to their BDD. Please review this one on its own.',
    ),
  ],
  [
    external(
      'underwriter',
      'which of the two leases is in effect? They overlap by three months.',
      'seller',
    ),
    external(
      'seller',
      'The later one. The prior tenant moved out in the spring; I will send a letter from the property manager.',
    ),
  ],
]

/** Why a seller asks, by the parameter that the loan misses. */
export const justifications: Partial<Record<Parameter, string>> = {
  CREDIT_SCORE:
    'High utilization on two revolving accounts is driving the score. Mortgage history is 0x30x24.',
  LTV: 'The desk review supports the value, and the borrower has strong reserves.',
  CLTV: 'The existing second lien will be subordinated.',
  DTI: 'Residual income exceeds the requirement for the household size.',
  DSCR: 'The unit is leased below market; renewal at market rent cures the shortfall.',
  RESERVES_MONTHS:
    'Vested retirement funds were counted at only 60%; additional assets are documented.',
  LOAN_AMOUNT_MAX: 'Two appraisals were ordered; the lower value was used.',
  NON_WARRANTABLE:
    'The only non-warrantable feature is commercial space at 38%. Budget, reserves and insurance meet warrantable standards.',
  FIRST_TIME_INVESTOR:
    'The borrower has managed a family-owned rental for six years but is not on title.',
}
export const otherJustification = 'See the file for details.'
export const otherVariance = {
  reason: 'Housing History',
  currentGuideline:
    'A 0x30x12 housing history is required on all financed properties.',
  justification:
    'One payment was reported 30 days late because of a servicing transfer; proof of payment is attached.',
}

export const priceReason = 'Strong compensating factors'
export const tradeDeskPriceReason = 'Price of the trade desk'
