import type { Coverage } from '../src/guideline/evaluate.ts'
import type { Figures } from '../src/guideline/figures.ts'
import {
  getOperator,
  type Parameter,
  parameters,
  type Rule,
  type Scope,
} from '../src/guideline/model.ts'

/** The day on which the examples are evaluated. */
export const asOf = '2026-11-24'
let made = 0
/** A rule of the program DP, with an id that no other has. */
export const rule = (
  parameter: Parameter,
  value: number,
  scope: Scope = {},
  severity: Rule['severity'] = 'REVIEW',
): Rule => ({
  id: `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`,
  program: 'DP',
  parameter,
  operator: getOperator(parameter),
  value,
  unit: parameters[parameter].unit,
  scope,
  severity,
  citation: '§4.2',
  text: 'As written',
})
/** A loan of the program DP that rules and coverages are tried on. */
export const loan: Figures = {
  occupancy: 'I',
  purpose: 'Purchase',
  propertyType: 'SF',
  state: 'FL',
  isExperiencedInvestor: true,
  loanAmount: 750_000,
  ltv: 75,
  cltv: 75,
  hcltv: 75,
  creditScore: 655,
  dscr: 1.349,
  totalPostCloseReservesAmount: 55_600,
  proposedHousingPaymentAmount: 7_316,
  currentHousingPaymentAmount: 5_000,
}
/** A contract variance that lowers the required FICO to 650. */
export const aCoverage: Coverage = {
  code: 'V-12',
  programs: ['DP'],
  parameter: 'CREDIT_SCORE',
  scope: {},
  value: 650,
  from: '2026-01-01',
  to: '2026-12-31',
  capLoans: 10,
  capAmount: null,
  usedLoans: 9,
  usedAmount: 0,
}
