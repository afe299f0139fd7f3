import type { SlvDetail } from '@portal/contract/slv/answers'
import * as figures from '@portal/contract/slv/figures'
import type { FormFieldName } from '@portal/contract/slv/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { fieldText } from '../field-text.ts'
import classes from './computed-beside.module.css'

/** What a figure comes to by the formulas of field.md; null where nothing computes it or something is missing. */
export const computedFor = (name: FormFieldName, slv: SlvDetail): number | null => {
  if (name === 'ltv' || name === 'cltv' || name === 'hcltv') return figures.computedRatios(slv)[name]
  if (name === 'dti') return figures.computedDti(slv)
  if (name === 'totalPostCloseReservesAmount') return figures.computedReserves(slv)
  return null
}

type ComputedProps = { name: FormFieldName; typed: unknown; computed: number | null }

/** The computed figure beside the typed one; a disagreement is told by word, sign and colour. */
export const ComputedBeside = ({ name, typed, computed }: ComputedProps) => {
  if (computed === null) return null
  const differs = typeof typed === 'number' && figures.disagrees(typed, computed)
  return (
    <span className={classes.computed} data-differs={differs || undefined}>
      {differs && <IconAlertTriangle size={14} aria-hidden />}
      {differs ? 'Computed differs: ' : 'Computed: '}
      {fieldText(name, computed)}
    </span>
  )
}
