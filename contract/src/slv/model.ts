import { z } from 'zod'
import { keysOf } from '../lib/typed.ts'

export const SlvId = z.uuid()

export const slvTypes = ['PRE', 'POST'] as const
export const SlvType = z.enum(slvTypes)
export type SlvType = z.infer<typeof SlvType>
export const slvTypeLabels: Record<SlvType, string> = { PRE: 'Pre-Close', POST: 'Post-Close' }

export const occupancies = ['P', 'S', 'I', 'U'] as const
export const Occupancy = z.enum(occupancies)
export const occupancyLabels: Record<z.infer<typeof Occupancy>, string> = {
  P: 'Primary',
  S: 'Second Home',
  I: 'Investment',
  U: 'Unknown',
}

export const propertyTypes = ['SF', 'CC', 'CN', 'CW', 'U24'] as const
export const PropertyType = z.enum(propertyTypes)
export const propertyTypeLabels: Record<z.infer<typeof PropertyType>, string> = {
  SF: 'Single Family',
  CC: 'Cross-Collateralized / Multi-Property',
  CN: 'Condo - Non-Warrantable',
  CW: 'Condo - Warrantable',
  U24: '2 - 4 Units',
}

export const purposes = ['Purchase', 'Delayed', 'R&T', 'Cash-Out'] as const
export const Purpose = z.enum(purposes)

export const postCloseReasons = ['Seller Error', 'UW To Other Guidelines'] as const
export const PostCloseReason = z.enum(postCloseReasons)

/** Generic programs of the field, each with its product codes (field.md). */
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
export const programNames = keysOf(programs)

/** A DSCR program measures rent against the payment and has no DTI (field.md). */
export const isDscrProgram = (program: string | null | undefined) => /\bDSCR\b/.test(program ?? '')

/** The two-letter codes that a property's state may have. */
export const states =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

/** An SLA clock as people see it: signed business days (positive is overdue) and whether it runs now. */
export const SlaStatus = z.object({
  days: z.number().int(),
  overdue: z.boolean(),
  warn: z.boolean(),
  running: z.boolean(),
})
export type SlaStatus = z.infer<typeof SlaStatus>
