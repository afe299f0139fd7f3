import { z } from 'zod'

const money = z.number().min(0).multipleOf(0.01).describe('Dollars, two decimals')
const percent = z.number().min(0).describe('Percent, two decimals')
const day = z.iso.date().describe('yyyy-MM-dd')

export const LoanKind = z.enum(['ACTIVE', 'PURCHASED', 'TPR'])
export const PropertyType = z.enum(['SF', 'CC', 'CN', 'CW', 'U24'])
export const Purpose = z.enum(['Purchase', 'Delayed', 'R&T', 'Cash-Out'])
export const Occupancy = z.enum(['P', 'S', 'I', 'U'])
export type LoanKind = z.infer<typeof LoanKind>
export type PropertyType = z.infer<typeof PropertyType>
export type Purpose = z.infer<typeof Purpose>
export type Occupancy = z.infer<typeof Occupancy>

/** A loan as LoanDock holds it. */
export const Loan = z
  .object({
    loanNumber: z
      .string()
      .regex(/^\d{7}$/)
      .describe("The buyer's number"),
    sellerLoanNumber: z.string(),
    status: z.string().describe('Where the loan stands on the platform'),
    kind: LoanKind,
    seller: z.object({ corrId: z.string(), name: z.string() }),
    contactEmail: z.email().describe("An account of the seller's company"),
    program: z.string(),
    productName: z.string(),
    borrowerLastName: z.string(),
    address: z.object({ line: z.string(), city: z.string(), state: z.string().length(2), zip: z.string() }),
    propertyType: PropertyType,
    purpose: Purpose,
    occupancy: Occupancy,
    isClosed: z.boolean(),
    noteDate: day.nullable().describe('Set once the loan is closed, and only then'),
    originalLockDate: day.nullable(),
    isExperiencedInvestor: z.boolean(),
    loanAmount: money,
    purchasePriceAmount: money.nullable(),
    appraisedValueAmount: money,
    secondLienDrawnAmount: money.describe('Drawn on other liens; for a closed-end second, the lien in front of it'),
    helocLimitAmount: money.describe('The whole HELOC line; 0 when there is none'),
    ltv: percent,
    cltv: percent,
    hcltv: percent,
    dti: percent.nullable().describe('Null for DSCR programs'),
    dscr: z.number().min(0).nullable().describe('Rent over payment, three decimals; DSCR programs only'),
    creditScore: z.number().int().min(300).max(850),
    incomeUsedAmount: money.nullable().describe('A month'),
    residualMoIncomeAmount: money.nullable().describe('Income less all debts, a month'),
    currentHousingPaymentAmount: money,
    proposedHousingPaymentAmount: money.describe('PITIA, a month'),
    liquidReservesAmount: money,
    retirementReservesAmount: money,
    businessFundsForReservesAmount: money,
    totalPostCloseReservesAmount: money.describe('The sum of the three kinds of reserves'),
  })
  .meta({ id: 'Loan' })
export type Loan = z.infer<typeof Loan>

export const Company = z
  .object({ name: z.string(), corrId: z.string().nullable(), kind: z.enum(['SELLER', 'BUYER']) })
  .meta({ id: 'Company' })
export type Company = z.infer<typeof Company>

/** A person who may sign in through LoanDock. */
export const Account = z
  .object({
    email: z.email(),
    firstName: z.string(),
    lastName: z.string(),
    kind: z.enum(['SELLER', 'STAFF']),
    phone: z.string(),
    company: Company,
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

/** What every refusal says. */
export const Refusal = z.object({ error: z.string() }).meta({ id: 'Refusal' })
