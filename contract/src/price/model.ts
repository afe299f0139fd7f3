import { z } from 'zod'
import { isYesNo, Parameter, parameters } from '../guideline/model.ts'
import { inUnit } from '../guideline/texts.ts'
import type { Problem } from '../lib/errors.ts'
import * as field from '../lib/fields.ts'
import { emptyAsNull } from '../lib/typed.ts'

const distance = field.decimal(0, 999_999_999, 3)

/** bps of price; negative lowers the price. */
const bps = field.decimal(-1000, 1000, 1)

/**
 * What a variance costs by how far it misses its limit: over `from` and up to
 * `to`, in the parameter's unit. `program` is a program's code; null is for
 * every program without its own band.
 */
const PriceBand = z.object({
  id: z.uuid(),
  parameter: Parameter,
  program: z.string().nullable(),
  from: distance,
  to: distance,
  bps,
})
export type Band = Omit<z.infer<typeof PriceBand>, 'id'>

/** A band as an editor sends it. A band without an id is new. */
export const NewPriceBand = z
  .object({
    id: z.uuid().optional(),
    parameter: Parameter,
    program: emptyAsNull(field.text(20).nullable()).default(null),
    from: distance,
    to: distance,
    bps,
  })
  .superRefine(({ parameter, from, to }, ctx) => {
    if (isYesNo(parameter))
      ctx.addIssue({
        code: 'custom',
        path: ['parameter'],
        message: 'A yes/no parameter has no distance',
      })
    if (from >= to)
      ctx.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'The upper end must be above the lower end',
      })
  })
export type NewPriceBand = z.output<typeof NewPriceBand>

/** `addOn` is for each variance after the first. */
export const PriceGrid = z.object({
  addOn: bps,
  rows: z.array(PriceBand),
})
export type PriceGrid = { addOn: number; rows: readonly Band[] }

/** 'FICO over 0 up to 10' */
const bandText = ({ parameter, from, to }: Band): string => {
  const { label, unit } = parameters[parameter]
  return `${label} over ${inUnit(from, unit)} up to ${inUnit(to, unit)}`
}

const overlaps = (one: Band, other: Band): boolean =>
  one.parameter === other.parameter &&
  one.program === other.program &&
  one.from < other.to &&
  other.from < one.to

/**
 * The bands that overlap an earlier one of the same parameter and program: for
 * the same distance there would be two prices.
 */
export const findOverlaps = (rows: readonly Band[]): Problem[] =>
  rows.flatMap((row, index) => {
    const first = rows.findIndex((other) => overlaps(row, other))
    const earlier = rows[first]
    if (first >= index || !earlier) return []
    return [
      {
        field: `rows.${index}.from`,
        error: `Row ${index + 1} overlaps row ${first + 1}: ${bandText(earlier)}`,
      },
    ]
  })
