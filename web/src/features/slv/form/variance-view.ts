import type { Problem } from '@portal/contract/lib/errors'
import { meetsGuideline, varianceSummary } from '@portal/contract/slv-request/distance'
import { type VarianceField, varianceFields, varianceProblems } from '@portal/contract/slv-request/model'
import { z } from 'zod'
import { type Edits, unsavable, valueNow } from './edits.ts'
import { emptyVariance, readVariance, varianceLabels } from './variance-fields.ts'

export type Variance = Parameters<typeof varianceProblems>[0]

/** What a variance says now, and what keeps it from being sent. */
export type VarianceView = {
  variance: Variance
  /** 'FICO 655 against ≥ 660: −5 points', or the reason, or that it is new. */
  summary: string
  meetsGuideline: boolean
  problems: readonly (Problem & { field: VarianceField })[]
  unsavable: ReadonlyMap<string, string>
}

// Each value was read by the contract's own schema for its field.
const AsVariance = z.custom<Variance>((variance) => typeof variance === 'object')

/** The server has it: others see it, and it counts. */
export const isSent = ({ id, isGone }: { id: string | null; isGone: boolean }): boolean => id !== null && !isGone

const views = new WeakMap<Edits, VarianceView>()

/** The view of one variance's edits; computed once per state. */
export const varianceViewOf = (edits: Edits): VarianceView => {
  const known = views.get(edits)
  if (known) return known
  const variance = AsVariance.parse(
    Object.fromEntries(
      varianceFields.map((name) => [name, valueNow(edits, name, readVariance) ?? emptyVariance[name]]),
    ),
  )
  const wrong = new Map(unsavable(edits, readVariance).map(({ field, error }) => [field, error]))
  const missing = new Map(varianceProblems(variance).map(({ field, error }) => [field.split('.')[0], error]))
  const view: VarianceView = {
    variance,
    summary: variance.reason ? varianceSummary(variance) : 'New variance',
    meetsGuideline: variance.reason !== null && meetsGuideline(variance),
    problems: varianceFields.flatMap((field) => {
      const error = wrong.get(field) ?? missing.get(field)
      return error === undefined ? [] : [{ field, error }]
    }),
    unsavable: wrong,
  }
  views.set(edits, view)
  return view
}

/** The name that leads to a field of a variance on the page. */
export const varianceFieldName = (key: string, field: string) => `variance.${key}.${field}`

export const varianceFieldLabel = (position: number, field: VarianceField) =>
  `Variance ${position}, ${varianceLabels[field]}`
