import { Box } from '@mantine/core'
import type { DocumentEvent } from '@portal/contract/document/api'
import { documentTypes } from '@portal/contract/document/model'
import type { InformationEdit } from '@portal/contract/history/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../lib/text/format.ts'
import { useBranding } from '../../records/auth/queries.ts'
import { DocumentName } from '../../records/document/document-name.tsx'
import {
  documentHistoryQuery,
  informationEditsQuery,
} from '../../records/history/queries.ts'
import { fieldLabel, fieldText } from '../../records/slv/field-text.ts'
import { Paged } from '../../ui/list/paged.tsx'
import { EmptyState } from '../../ui/message.tsx'
import { CellNote, SmallTable } from '../../ui/small-table.tsx'
import classes from './history.module.css'

/** The changes to the request since it was sent, field by field. */
export const InformationEdits = ({ id }: { id: string }) => {
  const { name } = useBranding()
  return (
    <Paged
      what="the edits"
      query={useInfiniteQuery(informationEditsQuery(id))}
      empty={
        <EmptyState
          title="No edits"
          why="The request has not been edited since it was sent."
        />
      }
    >
      {(edits) => (
        <SmallTable
          caption="Information edits, newest first"
          heads={['Field', 'Before', 'After']}
          className={classes.table}
        >
          {edits.map((edit) => (
            <tr key={edit.id}>
              <th scope="row">
                {fieldLabel(edit.field, name)}
                <CellNote>
                  {edit.actorName}
                  <br />
                  <When event={edit} />
                </CellNote>
              </th>
              <Box component="td" c="dimmed">
                {fieldText(edit.field, edit.before)}
              </Box>
              <td>{fieldText(edit.field, edit.after)}</td>
            </tr>
          ))}
        </SmallTable>
      )}
    </Paged>
  )
}

/** Added and deleted files. Those that still exist open from here. */
export const DocumentEvents = ({ id }: { id: string }) => (
  <Paged
    what="the document history"
    query={useInfiniteQuery(documentHistoryQuery(id))}
    empty={
      <EmptyState
        title="No documents yet"
        why="Added and deleted files are listed here."
      />
    }
  >
    {(events) => (
      <SmallTable
        caption="Document activity, newest first"
        heads={['Document', 'What happened']}
        className={classes.table}
      >
        {events.map((event) => (
          <tr key={event.id}>
            <th scope="row">
              {event.isThere ? (
                <DocumentName
                  slvId={id}
                  document={{ ...event, id: event.documentId }}
                />
              ) : (
                event.name
              )}
              <CellNote>{documentTypes[event.type].label}</CellNote>
            </th>
            <td>
              {event.action === 'ADDED' ? 'Added' : 'Deleted'} by{' '}
              {event.actorName}
              <CellNote>
                <When event={event} />
              </CellNote>
            </td>
          </tr>
        ))}
      </SmallTable>
    )}
  </Paged>
)

const When = ({
  event: { at, resubmitCount },
}: {
  event: InformationEdit | DocumentEvent
}) => (
  <>
    <time dateTime={at}>{dateTime(at)}</time>
    {resubmitCount > 0 && ` · Round ${resubmitCount + 1}`}
  </>
)
