import { UnstyledButton } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { clockOfList } from '@portal/contract/slv/clocks'
import type { Due } from '@portal/contract/slv/list-query'
import type { SlvRow, SlvStatistics } from '@portal/contract/slv/row'
import { type SlvStatus, slvGroupLabels, slvGroupStatuses, slvGroups, statusesFor } from '@portal/contract/slv/status'
import { getsNewRequests, type TableMode } from '@portal/contract/slv/table-mode'
import type { Role } from '@portal/contract/user/model'
import { useQueries, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import type { GoTo } from '../../../lib/list-address.ts'
import { count } from '../../../lib/text/format.ts'
import { FilterButtons } from '../../../ui/list/filter-buttons.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { type TabLink, TabLinks } from '../../../ui/list/tab-links.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { StatCard, StatRow, StatSkeleton } from '../../../ui/stat-card.tsx'
import { useBranding, useProfile } from '../../auth/queries.ts'
import { DroppedFilters, useSavedViews } from '../../view/shared/save-view.tsx'
import { countOf, isSameChoice, type ListFilter, type ListSearch } from '../shared/list-filter.ts'
import { numberOf } from '../shared/slv-status.tsx'
import { useBarFilters } from './bar-filters.tsx'
import { assignmentsFor, BulkBar, useRowSelection } from './bulk-bar.tsx'
import { slvColumns, useRoom } from './columns.tsx'
import * as list from './list-view.ts'
import classes from './slv-list.module.css'

const SlvFilterDialog = lazy(() => import('./filter-dialog.tsx'), 'SlvFilterDialog')

const underwritersIn = (rows: readonly SlvRow[] = []) =>
  rows.flatMap(({ underwriterId: id, underwriterName: name }) => (id && name ? { id, name } : []))

type SlvListPageProps = {
  title: string
  tabs: readonly list.ListTab[]
  search: ListSearch
  goTo: GoTo<ListSearch>
  start?: ReactNode
  /** Tabs that are other screens. */
  moreTabs?: readonly TabLink[]
}

export const SlvListPage = ({ title, tabs, search, goTo, start, moreTabs = [] }: SlvListPageProps) => {
  const profile = useProfile()
  const { role } = profile
  const { name: brandName } = useBranding()
  const view = list.viewIn(tabs, search, profile)
  if (!view) throw new Error(`${role} has no list of SLVs`)
  const { tab, filter, sortBy, sortType } = view
  const { address, setFilter, clear } = list.changesOf(view, search, goTo)
  const query = useQuery(list.listQuery(view))
  const rows = query.data?.items
  const statistics = useQueries({ queries: tabs.map(list.statisticsQuery) })
  const selection = useRowSelection(tab.key, {
    ...{ rows: rows ?? [], total: query.data?.total ?? 0, isTotalCut: query.data?.isTotalCut ?? false },
    query: list.matchingOf(view),
  })
  const filters = useBarFilters({ tab, role, filter, onFilter: setFilter, known: underwritersIn(rows) })
  const room = useRoom()
  const { tableMode } = tab
  const { refused } = selection
  const clock = clockOfList({ ...filter, tableMode })
  // The same columns at every render, so that rows aren't drawn again.
  const columns = useMemo(
    () => slvColumns({ tab: { tableMode }, clock, role, brandName, refused, room }),
    [tableMode, clock, role, brandName, refused, room],
  )
  const canSelect = assignmentsFor(profile, tab.tableMode).length > 0
  const missed = list.missedIn(tabs, search)
  const isFiltered = countOf(filter) > 0

  return (
    <ListPage
      header={{
        title,
        beside: tabs.length + moreTabs.length > 1 && (
          <TabLinks
            label="Lists"
            tabs={[
              ...tabs.map((each, index): TabLink => {
                const data = statistics[index]?.data
                return {
                  key: each.key,
                  label: each.label,
                  count: data && count(data.total),
                  isCurrent: each === tab,
                  link: { to: '.', search: list.searchOfTab(each, search.size) },
                }
              }),
              ...moreTabs,
            ]}
          />
        ),
        actions: start,
      }}
      label={`${title}, ${tab.label}`}
      {...useSavedViews({
        ...{ list: 'SLV', openId: search.view, search: list.viewSearchOf(view) },
        storageKey: `slv.${tab.key}${room === 'THREE' ? '.narrow' : ''}`,
      })}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={numberOf}
      rowLink={(row) => list.rowLink(profile, tab, row)}
      query={query}
      address={address}
      sort={{ by: sortBy, type: sortType }}
      noun={['result', 'results']}
      searchLabel="Search by loan number, borrower or seller"
      filters={filters}
      more={
        <FilterButtons on={countOf(filter)} preload={SlvFilterDialog.preload} hasDownload>
          {(isDownload, close) => (
            <SlvFilterDialog
              {...{ tab, role, filter }}
              onFilter={setFilter}
              downloadSort={isDownload ? { sortBy, sortType } : undefined}
              onClose={close}
            />
          )}
        </FilterButtons>
      }
      isFiltered={isFiltered}
      onClear={clear}
      selection={
        canSelect
          ? {
              ids: selection.ids,
              onChange: selection.change,
              all: selection.all,
              actions: <BulkBar profile={profile} tab={tab} selection={selection} />,
            }
          : undefined
      }
      empty={{
        none: { ...nothingYet(tab, profile), children: tab.tableMode === 'MY_OWN' && start },
        narrowed: 'No SLVs in this list match the search and filters.',
      }}
    >
      <DroppedFilters openId={search.view} />
      {missed && (
        <Notice role="status">
          This link opens the {missed} list, which you don’t have access to. You’re viewing{' '}
          {tabs.length > 1 ? tab.label : 'your own list'} instead
          {isFiltered || filter.search !== '' ? ', with the filters from the link that apply.' : '.'}
        </Notice>
      )}
      {tab.part ? (
        tab.part !== 'FINISHED' && <DueFigures tab={tab} filter={filter} onFilter={setFilter} />
      ) : (
        <SlvCards tab={tab} role={role} filter={filter} onFilter={setFilter} />
      )}
    </ListPage>
  )
}

type DueFiguresProps = { tab: list.TabModes; filter: ListFilter; onFilter: (filter: ListFilter) => void }

/** Counts of overdue, due today and due later; the first two are also filters. */
const DueFigures = ({ tab, filter, onFilter }: DueFiguresProps) => {
  const { data } = useQuery(list.statisticsQuery(tab))
  const figure = (due: Due, value: number | undefined, label: string) => {
    const isOn = isSameChoice(filter.due, [due])
    return (
      <UnstyledButton
        className={classes.figure}
        data-due={value ? due : undefined}
        aria-pressed={isOn}
        onClick={() => onFilter({ ...filter, due: isOn ? [] : [due] })}
      >
        <b>{count(value)}</b> {label}
      </UnstyledButton>
    )
  }
  return (
    <fieldset className={classes.figures} aria-label="SLVs by due date">
      {figure('OVERDUE', data?.overdue, 'overdue')}
      {figure('TODAY', data?.dueToday, 'due today')}
      <span className={classes.figure}>
        <b>{count(data?.dueLater)}</b> due later
      </span>
    </fieldset>
  )
}

const nothingYet = (
  { tableMode, departmentTableMode, part }: list.TabModes,
  profile: Profile,
): { title: string; why: string } => {
  const message = (why: string, title = 'No SLVs yet') => ({ title, why })
  const whileWaiting = (review: string) =>
    `SLVs that need ${review} review appear here if they are assigned to you or unassigned.`
  if (profile.role === 'SELLER')
    return message(
      tableMode === 'MY_COMPANY'
        ? 'Your company has not requested a variance yet.'
        : 'Request a variance on a loan. You only need the loan number; the rest is filled in for you.',
    )
  if (profile.role !== 'UNDERWRITER') return message('The sellers assigned to you have not sent any requests yet.')
  if (tableMode === 'SLR') return message(whileWaiting('an SLR'), 'Nothing to review')
  if (tableMode === 'TRADE_DESK') return message(whileWaiting('a trade desk'), 'Nothing for the trade desk')
  if (departmentTableMode === 'TRANSFERRED')
    return message('SLVs appear here while they are with SLR or the trade desk.', 'No transferred SLVs')
  if (tableMode === 'ALL') return message('No seller has sent a request yet.')
  if (part === 'WAITING')
    return message('SLVs that wait on the seller, SLR or the trade desk appear here.', 'Nothing is waiting on others')
  if (part === 'FINISHED')
    return message('SLVs appear here once they are decided or withdrawn.', 'No finished work yet')
  return message(
    getsNewRequests(profile)
      ? 'New requests appear here when they are assigned to you.'
      : 'New requests are assigned to other underwriters. Post-close SLVs that you create appear here.',
    part === 'OPEN' ? 'No open work' : 'No SLVs are assigned to you',
  )
}

const groupCards = slvGroups.map((group) => ({ label: slvGroupLabels[group], statuses: slvGroupStatuses[group] }))

/** The cards of each list. SLR and the trade desk see reviews to start, reviews in progress and information they asked for. */
const cardsOf: Record<TableMode, readonly { label: string; statuses: readonly SlvStatus[] }[]> = {
  ...{ MY_OWN: groupCards, MY_COMPANY: groupCards, ALL: groupCards },
  SLR: [
    { label: 'Waiting', statuses: ['SLR_PENDING', 'SLR_INFO_RECEIVED'] },
    { label: 'Mine', statuses: ['SLR_REVIEW'] },
    { label: 'Info requested', statuses: ['SLR_PENDING_INFO'] },
    { label: 'Completed', statuses: ['SLR_COMPLETED'] },
  ],
  TRADE_DESK: [
    { label: 'Waiting', statuses: ['TD_PENDING'] },
    { label: 'Mine', statuses: ['TD_REVIEW'] },
    { label: 'Completed', statuses: ['TD_COMPLETED'] },
  ],
}

type SlvCardsProps = { tab: list.TabModes; role: Role; filter: ListFilter; onFilter: (filter: ListFilter) => void }

const SlvCards = ({ tab, role, filter, onFilter }: SlvCardsProps) => {
  const { data, isError } = useQuery(list.statisticsQuery(tab))
  if (!data) return isError ? null : <StatSkeleton cards={role === 'SELLER' ? 6 : 8} />
  const { total, byStatus, overdue, dueToday = 0 } = data
  const visible = statusesFor(role)
  const isDesk = tab.tableMode === 'SLR' || tab.tableMode === 'TRADE_DESK'
  const isDueToday = isSameChoice(filter.due, ['TODAY'])
  const card = (label: string, value: number, isPressed: boolean, change: Partial<ListFilter>, isAlarming = false) => (
    <StatCard
      key={label}
      label={label}
      value={count(value)}
      isPressed={isPressed}
      isAlarming={isAlarming}
      onClick={() => onFilter({ ...filter, ...change })}
    />
  )
  return (
    <StatRow label="List totals">
      {card(totalText(data), total, filter.status.length === 0 && !filter.overdue, { status: [], overdue: false })}
      {cardsOf[tab.tableMode].map(({ label, statuses }) => {
        const chosen = statuses.filter((status) => visible.includes(status))
        const value = chosen.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
        const isPressed = isSameChoice(filter.status, chosen)
        return chosen.length > 0 && card(label, value, isPressed, { status: isPressed ? [] : chosen })
      })}
      {isDesk && card('Due today', dueToday, isDueToday, { due: isDueToday ? [] : ['TODAY'] })}
      {overdue !== undefined && card('Overdue', overdue, filter.overdue, { overdue: !filter.overdue }, overdue > 0)}
    </StatRow>
  )
}

const totalText = ({ total, byGroup }: Pick<SlvStatistics, 'total' | 'byGroup'>): string => {
  const drafts = total - Object.values(byGroup).reduce((sum, one) => sum + one, 0)
  if (drafts <= 0) return 'Total'
  return drafts === 1 ? 'Total (1 draft)' : `Total (${count(drafts)} drafts)`
}
