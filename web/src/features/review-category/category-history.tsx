import { useInfiniteQuery } from '@tanstack/react-query'
import { Paged } from '../history/paged.tsx'
import { EventTimeline } from '../tdoc/event-timeline.tsx'
import classes from './category.module.css'
import { categoryHistoryQuery } from './queries.ts'

/** What happened to one category, newest first, ten at a time. */
export const CategoryHistory = ({ id, name }: { id: string; name: string }) => (
  <Paged
    what="The history"
    query={useInfiniteQuery(categoryHistoryQuery(id))}
    empty={<p className={classes.quiet}>Nothing was changed yet.</p>}
  >
    {(events) => <EventTimeline label={`History of ${name}, newest first`} events={events} />}
  </Paged>
)
