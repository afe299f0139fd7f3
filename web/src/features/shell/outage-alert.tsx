import { IconPlugConnectedX } from '@tabler/icons-react'
import { outageText, useOutageNotice } from '../../lib/outage.ts'
import classes from './shell.module.css'

/** One line over the page while data can't be loaded: the global alert of spec.md §2, or that there is no connection. */
export const OutageAlert = () => {
  const notice = useOutageNotice()
  if (notice === null) return null
  return (
    <div className={classes.outage} role={notice === outageText ? 'alert' : 'status'}>
      <span>
        <IconPlugConnectedX size={16} aria-hidden />
        {notice}
      </span>
    </div>
  )
}
