import type { Change } from '@portal/contract/history/api'
import type { TdocEvent } from '@portal/contract/tdoc/answers'
import { IconArrowRight } from '@tabler/icons-react'
import { time, weekday } from '../../lib/format.ts'
import { Timeline } from '../../ui/timeline.tsx'
import { byDay } from '../history/by-day.ts'
import classes from './event-timeline.module.css'
import { eventField, eventValue, toldEvents } from './event-words.ts'

/** What happened to a Tdoc or to one of its categories, newest first, by day. */
export const EventTimeline = ({ label, events }: { label: string; events: readonly TdocEvent[] }) => (
  <Timeline
    label={label}
    groups={byDay(events).map(({ day, items }) => ({
      label: `${weekday(items[0]?.at)}, ${day}`,
      items: items.map(({ id, at, actorName, action, changes }) => ({
        key: String(id),
        title: toldEvents[action],
        who: actorName ?? 'The transmittal',
        at,
        when: time(at),
        body: <Changes changes={changes} />,
      })),
    }))}
  />
)

const Changes = ({ changes }: { changes: readonly Change[] }) => {
  const readable = changes.filter((change) => eventField(change) !== null)
  if (readable.length === 0) return null
  return (
    <ul className={classes.changes}>
      {readable.map((change) => (
        <li key={change.field}>
          <span className={classes.field}>{eventField(change)}:</span>{' '}
          {change.before !== null && change.before !== change.after && (
            <>
              <del>{eventValue(change, change.before)}</del> <IconArrowRight
                size={12}
                role="img"
                aria-label="to"
              />{' '}
            </>
          )}
          <ins>{eventValue(change, change.after)}</ins>
        </li>
      ))}
    </ul>
  )
}
