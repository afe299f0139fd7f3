import type { IntakeLook } from '@portal/contract/data-capture/api'
import { IconAlertTriangle } from '@tabler/icons-react'
import { dateTime } from '../../lib/format.ts'
import classes from './data-capture.module.css'

/** When the portal looked last where transmittals arrive; that it could not see them is an alert. */
export const LastLook = ({ look: { at, source, problem } }: { look: IntakeLook }) =>
  problem === null ? (
    <p className={classes.look}>
      Last looked at {dateTime(at)}: {source}
    </p>
  ) : (
    <p className={classes.blind} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <span>
        {problem}: {source}. Last tried at {dateTime(at)}; it is tried again each minute. Until then no transmittal is
        read.
      </span>
    </p>
  )
