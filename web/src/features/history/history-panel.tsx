import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/message.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useBranding } from '../auth/queries.ts'
import { historyItem } from './history-entry.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'
import { historyQuery } from './queries.ts'

/** What happened to an SLV, newest first, as far as this person may know it. */
export const HistoryPanel = ({ id }: { id: string }) => {
  const { name } = useBranding()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(historyQuery(id))
  if (!data) {
    if (!error) return <HistorySkeleton />
    return (
      <EmptyState title="The history could not be read" why={error.message}>
        <Button variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  const entries = data.pages.flatMap(({ items }) => items)
  if (entries.length === 0)
    return <EmptyState title="Nothing happened yet" why="The history begins when the request is sent." />
  return (
    <>
      <Timeline label="History, newest first" items={entries.map((entry) => historyItem(entry, name))} />
      {hasNextPage && (
        <Button variant="default" fullWidth loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </>
  )
}
