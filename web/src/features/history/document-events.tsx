import type { DocumentEvent } from '@portal/contract/document/api'
import { documentTypes } from '@portal/contract/document/model'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/message.tsx'
import { DocumentName } from '../document/document-name.tsx'
import classes from './history-table.module.css'
import { Paged } from './paged.tsx'
import { documentHistoryQuery } from './queries.ts'

/** Files that came and went, newest first. What is still there opens from here. */
export const DocumentEvents = ({ id }: { id: string }) => (
  <Paged
    what="The history of the documents"
    query={useInfiniteQuery(documentHistoryQuery(id))}
    empty={<EmptyState title="No documents yet" why="Files that come and go are listed here." />}
  >
    {(events) => (
      <table className={classes.table}>
        <caption>Documents that came and went, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">What happened</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow key={event.id} slvId={id} event={event} />
          ))}
        </tbody>
      </table>
    )}
  </Paged>
)

const EventRow = ({ slvId, event }: { slvId: string; event: DocumentEvent }) => {
  const { at, actorName, action, documentId, name, type, resubmitCount, isThere } = event
  return (
    <tr>
      <th scope="row">
        {isThere ? <DocumentName slvId={slvId} document={{ id: documentId, name, type }} /> : name}
        <div className={classes.under}>{documentTypes[type].label}</div>
      </th>
      <td>
        {action === 'ADDED' ? 'Added' : 'Deleted'} by {actorName}
        <div className={classes.under}>
          <time dateTime={at}>{dateTime(at)}</time>
          {resubmitCount > 0 && ` · Round ${resubmitCount + 1}`}
        </div>
      </td>
    </tr>
  )
}
