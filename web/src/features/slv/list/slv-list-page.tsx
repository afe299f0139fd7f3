import type { SlvPage, SlvRow } from '@portal/contract/slv/row'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { count } from '../../../lib/format.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ActiveFilterChips } from '../../../ui/filter-chips.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { numberOf } from '../loan-number.ts'
import { assignmentsFor } from './bulk-actions.ts'
import { BulkBar } from './bulk-bar.tsx'
import { slvColumns } from './columns.tsx'
import { FilterButton } from './filter-button.tsx'
import { ListEmpty } from './list-empty.tsx'
import { countOf } from './list-filter.ts'
import { listQuery } from './list-queries.ts'
import type { ListSearch } from './list-search.ts'
import { type ListTab, missedIn } from './list-tabs.ts'
import { rowLink } from './row-link.ts'
import { SlvCards } from './slv-cards.tsx'
import classes from './slv-list.module.css'
import { TabLinks } from './tab-links.tsx'
import { useChips } from './use-chips.ts'
import { useRoom } from './use-room.ts'
import { useRowSelection } from './use-row-selection.ts'
import { type GoTo, useSlvList } from './use-slv-list.ts'

/** Those whom its rows name: somebody who is no longer active is called by their name, too. */
const underwritersIn = (rows: readonly SlvRow[] = []) =>
  rows.flatMap(({ underwriterId: id, underwriterName: name }) => (id && name ? { id, name } : []))

type SlvListPageProps = {
  title: string
  tabs: readonly ListTab[]
  search: ListSearch
  goTo: GoTo
  /** What starts an SLV, for those who may. */
  start?: ReactNode
}

/** A page of SLV lists: tabs, figures, search and filters, the table. All of its state is the address. */
export const SlvListPage = ({ title, tabs, search, goTo, start }: SlvListPageProps) => {
  const profile = useProfile()
  const { name: brandName } = useBranding()
  const list = useSlvList(tabs, search, profile, goTo)
  const { tab, filter, sortBy, sortType, page, size } = list
  const { data, isFetching, isPlaceholderData, isError, refetch } = useQuery(
    listQuery({ tab, filter, sortBy, sortType, page, size }),
  )
  const selection = useRowSelection(tab.key, data?.items ?? [])
  const chips = useChips(filter, profile.role, list.setFilter, underwritersIn(data?.items))
  const room = useRoom()
  const maySelect = assignmentsFor(profile, tab.tableMode).length > 0
  const missed = missedIn(tabs, search)
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0
  const rows = data?.items ?? (isError && !isFetching ? [] : undefined)

  return (
    <Page fills>
      <PageHeader
        title={title}
        beside={tabs.length > 1 && <TabLinks tabs={tabs} active={tab} size={search.size} />}
        actions={start}
      />
      {missed && (
        <Notice role="status">
          The link leads to the list {missed}, which you do not have. You see{' '}
          {tabs.length > 1 ? tab.label : 'your own list'} instead
          {countOf(filter) > 0 || filter.search !== '' ? ', with those filters of the link that you have.' : '.'}
        </Notice>
      )}
      <SlvCards tab={tab} role={profile.role} filter={filter} onFilter={list.setFilter} />
      <DataTable
        label={`${title}, ${tab.label}`}
        storageKey={`slv.${tab.key}${room === 'THREE' ? '.narrow' : ''}`}
        columns={slvColumns({ tab, role: profile.role, brandName, refused: selection.refused, room })}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={numberOf}
        rowLink={(row) => rowLink(profile, tab, row)}
        isRefreshing={isFetching}
        isStale={isPlaceholderData}
        lead={
          <>
            <SearchInput
              className={classes.search}
              value={filter.search}
              onSearch={list.setSearch}
              label="Search by loan number, borrower or seller"
            />
            <FilterButton
              tab={tab}
              role={profile.role}
              filter={filter}
              onFilter={list.setFilter}
              sort={{ sortBy, sortType }}
            />
            <div className={classes.chips}>
              <ActiveFilterChips chips={chips} count={data ? resultsText(data) : ''} onClearAll={list.clear} />
            </div>
          </>
        }
        sort={{ by: sortBy, type: sortType }}
        onSort={list.setSort}
        {...(maySelect && {
          selection: {
            ids: selection.ids,
            onChange: selection.select,
            actions: <BulkBar profile={profile} tab={tab} selection={selection} />,
          },
        })}
        {...(data &&
          !isBeyond && {
            paging: {
              ...{ page, size, total: data.total, isTotalCut: data.isTotalCut },
              ...{ onPage: list.setPage, onSize: list.setSize },
            },
          })}
        empty={
          <ListEmpty
            tab={tab}
            profile={profile}
            isFailed={isError}
            isBeyond={isBeyond}
            isTotalCut={data?.isTotalCut === true}
            isNarrowed={countOf(filter) > 0 || filter.search !== ''}
            onRetry={() => void refetch()}
            onClear={list.clear}
            onFirstPage={() => list.setPage(1)}
            start={tab.tableMode === 'MY_OWN' && start}
          />
        }
      />
    </Page>
  )
}

const resultsText = ({ total, isTotalCut }: SlvPage) => {
  if (isTotalCut) return `More than ${count(total)} results`
  return total === 1 ? '1 result' : `${count(total)} results`
}
