import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCircleCheck, IconClock } from '@tabler/icons-react'
import * as format from '../../../lib/format.ts'
import classes from './form.module.css'

/** The documents that the underwriter asked for in this round, and which of them came. */
export const AskedDocuments = ({ documents }: { documents: SlvDetail['pendingDocuments'] }) => {
  if (documents.length === 0) return <p className={classes.quiet}>The underwriter asked for no documents.</p>
  return (
    <ul className={classes.documents}>
      {documents.map(({ id, name, note, receivedAt }) => (
        <li key={id}>
          {receivedAt ? <IconCircleCheck size={18} aria-hidden /> : <IconClock size={18} aria-hidden />}
          <div>
            <strong>{name}</strong>
            {note && <p>{note}</p>}
            <span className={classes.quiet}>
              {receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Asked for, not received yet'}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
