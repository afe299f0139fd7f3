import { Button } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/message.tsx'
import { HistorySkeleton } from './history-skeleton.tsx'

type PagedProps<Item> = {
  /** What is read; stands in the sentence that says that it could not be. */
  what: string
  query: {
    data: InfiniteData<{ items: Item[]; total: number }> | undefined
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    fetchNextPage: () => unknown
    isFetchingNextPage: boolean
    isPlaceholderData: boolean
  }
  /** In place of the items when there are none. */
  empty: ReactNode
  children: (items: Item[], total: number) => ReactNode
}

/** A list that is read a page at a time: its skeleton, its failure, its emptiness, and more on demand. */
export const Paged = <Item,>({ what, query, empty, children }: PagedProps<Item>) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = query
  if (!data || (error && isPlaceholderData)) {
    if (!error) return <HistorySkeleton />
    return (
      <EmptyState title={`${what} could not be read`} why={error.message}>
        <Button variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty
  return (
    <div aria-busy={isPlaceholderData}>
      {children(items, data.pages.at(-1)?.total ?? items.length)}
      {hasNextPage && (
        <Button variant="default" fullWidth mt="sm" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  )
}
