import type { SlvDetail } from '@portal/contract/slv/answers'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import * as format from '../../../lib/format.ts'
import { EmptyState } from '../../../ui/message.tsx'
import classes from './documents-asked.module.css'

/** The documents that the underwriter asked the seller for in this round, each with its note and whether it is there. */
export const DocumentsAsked = ({ slv: { pendingDocuments } }: { slv: SlvDetail }) => {
  if (pendingDocuments.length === 0)
    return (
      <EmptyState title="No documents asked for" why="When the underwriter asks for documents, they are listed here." />
    )
  const missing = pendingDocuments.filter(({ receivedAt }) => receivedAt === null).length
  return (
    <div className={classes.documents}>
      <p className={classes.count}>
        {missing === 0 ? 'All documents are there.' : `${missing} of ${pendingDocuments.length} not there yet.`}
      </p>
      <ul>
        {pendingDocuments.map(({ id, name, note, receivedAt }) => (
          <li key={id}>
            <span className={classes.name}>{name}</span>
            <span className={classes.state} data-received={receivedAt !== null || undefined}>
              {receivedAt ? <IconCircleCheck size={16} aria-hidden /> : <IconClockHour4 size={16} aria-hidden />}
              {receivedAt ? `Received ${format.date(receivedAt)}` : 'Awaited'}
            </span>
            {note && <p className={classes.note}>{note}</p>}
          </li>
        ))}
      </ul>
    </div>
  )
}
