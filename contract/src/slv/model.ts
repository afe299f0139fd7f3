import { z } from 'zod'

export const SlvId = z.uuid()

export const slvTypes = ['PRE', 'POST'] as const
export const SlvType = z.enum(slvTypes)
export type SlvType = z.infer<typeof SlvType>
export const slvTypeLabels: Record<SlvType, string> = {
  PRE: 'Pre-Close',
  POST: 'Post-Close',
}

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
export const propertyTypeLabels: Record<
  z.infer<typeof PropertyType>,
  string
> = {
  SF: 'Single Family',
  CC: 'Cross-Collateralized / Multi-Property',
  CN: 'Condo - Non-Warrantable',
  CW: 'Condo - Warrantable',
  U24: '2 - 4 Units',
}

export const purposes = ['Purchase', 'Delayed', 'R&T', 'Cash-Out'] as const
export const Purpose = z.enum(purposes)

export const postCloseReasons = [
  'Seller Error',
  'UW To Other Guidelines',
] as const
export const PostCloseReason = z.enum(postCloseReasons)

/** The two-letter codes that a property's state may have. */
export const states = [
  'AL',
  'AK',
  'AZ',
  'AR',
  'CA',
  'CO',
  'CT',
  'DE',
  'DC',
  'FL',
  'GA',
  'HI',
  'ID',
  'IL',
  'IN',
  'IA',
  'KS',
  'KY',
  'LA',
  'ME',
  'MD',
  'MA',
  'MI',
  'MN',
  'MS',
  'MO',
  'MT',
  'NE',
  'NV',
  'NH',
  'NJ',
  'NM',
  'NY',
  'NC',
  'ND',
  'OH',
  'OK',
  'OR',
  'PA',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VT',
  'VA',
  'WA',
  'WV',
  'WI',
  'WY',
]

const dueStates = ['OK', 'SOON', 'OVERDUE'] as const

/**
 * An SLA clock as people see it: signed business days (positive is overdue) and
 * whether it runs now. `dueAt` is the end of the due business day; null while
 * the clock is paused.
 */
export const SlaStatus = z.object({
  days: z
    .number()
    .int()
    .describe('Business days past the target; negative before it'),
  overdue: z.boolean().describe('Whether the target has passed'),
  warn: z.boolean().describe('Whether the target is close'),
  running: z.boolean().describe('Whether the clock runs now'),
  dueAt: z.iso
    .datetime()
    .nullable()
    .describe(
      'The end of the due business day; null while the clock is paused',
    ),
  dueState: z.enum(dueStates).describe('How close the target is'),
})
export type SlaStatus = z.infer<typeof SlaStatus>
