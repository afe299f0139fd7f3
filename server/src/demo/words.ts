import type { Decision } from '@portal/contract/slv/status'

/** What a seller writes above their variances. */
export const summaries = [
  'Please consider an exception for this loan. Strong overall file; details and compensating factors are below.',
  'Borrower is a repeat client with a clean record. Requesting an exception before we order docs.',
  'Requesting a single loan variance. Lock expires soon, an early answer would help.',
  'File is otherwise within guidelines. Full income, asset and appraisal package is in LoanDock.',
  'Exception request ahead of submission. We will price the adjustment into the lock if one applies.',
  'Asking to proceed as structured; reducing the loan amount would cost the borrower the transaction.',
]

/** Conditions that an approval stands under: 'Decision Subject To'. PTD, PTF, PTC, PTP as in field.md. */
export const conditions = [
  'PTD: updated credit report within 60 days of closing, score not lower than used for this decision.',
  'PTD: desk review within 10% of the appraised value.',
  'PTD: two most recent months of asset statements, all pages, large deposits sourced.',
  'PTD: letter of explanation for recent inquiries; no new debt.',
  'PTD: verification of business existence within 10 days of the note date.',
  'PTD: fully executed lease or form 1007 supporting the rent used.',
  'PTC: no further exceptions on this loan; any change of terms voids this decision.',
  'PTC: maximum loan amount as submitted; no increase at re-lock.',
  'PTF: verbal verification of employment or signed statement of the preparer.',
  'PTF: reserves verified and seasoned 30 days; cash-out proceeds excluded.',
  'PTP: copy of this decision and of the compensating factors in the closed loan file.',
  'PTP: title policy without exception for access or encroachment.',
]

/** What the seller reads with a denial, or when no exception was needed. */
export const verdicts: Record<Exclude<Decision, 'APPROVED'>, readonly string[]> = {
  DECLINED: [
    'Layered risk: the variance together with the loan-to-value leaves no room. Would be reviewed again at an LTV 5% lower.',
    'The compensating factors offered do not mitigate this variance. Reserves 6 months above the requirement would be needed.',
    'Guideline stands for this program; no exceptions are being made in this tier at present.',
    'Value is not supported by the comparables provided; the variance cannot be considered on this appraisal.',
    'Seasoning is too short and the event was within the control of the borrower.',
    'Not approved as structured. Please resubmit once the tradeline and housing history can be documented.',
  ],
  NOT_NEEDED: [
    'The loan meets the guideline as written: the tier that applies is the one below. Please proceed without an exception.',
    'The requirement was updated with the latest guide; no exception is needed.',
    'Retirement funds count at 70% here, which brings reserves to the requirement. No exception needed.',
    'The program allows this with the documentation in the file. Submit for regular underwriting.',
  ],
}

/** What the buyer's people tell each other, by what they decide. */
export const internalComments: Record<Decision, readonly string[]> = {
  APPROVED: [
    'Good file. Third exception for this seller this quarter, all performing.',
    'Comfortable with residual income; overlay is ours and not the investor’s.',
    'Price covers the extra risk. Watch the appraisal condition.',
    'Spoke with the seller’s ops manager, conditions understood.',
    'Inside the exception tolerance for this bucket this month.',
  ],
  DECLINED: [
    'Two layers too many. Seller was told by phone before the decision went out.',
    'Inquiries suggest that it was declined elsewhere before it came to us.',
    'Exception bucket for this tier is used up; would not survive due diligence.',
    'Rent schedule looks optimistic against the market data.',
  ],
  NOT_NEEDED: [
    'Seller read the old matrix. Sent them the current one.',
    'Inside guidelines, no action.',
    'Training point for this seller’s scenario desk.',
  ],
}

/** What the underwriter says to a variance, by what they decide on it. */
/** Why a decision was opened again. */
export const reopenReasons = [
  'The seller sent a corrected appraisal after the decision.',
  'The decision was made on the earlier guide; the update applies to this loan.',
  'A figure was entered wrongly; the decision must be made again.',
] as const

export const answers: Record<Decision, readonly string[]> = {
  APPROVED: [
    'Accepted on the strength of the compensating factors.',
    'Acceptable with the conditions listed.',
    'Mitigated; no further documentation.',
  ],
  DECLINED: [
    'Not mitigated by the factors offered.',
    'Outside of what can be excepted for this program.',
    'Guideline stands.',
  ],
  NOT_NEEDED: [
    'Meets the guideline as written.',
    'The applicable tier allows this.',
    'No exception needed for this item.',
  ],
}

export const slrAsks = [
  'Above my authority: layered variances. Please review.',
  'Leaning to approve with a price hit. Second look requested.',
  'Seller asks for reconsideration; numbers hold, policy question.',
  'Loan amount needs a manager’s recommendation.',
]
/** What managers ask, and what they are answered. */
export const slrTalks = [
  {
    question: 'What does the statement average look like without the two large transfers?',
    reply: 'Average without the transfers is 4% lower, ratios still work. Worksheet added.',
  },
  {
    question: 'Please get the desk review result before I recommend.',
    reply: 'Desk review came back 3% under the appraisal, within tolerance.',
  },
  {
    question: 'Is there a second lien that is paid off or subordinated? The file is not clear.',
    reply: 'None remains: the title commitment shows no other lien.',
  },
  {
    question: 'Which reserves were counted, and at what share?',
    reply: 'Liquid funds at 100%, vested retirement at 60%. Statements are in LoanDock.',
  },
] as const
export const slrVerdicts: Record<Decision, readonly string[]> = {
  APPROVED: [
    'Recommend approval, conditions as drafted.',
    'Fine with this one given reserves.',
    'Approve; ask the trade desk for price.',
  ],
  DECLINED: ['Do not recommend. Two layers on top of a thin file.', 'Decline as structured.'],
  NOT_NEEDED: ['Reads as within guidelines to me; no exception needed.'],
}
export const tdAsks = [
  'Please price the exception.',
  'Is there take-out for this at the current coupon?',
  'Need a price adjustment for the LTV tier.',
  'Best-efforts lock, expires Friday. Price please.',
]
export const tdVerdicts: Record<Decision, readonly string[]> = {
  APPROVED: [
    'Take-out confirmed with two investors, adjustment as given.',
    'Saleable with the adjustment.',
    'Fits the next pool.',
  ],
  DECLINED: ['No bid for this combination at present.', 'Would trade two points back; not recommended.'],
  NOT_NEEDED: ['No adjustment needed, inside the matrix.'],
}

export const withdrawReasons = [
  'Borrower withdrew the application.',
  'Loan restructured to meet guidelines, exception no longer needed.',
  'Moved to another investor.',
  'Duplicate of a request sent by my colleague.',
  'Purchase contract was cancelled.',
  'Appraisal came in higher, variance no longer applies.',
]

/** Documents that underwriters ask for. */
export const documents = [
  { name: 'Bank statements', note: 'Two most recent months, all pages' },
  { name: 'Letter of explanation', note: 'For the late payment and for recent inquiries' },
  { name: 'Lease agreement', note: 'Fully executed, with proof of two payments' },
  { name: 'Appraisal desk review', note: '' },
  { name: 'CPA letter', note: 'Business in existence for 24 months' },
  { name: 'Subordination agreement', note: 'Executed, with current balance' },
  { name: 'Payoff statement', note: 'Good through closing' },
  { name: 'Settlement statement', note: 'Of the purchase, for seasoning' },
  { name: 'Operating agreement', note: 'All members and their shares' },
  { name: 'Verification of rent', note: '12 months of cancelled checks' },
] as const
export const documentAsks = [
  'Cannot conclude without these.',
  'Needed to support the compensating factors.',
  'Please send together, one upload.',
]

export const betterCase = [
  'Since the decision: second appraisal obtained, value confirmed.',
  'Borrower moved further funds into reserves, statement attached.',
  'Loan restructured as recommended in the denial.',
  'Please reconsider with the documents that were missing in the first round.',
]
