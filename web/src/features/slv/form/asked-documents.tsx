import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import * as format from '../../../lib/format.ts'
import classes from './asked-documents.module.css'

/** The documents that the underwriter asked the seller for in this round, each with its note and whether it is there. */
export const AskedDocuments = ({ documents }: { documents: SlvDetail['pendingDocuments'] }) => {
  if (documents.length === 0) return <p className={classes.count}>The underwriter asked for no documents.</p>
  const missing = documents.filter(({ receivedAt }) => receivedAt === null).length
  return (
    <div className={classes.documents}>
      <p className={classes.count}>
        {missing === 0 ? 'All documents are there.' : `${missing} of ${documents.length} not there yet.`}
      </p>
      <ul>
        {documents.map(({ id, name, note, receivedAt }) => (
          <li key={id}>
            <span className={classes.name}>{name}</span>
            <span className={classes.state} data-received={receivedAt !== null || undefined}>
              {receivedAt ? <IconCircleCheck size={16} aria-hidden /> : <IconClockHour4 size={16} aria-hidden />}
              {receivedAt ? `Received ${format.dateTime(receivedAt)}` : 'Awaited'}
            </span>
            {note && <p className={classes.note}>{note}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
