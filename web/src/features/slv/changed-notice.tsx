import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useBranding } from '../auth/queries.ts'
import classes from './changed-notice.module.css'
import { differences } from './changes.ts'

/** Inside a dialog that opened on `slv`: what somebody else changed of it since, both values beside each other. */
export const ChangedNotice = ({ slv }: { slv: SlvDetail }) => {
  const { name } = useBranding()
  const [seen] = useState(slv)
  const changed = seen.version === slv.version ? [] : differences(seen, slv, name)
  if (changed.length === 0) return null

  return (
    <section className={classes.notice} role="alert">
      <p className={classes.title}>
        <IconAlertTriangle size={16} aria-hidden />
        This SLV changed while the dialog was open. Go on, or cancel and look at it.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">You saw</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ field, label, before, now }) => (
            <tr key={field}>
              <th scope="row">{label}</th>
              <td>{before}</td>
              <td>{now}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
