/** `limit` is the highest LTV in percent, `floor` the lowest FICO that the guide allows; `weight` how often it is asked for. */
export type Program = { name: string; products: readonly string[]; limit: number; floor: number; weight: number }

/** Programs that measure a person's income. */
export const incomePrograms: readonly Program[] = [
  {
    name: 'Bank Statement 12',
    products: ['NQ-BS12-30F', 'NQ-BS12-5/6A', 'NQ-BS12-40F-IO'],
    limit: 90,
    floor: 660,
    weight: 22,
  },
  { name: 'Bank Statement 24', products: ['NQ-BS24-30F', 'NQ-BS24-7/6A'], limit: 90, floor: 660, weight: 10 },
  { name: 'P&L Only', products: ['NQ-PL-30F', 'NQ-PL-5/6A'], limit: 80, floor: 660, weight: 9 },
  { name: '1099', products: ['NQ-1099-30F', 'NQ-1099-7/6A'], limit: 85, floor: 660, weight: 5 },
  { name: 'Asset Utilization', products: ['NQ-AU-30F', 'NQ-AU-5/6A'], limit: 80, floor: 660, weight: 4 },
  { name: 'Full Doc 1yr', products: ['NQ-FD1-30F', 'NQ-FD1-7/6A'], limit: 85, floor: 640, weight: 8 },
  { name: 'Full Doc 2yr', products: ['NQ-FD2-30F', 'NQ-FD2-15F'], limit: 90, floor: 620, weight: 14 },
  { name: 'WVOE', products: ['NQ-WVOE-30F'], limit: 80, floor: 640, weight: 3 },
  { name: 'Non-Warrantable Condo', products: ['NQ-NWC-30F', 'NQ-NWC-7/6A'], limit: 80, floor: 660, weight: 3 },
  { name: 'Jumbo Prime', products: ['JP-30F', 'JP-15F', 'JP-10/6A'], limit: 85, floor: 660, weight: 14 },
  { name: 'Closed-End Second', products: ['CES-20F', 'CES-30F'], limit: 85, floor: 660, weight: 2 },
]

/** Programs that measure rent against the payment and know no DTI. */
export const dscrPrograms: readonly Program[] = [
  { name: 'DSCR Prime', products: ['DSCR-P-30F', 'DSCR-P-5/6A', 'DSCR-P-30F-IO'], limit: 80, floor: 660, weight: 72 },
  { name: 'DSCR Low-Ratio', products: ['DSCR-LR-30F', 'DSCR-LR-5/6A-IO'], limit: 75, floor: 660, weight: 5 },
  { name: 'DSCR Multi', products: ['DSCR-M-30F', 'DSCR-M-7/6A'], limit: 80, floor: 660, weight: 14 },
  { name: 'Foreign National DSCR', products: ['DSCR-FN-30F', 'DSCR-FN-5/6A'], limit: 75, floor: 640, weight: 9 },
]

/** True for programs that measure rent. */
export const isDscr = (program: Program): boolean => dscrPrograms.includes(program)

/** Years to repay by product code: '…15F' is 15; adjustable ones run 30. */
export const termYears = (product: string): number => Number(/(\d\d)F/.exec(product)?.[1] ?? 30)

/** True when only interest is paid at first. */
export const isInterestOnly = (product: string): boolean => product.endsWith('-IO')

const jumboFrom = 750_000
const secondUpTo = 400_000

/** How often an income program is asked for at this loan amount, in dollars: jumbo is large, a second lien is small. */
export const incomeWeight = (program: Program, loanAmount: number): number => {
  if (program.name === 'Jumbo Prime') return loanAmount >= jumboFrom ? program.weight * 2 : 0
  if (program.name === 'Closed-End Second') return loanAmount <= secondUpTo ? program.weight : 0
  return program.weight
}

const lowRatioWeights: Record<string, number> = {
  'DSCR Low-Ratio': 82,
  'DSCR Prime': 6,
  'DSCR Multi': 7,
  'Foreign National DSCR': 5,
}

/** How often a DSCR program is asked for at this ratio: below 1.00 it is mostly the one made for it, else an exception. */
export const dscrWeight = (program: Program, dscr: number): number =>
  dscr < 1 ? (lowRatioWeights[program.name] ?? 0) : program.weight
