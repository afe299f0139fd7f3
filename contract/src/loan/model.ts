import { z } from 'zod'
import { Occupancy, PropertyType, Purpose } from '../slv/model.ts'

const civilDay = z.iso.date().nullable()

/** A path's loan number, the buyer's or the seller's. */
export const LoanParams = z.object({ n: z.string().trim().min(1).max(40) })

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
  /** Not every LoanDock sends it. */
  lockExpirationDate: civilDay.default(null),
  isExperiencedInvestor: z.boolean().nullable(),
  creditScore: z.number().int().nullable(),
  loanAmount: z.number().nullable(),
  purchasePriceAmount: z.number().nullable(),
  appraisedValueAmount: z.number().nullable(),
  secondLienDrawnAmount: z.number().nullable(),
  helocLimitAmount: z.number().nullable(),
  ltv: z.number().nullable(),
  cltv: z.number().nullable(),
  hcltv: z.number().nullable(),
  dti: z.number().nullable(),
  dscr: z.number().nullable(),
  incomeUsedAmount: z.number().nullable(),
  residualMoIncomeAmount: z.number().nullable(),
  currentHousingPaymentAmount: z.number().nullable(),
  proposedHousingPaymentAmount: z.number().nullable(),
  liquidReservesAmount: z.number().nullable(),
  retirementReservesAmount: z.number().nullable(),
  businessFundsForReservesAmount: z.number().nullable(),
  totalPostCloseReservesAmount: z.number().nullable(),
})
export type Loan = z.infer<typeof Loan>

/** Whether the buyer already has the loan. Its variances are post-close. */
export const isPurchased = ({
  kind,
  status,
}: Pick<Loan, 'kind' | 'status'>): boolean =>
  kind === 'PURCHASED' || status.trim().toLowerCase() === 'purchased'
