import type { Parameter } from '@portal/contract/guideline/model'
import type { Decision } from '@portal/contract/slv/status'

export const summaries = [
  'Please consider an exception for this loan. The file is strong overall; details and compensating factors are below.',
  'Requesting a single loan variance. The lock expires soon, so an early answer would help.',
]

export const reconsiderations = [
  'A second appraisal has been obtained since the decision and confirms the value.',
  'The borrower moved additional funds into reserves; the statement is attached.',
  'The loan was restructured as recommended in the denial.',
]

export const conditions = [
  'PTD: updated credit report within 60 days of closing; score may not be lower than the one used here.',
  'PTD: desk review within 10% of the appraised value.',
  'PTD: two most recent months of asset statements, all pages, with large deposits sourced.',
  'PTF: reserves verified and seasoned for 30 days; cash-out proceeds excluded.',
  'PTP: copy of this decision in the closed loan file.',
]

type ByDecision = Record<Decision, readonly string[]>

export const decisionComments: Omit<ByDecision, 'APPROVED'> = {
  DECLINED: [
    'Layered risk: the variance and the LTV together are outside our tolerance. We would review again at an LTV 5% lower.',
    'The compensating factors do not offset this variance. Reserves 6 months above the requirement would be needed.',
  ],
  NOT_NEEDED: [
    'The loan meets the guideline as written. Please proceed without an exception.',
    'The requirement changed with the latest guide; no exception is needed.',
  ],
}

export const internalComments: ByDecision = {
  APPROVED: ['Good file; this seller’s loans are all performing.', 'This overlay is ours, not the investor’s.'],
  DECLINED: ['Two risk layers too many.', 'The rent schedule looks optimistic against the market data.'],
  NOT_NEEDED: ['Seller used the old matrix; I sent the current one.', 'Within guidelines, no action.'],
}

export const varianceComments: ByDecision = {
  APPROVED: ['Accepted because of the compensating factors.', 'Acceptable with the conditions listed.'],
  DECLINED: ['Not offset by the compensating factors.', 'Outside of what this program can except.'],
  NOT_NEEDED: ['Meets the guideline as written.', 'The applicable tier allows this.'],
}

export const reopenReasons = [
  'The seller sent a corrected appraisal after the decision.',
  'The decision used the earlier guide; the update applies to this loan.',
]

export const slrRequests = ['Above my authority: layered variances. Please review.', 'Second review requested.']

export const slrQuestions: Record<string, string> = {
  'What is the statement average without the two large transfers?':
    'Without the transfers the average is 4% lower and the ratios still work. Worksheet added.',
  'Please get the desk review before I recommend.':
    'The desk review came back 3% below the appraisal, within tolerance.',
}

export const slrRecommendations: ByDecision = {
  APPROVED: ['Recommend approval with the conditions as drafted.', 'Approve; ask the trade desk for a price.'],
  DECLINED: ['Not recommended: two risk layers on top of a thin file.', 'Decline as structured.'],
  NOT_NEEDED: ['This is within guidelines; no exception needed.'],
}

export const tdRequests = ['Please price the exception.', 'Is there a takeout for this at the current coupon?']

export const tdRecommendations: ByDecision = {
  APPROVED: ['Takeout confirmed with two investors at this adjustment.', 'Salable with the adjustment.'],
  DECLINED: ['No bid for this combination at present.', 'Would trade two points back; not recommended.'],
  NOT_NEEDED: ['Within the matrix, no adjustment needed.'],
}

export const withdrawReasons = [
  'Borrower withdrew the application.',
  'Loan was restructured to meet guidelines; exception no longer needed.',
]

export const documents = [
  { name: 'Bank statements', note: 'Two most recent months, all pages' },
  { name: 'Letter of explanation', note: 'For the late payment and recent inquiries' },
  { name: 'Lease agreement', note: 'Fully executed, with proof of two payments' },
  { name: 'Appraisal desk review', note: '' },
]

export const documentRequests = ['I cannot complete the review without these.', 'Needed to support the factors.']

type Person = 'seller' | 'underwriter' | 'lead'
/** One comment: who writes it, whom it mentions, and whether the seller sees it. */
export type Line = { by: Person; to?: Person; type: 'EXTERNAL' | 'INTERNAL'; text: string }

const external = (by: Person, text: string, to?: Person): Line => ({ by, type: 'EXTERNAL', text, ...(to && { to }) })
const internal = (by: Person, text: string, to?: Person): Line => ({ by, type: 'INTERNAL', text, ...(to && { to }) })

export const conversations: readonly Line[][] = [
  [
    external('underwriter', 'the second statement shows a transfer to another account. Whose is it?', 'seller'),
    external('seller', 'It is the borrower’s savings account. That statement is now in LoanDock.'),
    external('underwriter', 'Thank you, that answers it.'),
  ],
  [
    external('seller', 'Our lock expires at the end of next week. When can we expect a decision?'),
    external('underwriter', 'It is in review now. If nothing is missing, tomorrow.'),
    internal('underwriter', 'this is the seller’s third exception on the same guideline this month.', 'lead'),
    internal('lead', 'Noted, I will talk to their BDD. Please review this one on its own.'),
  ],
  [
    external('underwriter', 'which of the two leases is in force? They overlap by three months.', 'seller'),
    external('seller', 'The later one. The prior tenant left in spring; the property manager’s letter will follow.'),
  ],
]

/** Why a seller asks, by the parameter that the loan misses. */
export const justifications: Partial<Record<Parameter, string>> = {
  CREDIT_SCORE: 'The score is held down by utilization on two revolving accounts. The mortgage history is clean.',
  LTV: 'The desk review supports the value, and the borrower has strong reserves.',
  CLTV: 'The existing second lien will be subordinated.',
  DTI: 'Residual income exceeds the requirement for the household size.',
  DSCR: 'The unit is leased below market; renewal at market rent cures the shortfall.',
  RESERVES_MONTHS: 'Another vested retirement account was counted at only 60%.',
  LOAN_AMOUNT_MAX: 'Two appraisals were ordered and the lower value was used.',
  NON_WARRANTABLE:
    'The project exceeds only the limit on commercial space (38%). Budget, reserves and insurance meet warrantable standards.',
  FIRST_TIME_INVESTOR: 'The borrower has managed a family rental, not on title, for six years.',
}
export const otherJustification = 'Details are in the file.'
export const otherVariance = {
  reason: 'Housing History',
  currentGuideline: 'A 0x30x12 housing history is required on all financed properties.',
  justification: 'One payment was reported 30 days late because of a servicing transfer; proof of payment is attached.',
}
