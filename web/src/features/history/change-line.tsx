import type { Change } from '@portal/contract/history/api'
import { IconArrowRight } from '@tabler/icons-react'
import { fieldLabel, fieldText } from '../slv/field-text.ts'
import classes from './change-line.module.css'

type ChangeLineProps = { change: Change; brandName: string; withEmpty?: boolean }

/** One field, what it held and what it holds. What was empty before is left out, unless it tells something. */
export const ChangeLine = ({ change: { field, before, after }, brandName, withEmpty = false }: ChangeLineProps) => (
  <>
    <span className={classes.field}>{fieldLabel(field, brandName)}:</span>{' '}
    {(before !== null || withEmpty) && (
      <>
        <del className={classes.before}>{fieldText(field, before)}</del> <ChangeArrow />{' '}
      </>
    )}
    <ins className={classes.after}>{fieldText(field, after)}</ins>
  </>
)

/** From one value to another. */
export const ChangeArrow = () => <IconArrowRight className={classes.arrow} size={12} role="img" aria-label="to" />
