import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFilterOff,
  IconInbox,
} from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { ListAddress } from '../../lib/list-address.ts'
import { count } from '../../lib/text/format.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { SearchInput } from '../inputs/search-input.tsx'
import { EmptyState } from '../message.tsx'
import { Page, PageHeader, type PageHeaderProps } from '../page.tsx'
import {
  type BarFilter,
  FilterBar,
  type FilterDialogOptions,
} from './filter-bar.tsx'
import classes from './list-page.module.css'

/** One row and several: 'SLV', 'SLVs'. */
export type Noun = readonly [one: string, several: string]

/** '1 SLV', '2,310 SLVs', 'More than 10,000 SLVs'. */
export const countText = (
  [one, several]: Noun,
  total: number,
  isTotalCut = false,
): string => {
  if (isTotalCut) return `More than ${count(total)} ${several}`
  return `${count(total)} ${total === 1 ? one : several}`
}

/** A query for one page of a list. */
export type ListQuery<Row> = {
  data:
    | { items: readonly Row[]; total: number; isTotalCut?: boolean }
    | undefined
  isFetching: boolean
  isPlaceholderData: boolean
  isError: boolean
  refetch: () => unknown
}

type TableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  | 'label'
  | 'storageKey'
  | 'columns'
  | 'presets'
  | 'rowId'
  | 'rowLabel'
  | 'rowLink'
  | 'groups'
  | 'hasFields'
  | 'selection'
  | 'sort'
  | 'start'
  | 'views'
>

type ListPageProps<Row> = TableProps<Row> & {
  header: PageHeaderProps
  /** Between the header and the table: notices, figures. */
  children?: ReactNode
  query: ListQuery<Row>
  address: ListAddress
  /** Where the pages of a cut list end: after this many rows. */
  end?: number | undefined
  noun: Noun
  searchLabel: string
  searchPlaceholder?: string
  filters?: readonly BarFilter[]
  filterDialog?: FilterDialogOptions
  /** After the search: a choice that is always shown. */
  more?: ReactNode
  /** Whether filters are on. */
  isFiltered: boolean
  /** Removes the search and all filters. */
  onClear: () => void
  /** Why there are no rows. `none` applies when the list has none at all. */
  empty: {
    none: ComponentProps<typeof EmptyState>
    narrowed: string
    beyond?: string
  }
}

/**
 * A page with one list: header, search, filters, table and pager, and what to
 * do when there are no rows.
 */
export const ListPage = <Row,>(props: ListPageProps<Row>) => {
  const { query, address, end, noun, onClear, empty, ...table } = props
  const { data, isFetching, isError } = query
  const { page, size } = address
  const isBeyond =
    data !== undefined && data.items.length === 0 && data.total > 0

  return (
    <Page fills>
      <PageHeader {...props.header} />
      {props.children}
      <DataTable
        {...table}
        rows={data?.items ?? (isError && !isFetching ? [] : undefined)}
        isRefreshing={isFetching}
        isStale={query.isPlaceholderData}
        onSort={address.setSort}
        lead={
          <FilterBar
            search={
              <SearchInput
                className={classes.search}
                value={address.search}
                onSearch={address.setSearch}
                label={props.searchLabel}
                placeholder={props.searchPlaceholder}
              />
            }
            filters={props.filters ?? []}
            count={data ? countText(noun, data.total, data.isTotalCut) : ''}
            onClearAll={onClear}
            dialog={props.filterDialog}
          >
            {props.more}
          </FilterBar>
        }
        paging={
          data && !isBeyond
            ? {
                page,
                size,
                end,
                total: data.total,
                isTotalCut: data.isTotalCut,
                onPage: address.setPage,
                onSize: address.setSize,
              }
            : undefined
        }
        empty={
          <EmptyList
            query={query}
            isBeyond={isBeyond}
            isNarrowed={props.isFiltered || address.search !== ''}
            empty={empty}
            onFirstPage={() => address.setPage(1)}
            onClear={onClear}
          />
        }
      />
    </Page>
  )
}

type EmptyListProps = {
  query: ListQuery<unknown>
  /** The list has fewer pages than the address says. */
  isBeyond: boolean
  isNarrowed: boolean
  empty: ListPageProps<unknown>['empty']
  onFirstPage: () => void
  onClear: () => void
}

/** Why there are no rows, and what to do. */
const EmptyList = ({
  query,
  isBeyond,
  isNarrowed,
  empty,
  onFirstPage,
  onClear,
}: EmptyListProps) => {
  if (query.isError)
    return (
      <EmptyState
        title="Couldn’t load the list"
        why="Try again in a moment."
        icon={<IconAlertTriangle size={32} stroke={1.4} />}
      >
        <Button onClick={() => void query.refetch()}>Try again</Button>
      </EmptyState>
    )
  if (isBeyond)
    return (
      <EmptyState
        title="This page is empty"
        why={empty.beyond ?? 'The list now has fewer pages.'}
        icon={<IconInbox size={32} stroke={1.4} />}
      >
        <Button onClick={onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  if (isNarrowed)
    return (
      <EmptyState
        title="No results"
        why={empty.narrowed}
        icon={<IconFilterOff size={32} stroke={1.4} />}
      >
        <Button onClick={onClear}>Clear search and filters</Button>
      </EmptyState>
    )
  return (
    <EmptyState icon={<IconInbox size={32} stroke={1.4} />} {...empty.none} />
  )
}
