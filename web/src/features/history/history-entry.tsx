import type { Change, HistoryEntry } from '@portal/contract/history/api'
import { slvStatusLabels } from '@portal/contract/slv/status'
import { IconArrowRight } from '@tabler/icons-react'
import * as format from '../../lib/format.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { TimelineItem } from '../../ui/timeline.tsx'
import { statusColors } from '../slv/status-colors.ts'
import { ChangeLine } from './change-line.tsx'
import classes from './history-entry.module.css'
import { toldActions } from './told.ts'

/** One entry of the history for the timeline, under its day: what, who, at what time in New York, from where to where, and the changes. */
export const historyItem = (entry: HistoryEntry, brandName: string): TimelineItem => {
  const { id, at, action, actorName, resubmitCount } = entry
  return {
    key: id,
    title: toldActions[action],
    who: action === 'assign-first' ? 'Automatic' : actorName,
    at,
    when: `${format.time(at)}${resubmitCount > 0 ? ` · Round ${resubmitCount + 1}` : ''}`,
    body: <EntryBody entry={entry} brandName={brandName} />,
  }
}

type BodyProps = { entry: HistoryEntry; brandName: string }

const EntryBody = ({ entry: { fromStatus, toStatus, comment, changes }, brandName }: BodyProps) => {
  const readable = changes.filter(isReadable)
  const moved = fromStatus !== toStatus
  if (!moved && !comment && readable.length === 0) return null
  return (
    <div className={classes.body}>
      {moved && (
        <span className={classes.move}>
          {fromStatus && (
            <>
              <StatusBadge label={slvStatusLabels[fromStatus]} color={statusColors[fromStatus]} />
              <IconArrowRight size={14} role="img" aria-label="to" />
            </>
          )}
          <StatusBadge label={slvStatusLabels[toStatus]} color={statusColors[toStatus]} />
        </span>
      )}
      {comment && <blockquote className={classes.comment}>{comment}</blockquote>}
      {readable.length > 0 && (
        <ul className={classes.changes}>
          {readable.map((change) => (
            <li key={change.field}>
              <ChangeLine change={change} brandName={brandName} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Bare ids tell people nothing: who somebody is stands in the change of their name. */
const isReadable = ({ field }: Change) => !/(^|\.)\w+Id$/.test(field)
