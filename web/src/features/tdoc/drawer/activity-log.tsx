import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../ui/message.tsx'
import { Paged } from '../../history/paged.tsx'
import { EventTimeline } from '../event-timeline.tsx'
import { tdocActivityQuery } from '../queries.ts'

/** What happened to a Tdoc, newest first, ten at a time. */
export const ActivityLog = ({ tdocId }: { tdocId: string }) => (
  <Paged
    what="The activity log"
    query={useInfiniteQuery(tdocActivityQuery(tdocId))}
    empty={<EmptyState title="No activity yet" why="Changes to this Tdoc will appear here." />}
  >
    {(events) => <EventTimeline label="Activity, newest first" events={events} />}
  </Paged>
)
