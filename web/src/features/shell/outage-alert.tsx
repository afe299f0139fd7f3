import { IconPlugConnectedX } from '@tabler/icons-react'
import { outageText, useOutage } from '../../lib/outage.ts'
import classes from './shell.module.css'

/** The global alert of spec.md §2: once, while queries fail; it goes when one succeeds. */
export const OutageAlert = () =>
  useOutage() && (
    <div className={classes.outage} role="alert">
      <IconPlugConnectedX size={18} aria-hidden />
      {outageText}
    </div>
  )
