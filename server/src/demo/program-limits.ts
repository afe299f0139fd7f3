import type { Family, Qualifying } from '@portal/contract/guideline/model'
import type { Program } from '@portal/sandbox/loan-dock/programs'

/** The invented limits of a program, in usual ranges. */
export type Limits = {
  code: string
  name: Program
  family: Family
  score: number
  /** A lower credit score isn't eligible. */
  floor: number
  amount: number
  /**
   * The highest LTVs of a purchase with FICO 740 and more, 700–739, and less; a
   * cash-out has 5 points less.
   */
  ltv: readonly [high: number, middle: number, low: number]
  /** The lowest DSCR or the highest DTI. */
  ratio: number
  /** Months, for loans up to $1,000,000 and above. */
  reserves: readonly [usual: number, large: number]
}

export const getQualifying = ({ name }: Limits): Qualifying =>
  name.includes('DSCR') ? 'DSCR' : 'DTI'

export const programLimits: readonly Limits[] = [
  {
    code: 'BS12',
    name: 'Bank Statement 12',
    family: 'BANK_STATEMENT',
    score: 660,
    floor: 620,
    amount: 3_000_000,
    ltv: [85, 80, 75],
    ratio: 50,
    reserves: [6, 12],
  },
  {
    code: 'BS24',
    name: 'Bank Statement 24',
    family: 'BANK_STATEMENT',
    score: 660,
    floor: 620,
    amount: 3_000_000,
    ltv: [85, 80, 75],
    ratio: 50,
    reserves: [6, 12],
  },
  {
    code: 'PL',
    name: 'P&L Only',
    family: 'ALT_DOC',
    score: 680,
    floor: 640,
    amount: 2_500_000,
    ltv: [80, 75, 70],
    ratio: 45,
    reserves: [9, 12],
  },
  {
    code: '1099',
    name: '1099',
    family: 'ALT_DOC',
    score: 660,
    floor: 620,
    amount: 2_500_000,
    ltv: [85, 80, 75],
    ratio: 50,
    reserves: [6, 12],
  },
  {
    code: 'AU',
    name: 'Asset Utilization',
    family: 'ALT_DOC',
    score: 680,
    floor: 640,
    amount: 3_000_000,
    ltv: [80, 75, 70],
    ratio: 45,
    reserves: [9, 18],
  },
  {
    code: 'FD1',
    name: 'Full Doc 1yr',
    family: 'FULL_DOC',
    score: 640,
    floor: 600,
    amount: 3_000_000,
    ltv: [85, 80, 75],
    ratio: 50,
    reserves: [6, 12],
  },
  {
    code: 'FD2',
    name: 'Full Doc 2yr',
    family: 'FULL_DOC',
    score: 620,
    floor: 600,
    amount: 3_500_000,
    ltv: [90, 85, 75],
    ratio: 50,
    reserves: [6, 9],
  },
  {
    code: 'WVOE',
    name: 'WVOE',
    family: 'ALT_DOC',
    score: 660,
    floor: 620,
    amount: 2_000_000,
    ltv: [80, 75, 70],
    ratio: 50,
    reserves: [6, 12],
  },
  {
    code: 'DP',
    name: 'DSCR Prime',
    family: 'DSCR',
    score: 660,
    floor: 620,
    amount: 2_500_000,
    ltv: [80, 75, 70],
    ratio: 1,
    reserves: [6, 9],
  },
  {
    code: 'DLR',
    name: 'DSCR Low-Ratio',
    family: 'DSCR',
    score: 680,
    floor: 640,
    amount: 2_000_000,
    ltv: [75, 70, 65],
    ratio: 0.75,
    reserves: [9, 12],
  },
  {
    code: 'DM',
    name: 'DSCR Multi',
    family: 'DSCR',
    score: 660,
    floor: 640,
    amount: 2_500_000,
    ltv: [75, 70, 65],
    ratio: 1,
    reserves: [9, 12],
  },
  {
    code: 'FN',
    name: 'Foreign National DSCR',
    family: 'FOREIGN_NATIONAL',
    score: 640,
    floor: 600,
    amount: 2_000_000,
    ltv: [70, 65, 60],
    ratio: 1,
    reserves: [12, 12],
  },
  {
    code: 'NWC',
    name: 'Non-Warrantable Condo',
    family: 'ALT_DOC',
    score: 680,
    floor: 640,
    amount: 2_000_000,
    ltv: [80, 75, 70],
    ratio: 45,
    reserves: [9, 12],
  },
  {
    code: 'JP',
    name: 'Jumbo Prime',
    family: 'JUMBO',
    score: 680,
    floor: 640,
    amount: 4_000_000,
    ltv: [85, 80, 75],
    ratio: 43,
    reserves: [9, 12],
  },
  {
    code: 'CES',
    name: 'Closed-End Second',
    family: 'SECOND_LIEN',
    score: 680,
    floor: 640,
    amount: 500_000,
    ltv: [80, 75, 70],
    ratio: 45,
    reserves: [6, 9],
  },
]
