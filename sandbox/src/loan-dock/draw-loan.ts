import type { Random } from '../lib/random.ts'
import { borrowerLastNames } from './borrowers.ts'
import type { Seller } from './companies.ts'
import { drawCurrentPayment, drawHousingPayment, drawIncome, drawReserves } from './draw-payments.ts'
import { drawStage } from './draw-stage.ts'
import { drawLoanAmount, drawValue } from './draw-value.ts'
import type { Loan, Occupancy, PropertyType, Purpose } from './model.ts'
import { drawAddress } from './places.ts'
import { dscrPrograms, dscrWeight, incomePrograms, incomeWeight, isDscr, type Program } from './programs.ts'

/** What the draw of a loan needs to know: who sells it, whom to ask, its numbers, and the day it is seen on. */
export type LoanFrame = {
  seller: Seller
  contactEmail: string
  loanNumber: string
  sellerLoanNumber: string
  asOf: string
}

const purposes: readonly (readonly [Purpose, number])[] = [
  ['Purchase', 57],
  ['Cash-Out', 30],
  ['R&T', 11],
  ['Delayed', 2],
]
const occupancies: readonly (readonly [Occupancy, number])[] = [
  ['P', 58],
  ['I', 37],
  ['S', 5],
]

/** DSCR is for investment properties alone, and most of those use it. */
const drawProgram = (
  random: Random,
  occupancy: Occupancy,
  loanAmount: number,
): { program: Program; dscr: number | null } => {
  if (occupancy === 'I' && random.chance(0.9)) {
    const dscr = Math.round(random.normalWithin(1.18, 0.22, 0.55, 2.2) * 1000) / 1000
    return {
      dscr,
      program: random.weighted(dscrPrograms.map((program) => [program, dscrWeight(program, dscr)] as const)),
    }
  }
  return {
    dscr: null,
    program: random.weighted(incomePrograms.map((program) => [program, incomeWeight(program, loanAmount)] as const)),
  }
}

const drawPropertyType = (random: Random, program: Program, occupancy: Occupancy): PropertyType => {
  if (program.name === 'Non-Warrantable Condo') return 'CN'
  if (program.name === 'DSCR Multi') return random.chance(0.75) ? 'U24' : 'CC'
  return random.weighted([
    ['SF', 74],
    ['CW', 15],
    ['U24', occupancy === 'S' ? 0 : 9],
    ['CN', 2],
  ] as const)
}

/** One in 40 asks for a score 1–20 points under the floor of the program. */
const drawScore = (random: Random, floor: number) =>
  random.chance(0.025) ? floor - random.whole(1, 20) : Math.round(random.normalWithin(745, 38, floor, 832))

const selfEmployedPrograms = /^(Bank Statement|P&L|1099)/

/** One loan by the figures of the field: amounts, ratios, income and reserves agree with each other to the cent. */
export const drawLoan = (random: Random, frame: LoanFrame): Loan => {
  const purpose = random.weighted(purposes)
  const occupancy = random.weighted(occupancies)
  const loanAmount = drawLoanAmount(random)
  const { program, dscr } = drawProgram(random, occupancy, loanAmount)
  const productName = random.pick(program.products)
  const propertyType = drawPropertyType(random, program, occupancy)
  const value = drawValue(random, program, purpose, loanAmount)
  const payment = drawHousingPayment(random, productName, value)
  const income = isDscr(program)
    ? { dti: null, incomeUsedAmount: null, residualMoIncomeAmount: null }
    : drawIncome(random, payment)

  return {
    loanNumber: frame.loanNumber,
    sellerLoanNumber: frame.sellerLoanNumber,
    seller: { corrId: frame.seller.corrId, name: frame.seller.name },
    contactEmail: frame.contactEmail,
    ...drawStage(random, frame.asOf),
    program: program.name,
    productName,
    borrowerLastName: random.pick(borrowerLastNames),
    address: drawAddress(random, propertyType),
    propertyType,
    purpose,
    occupancy,
    isExperiencedInvestor: random.chance(occupancy === 'I' ? 0.7 : 0.1),
    ...value,
    ...income,
    dscr,
    creditScore: drawScore(random, program.floor),
    currentHousingPaymentAmount: drawCurrentPayment(random, payment),
    proposedHousingPaymentAmount: payment,
    ...drawReserves(random, payment, selfEmployedPrograms.test(program.name)),
  }
}
