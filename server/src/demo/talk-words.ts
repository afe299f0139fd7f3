/** Who says it, who is named in it, for whom it is meant. */
export type Line = { by: Part; to?: Part; type: 'open' | 'inside'; text: string }
export type Part = 'seller' | 'underwriter' | 'lead'
export type Exchange = readonly Line[]

const open = (by: Part, text: string, to?: Part): Line => ({ by, type: 'open', text, ...(to && { to }) })
const inside = (by: Part, text: string, to?: Part): Line => ({ by, type: 'inside', text, ...(to && { to }) })

/** What sellers and underwriters say to each other. */
export const openTalks: readonly Exchange[] = [
  [
    open(
      'underwriter',
      'the second month of the statements shows a transfer to another account. Whose is it?',
      'seller',
    ),
    open(
      'seller',
      'It is the borrower’s own savings account. The statement of that account is in LoanDock since this morning.',
    ),
    open('underwriter', 'Thank you, that answers it.'),
  ],
  [
    open('seller', 'Our lock expires at the end of next week. When may we expect an answer?'),
    open('underwriter', 'It is in review now. If nothing is missing, tomorrow before the cut-off.'),
  ],
  [
    open('underwriter', 'which of the two leases is the one in force? They overlap by three months.', 'seller'),
    open('seller', 'The later one. The earlier tenant left in spring; the letter of the property manager follows.'),
  ],
  [
    open('seller', 'Would a loan amount lower by 2% help? The borrower could bring the difference.'),
    open('underwriter', 'It would: send the changed figures and we look at the ratio again.'),
    open('seller', 'They are in the request now.'),
  ],
  [
    open('underwriter', 'please have the preparer sign the P&L. The copy that we have is unsigned.', 'seller'),
    open('seller', 'Asked for today, you have it by Thursday.'),
  ],
  [
    open('seller', 'please note that the appraiser corrected the gross living area; the value stays.', 'underwriter'),
    open('underwriter', 'Seen. No effect on the variance.'),
  ],
]

/** What stays within the house. */
export const insideTalks: readonly Exchange[] = [
  [
    inside('underwriter', 'would you take the business funds for reserves here? The CPA letter is thin.', 'lead'),
    inside('lead', 'Half of them, as in the last such file. Say so in the decision.', 'underwriter'),
  ],
  [
    inside('underwriter', 'third exception of this seller on the same guideline this month.', 'lead'),
    inside('lead', 'Noted, I talk to their BDD. Judge this one by itself.'),
  ],
  [inside('underwriter', 'Layered risk: score and seasoning together. I lean to decline unless the reserves hold.')],
  [
    inside('underwriter', 'Price for this would be −25 bps if it is approved.'),
    inside('lead', 'Agreed.', 'underwriter'),
  ],
]
