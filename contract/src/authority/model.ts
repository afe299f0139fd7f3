import { z } from 'zod'
import { isYesNo, Parameter } from '../guideline/model.ts'
import * as field from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { maxRequests } from '../slv-request/model.ts'

/** How far a variance may miss its limit, in the parameter's unit. */
const MaxDistance = z
  .partialRecord(Parameter, field.decimal(0, 999_999_999, 3))
  .superRefine((distances, ctx) => {
    for (const parameter of getKeys(distances))
      if (isYesNo(parameter))
        ctx.addIssue({
          code: 'custom',
          path: [parameter],
          message: 'A yes/no parameter has no distance',
        })
  })

/**
 * What an underwriter may approve alone. Null, and a parameter that isn't
 * named, mean no limit. The price concession is by how many bps a price is
 * better for the seller than the suggested one, or than none.
 */
export const AuthorityLevel = z.object({
  id: z.uuid(),
  name: field.name(60, 1),
  maxVariances: field.decimal(0, maxRequests, 0).nullable(),
  maxPriceConcession: field.decimal(0, 1000, 1).nullable(),
  maxLoanAmount: field.money.nullable(),
  maxDistance: MaxDistance,
})
export type AuthorityLevel = z.infer<typeof AuthorityLevel>
export type MaxDistance = AuthorityLevel['maxDistance']

/** Someone who may decide SLVs; without a level, without limits. */
export type Decider = { name: string; level: AuthorityLevel | null }

const hasNoLimit = (level: AuthorityLevel | null): boolean =>
  level === null ||
  (level.maxVariances === null &&
    level.maxPriceConcession === null &&
    level.maxLoanAmount === null &&
    Object.keys(level.maxDistance).length === 0)

/** What to know before everyone who decides has limits, or null. */
export const describeGap = (
  deciders: readonly Pick<Decider, 'level'>[],
): string | null =>
  deciders.some(({ level }) => hasNoLimit(level))
    ? null
    : 'No one decides without limits. What exceeds every level can be approved only after an SLR or trade desk recommendation to approve.'
