import { evaluationDate } from '@portal/contract/guideline/figures'
import type { PartialForm } from '@portal/contract/slv/form'
import { formDifference } from '@portal/contract/slv-request/distance'
import type { ReactNode } from 'react'
import { Warning } from '../warning.tsx'

type FormDifferenceProps = {
  variance: Parameters<typeof formDifference>[0]
  form: PartialForm
  /** When the round was sent; null for a draft. */
  date: string | null
  children?: ReactNode
}

/** Warns that the form's figure is not the one of a variance. */
export const FormDifference = ({
  variance,
  form,
  date,
  children,
}: FormDifferenceProps) => {
  const difference = formDifference(
    variance,
    form,
    evaluationDate({ ...form, date }, new Date()),
  )
  return (
    difference && (
      <Warning mt={6} p="xs" fz="sm">
        {difference} {children}
      </Warning>
    )
  )
}
