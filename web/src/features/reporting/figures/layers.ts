import { type SlvType, slvTypeLabels, slvTypes } from '@portal/contract/slv/model'
import { count } from '../../../lib/format.ts'
import type { Fill } from '../../../ui/charts/bars.tsx'

const fills: Record<SlvType, Fill> = { PRE: 'first', POST: 'second' }

/** What was asked for before closing and after it, in the fills that all charts of the page give them. */
export const layers = slvTypes.map((key) => ({ key, label: slvTypeLabels[key], fill: fills[key] }))

/** '120 Pre-Close, 37 Post-Close' */
export const byTypeText = (counts: Record<SlvType, number>) =>
  slvTypes.map((type) => `${count(counts[type])} ${slvTypeLabels[type]}`).join(', ')
