import type { InformationEdit } from '@portal/contract/history/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateTime } from '../../lib/format.ts'
import { EmptyState } from '../../ui/message.tsx'
import { useBranding } from '../auth/queries.ts'
import { fieldLabel, fieldText } from '../slv/field-text.ts'
import classes from './history-table.module.css'
import { Paged } from './paged.tsx'
import { informationEditsQuery } from './queries.ts'

/** What was changed in the request since it was sent, field by field: what it said before, what after, who and when. */
export const InformationEdits = ({ id }: { id: string }) => {
  const { name } = useBranding()
  return (
    <Paged
      what="The edits"
      query={useInfiniteQuery(informationEditsQuery(id))}
      empty={<EmptyState title="Nothing was edited" why="The request says what it said when it was sent." />}
    >
      {(edits) => (
        <table className={classes.table}>
          <caption>Information edits, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {edits.map((edit) => (
              <EditRow key={edit.id} edit={edit} brandName={name} />
            ))}
          </tbody>
        </table>
      )}
    </Paged>
  )
}

const EditRow = ({ edit, brandName }: { edit: InformationEdit; brandName: string }) => {
  const { field, before, after, actorName, at, resubmitCount } = edit
  return (
    <tr>
      <th scope="row">
        {fieldLabel(field, brandName)}
        <div className={classes.under}>
          {actorName}
          <br />
          <time dateTime={at}>{dateTime(at)}</time>
          {resubmitCount > 0 && ` · Round ${resubmitCount + 1}`}
        </div>
      </th>
      <td className={classes.before}>{fieldText(field, before)}</td>
      <td>{fieldText(field, after)}</td>
    </tr>
  )
}
