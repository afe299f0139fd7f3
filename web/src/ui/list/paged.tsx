import { Button } from '@mantine/core'
import type { InfiniteData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadFailed } from '../message.tsx'
import { ListSkeleton } from '../skeletons.tsx'

type PagedProps<Item> = {
  /** In the messages while it loads and when that fails: 'the history'. */
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
  /** The label of the button that loads the next page. */
  more?: string
  children: (items: Item[], total: number) => ReactNode
}

/**
 * A list that loads a page at a time: skeleton, error, empty state, and more on
 * demand.
 */
export const Paged = <Item,>({
  what,
  query,
  empty,
  more = 'Load more',
  children,
}: PagedProps<Item>) => {
  const {
    data,
    error,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isPlaceholderData,
  } = query
  if (error && (!data || isPlaceholderData))
    return <LoadFailed what={what} error={error} onClick={refetch} />
  if (!data) return <ListSkeleton label={`Loading ${what}`} />

  const items = data.pages.flatMap((page) => page.items)
  if (items.length === 0) return empty

  const total = data.pages.at(-1)?.total ?? items.length
  return (
    <div aria-busy={isPlaceholderData}>
      {children(items, total)}
      {hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </div>
  )
}
