import type { ComponentProps } from 'react'
import { DataTable } from './data-table/data-table.tsx'
import { countText, type Noun } from './list/list-page.tsx'
import { EmptyState, LoadFailed } from './message.tsx'
import { Hint } from './presets.ts'

type PagedTableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'storageKey' | 'columns' | 'rowLabel' | 'rowLink'
> & {
  noun: Noun
  query: {
    data:
      | { items: Row[]; page: number; size: number; total: number }
      | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  onPage: (page: number) => void
  empty: { title: string; why: string }
}

/**
 * A page of a list without search and filters: its table, its pager, and why it
 * is empty or couldn't be loaded.
 */
export const PagedTable = <Row extends { id: string }>(
  props: PagedTableProps<Row>,
) => {
  const { noun, query, onPage, empty, ...table } = props
  const { data, error, isPlaceholderData, refetch } = query
  const [, many] = noun
  if (error && !data)
    return <LoadFailed what={`the ${many}`} error={error} onClick={refetch} />
  return (
    <DataTable
      {...table}
      label={`${many.charAt(0).toUpperCase()}${many.slice(1)}`}
      lead={data && <Hint>{countText(noun, data.total)}</Hint>}
      rows={data?.items}
      rowId={({ id }) => id}
      isRefreshing={isPlaceholderData}
      isStale={isPlaceholderData}
      {...(data && { paging: { ...data, onPage } })}
      empty={<EmptyState {...empty} />}
    />
  )
}
