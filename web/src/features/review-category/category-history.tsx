import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { HistorySkeleton } from '../history/history-skeleton.tsx'
import { EventTimeline } from '../tdoc/event-timeline.tsx'
import classes from './category.module.css'
import { categoryHistoryQuery } from './queries.ts'

/** What happened to one category, newest first. */
export const CategoryHistory = ({ id, name }: { id: string; name: string }) => {
  const { data, error, refetch } = useQuery(categoryHistoryQuery(id))
  if (error && !data)
    return (
      <p className={classes.quiet}>
        The history could not be read.{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!data) return <HistorySkeleton />
  if (data.length === 0) return <p className={classes.quiet}>Nothing was changed yet.</p>
  return <EventTimeline label={`History of ${name}, newest first`} events={data} />
}
