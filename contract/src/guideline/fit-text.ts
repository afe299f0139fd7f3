import { formFields } from '../slv/form.ts'
import type { Fit } from './fit.ts'
import { inUnit } from './texts.ts'

/** 'At a loan amount of $970,507 (LTV 85.00%), no variance is needed.' */
export const fitText = ({
  field,
  to,
  ltv,
  missing,
}: Pick<Fit, 'field' | 'to' | 'ltv' | 'missing'>): string => {
  const ratio = ltv === null ? '' : ` (LTV ${ltv.toFixed(2)}%)`
  const change =
    field === 'loanAmount'
      ? `At a loan amount of ${inUnit(to, '$')}${ratio}`
      : `With post-close reserves of ${inUnit(to, '$')}`
  if (missing.length === 0) return `${change}, no variance is needed.`
  const labels = missing.map((name) => formFields[name].label).join(', ')
  return `${change}, no variance is needed for what can be checked. Still missing: ${labels}.`
}
