import type { Approval } from '../src/authority/check.ts'
import type { AuthorityLevel } from '../src/authority/model.ts'
import type { Measured } from '../src/slv-request/distance.ts'

/** A level without limits but these. */
export const level = (
  limits: Partial<Omit<AuthorityLevel, 'id'>> = {},
): AuthorityLevel => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Senior',
  maxVariances: null,
  maxPriceConcession: null,
  maxLoanAmount: null,
  maxDistance: {},
  ...limits,
})

/** A FICO that misses 660 by so many points. */
export const scoreMiss = (points: number): Measured => ({
  reason: 'Credit Score',
  parameter: 'CREDIT_SCORE',
  operator: '>=',
  guidelineValue: 660,
  actualValue: 660 - points,
  unit: 'points',
})

/** An approval of so many variances, each 5 points short. */
export const approval = ({
  variances = 1,
  ...change
}: Partial<Omit<Approval, 'variances'>> & {
  variances?: number
} = {}): Approval => ({
  variances: Array.from({ length: variances }, () => scoreMiss(5)),
  findings: [],
  loanAmount: 480_000,
  priceAdjustment: null,
  suggestedPrice: null,
  ...change,
})
