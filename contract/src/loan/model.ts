import { z } from 'zod'
import { tableOf, words } from '../lib/typed.ts'
import { Occupancy, PropertyType, Purpose } from '../slv/model.ts'

const civilDay = z.iso.date().nullable()

/** A loan in LoanDock. Dollars, percent, DSCR as a ratio; civil days. */
export const Loan = z.object({
  loanNumber: z.string().min(1).max(40),
  sellerLoanNumber: z.string().max(40).nullable(),
  status: z.string().max(80),
  kind: z.enum(['ACTIVE', 'PURCHASED', 'TPR']),
  seller: z.object({ corrId: z.string(), name: z.string() }),
  contactEmail: z.string().nullable(),
  program: z.string().nullable(),
  productName: z.string().nullable(),
  borrowerLastName: z.string().nullable(),
  address: z.object({
    line: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable(),
  }),
  propertyType: PropertyType.nullable(),
  purpose: Purpose.nullable(),
  occupancy: Occupancy.nullable(),
  isClosed: z.boolean(),
  noteDate: civilDay,
  originalLockDate: civilDay,
  isExperiencedInvestor: z.boolean().nullable(),
  creditScore: z.number().int().nullable(),
  ...tableOf(
    words(
      'loanAmount purchasePriceAmount appraisedValueAmount secondLienDrawnAmount helocLimitAmount ltv cltv hcltv dti dscr',
      'incomeUsedAmount residualMoIncomeAmount currentHousingPaymentAmount proposedHousingPaymentAmount',
      'liquidReservesAmount retirementReservesAmount businessFundsForReservesAmount totalPostCloseReservesAmount',
    ),
    () => z.number().nullable(),
  ),
})
export type Loan = z.infer<typeof Loan>

/** Whether the buyer already has the loan. Its variances are post-close. */
export const isPurchased = ({ kind, status }: Pick<Loan, 'kind' | 'status'>): boolean =>
  kind === 'PURCHASED' || status.trim().toLowerCase() === 'purchased'
