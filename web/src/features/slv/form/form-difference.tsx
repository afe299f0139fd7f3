import { type FormFigures, formDifference } from '@portal/contract/slv-request/distance'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './variances.module.css'

type FormDifferenceProps = {
  variance: Parameters<typeof formDifference>[0]
  form: FormFigures
  children?: ReactNode
}

/** A warning where a variance and the form disagree about the loan. */
export const FormDifference = ({ variance, form, children }: FormDifferenceProps) => {
  const difference = formDifference(variance, form)
  return (
    difference && (
      <div className={classes.differs}>
        <IconAlertTriangle size={14} aria-hidden />
        {difference}
        {children}
      </div>
    )
  )
}
