import { getKeys } from '@portal/contract/lib/typed'

/** LoanDock's programs, each with its product codes (field.md). */
export const programs = {
  'Bank Statement 12': ['NQ-BS12-30F', 'NQ-BS12-5/6A', 'NQ-BS12-40F-IO'],
  'Bank Statement 24': ['NQ-BS24-30F', 'NQ-BS24-7/6A'],
  'P&L Only': ['NQ-PL-30F', 'NQ-PL-5/6A'],
  '1099': ['NQ-1099-30F', 'NQ-1099-7/6A'],
  'Asset Utilization': ['NQ-AU-30F', 'NQ-AU-5/6A'],
  'Full Doc 1yr': ['NQ-FD1-30F', 'NQ-FD1-7/6A'],
  'Full Doc 2yr': ['NQ-FD2-30F', 'NQ-FD2-15F'],
  WVOE: ['NQ-WVOE-30F'],
  'DSCR Prime': ['DSCR-P-30F', 'DSCR-P-5/6A', 'DSCR-P-30F-IO'],
  'DSCR Low-Ratio': ['DSCR-LR-30F', 'DSCR-LR-5/6A-IO'],
  'DSCR Multi': ['DSCR-M-30F', 'DSCR-M-7/6A'],
  'Foreign National DSCR': ['DSCR-FN-30F', 'DSCR-FN-5/6A'],
  'Non-Warrantable Condo': ['NQ-NWC-30F', 'NQ-NWC-7/6A'],
  'Jumbo Prime': ['JP-30F', 'JP-15F', 'JP-10/6A'],
  'Closed-End Second': ['CES-20F', 'CES-30F'],
} as const satisfies Record<string, readonly string[]>
export type Program = keyof typeof programs
export const programNames = getKeys(programs)

export const isDscrProgram = (program: string | null | undefined) =>
  /\bDSCR\b/.test(program ?? '')
