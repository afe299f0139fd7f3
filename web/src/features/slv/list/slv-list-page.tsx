import type { Profile } from '@portal/contract/auth/api'
import { clockForList } from '@portal/contract/slv/clocks'
import {
  filterOfCount,
  getCounts,
  type SlvCount,
  valueOfCount,
} from '@portal/contract/slv/counts'
import type { Due } from '@portal/contract/slv/list-query'
import type { SlvPage, SlvRow, SlvStatistics } from '@portal/contract/slv/row'
import { getsNewRequests } from '@portal/contract/slv/table-mode'
import type { Role } from '@portal/contract/user/model'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import type { GoTo } from '../../../lib/list-address.ts'
import { count } from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  countFilters,
  type ListFilter,
  type ListSearch,
} from '../../../records/slv/list-filter.ts'
import {
  type NextStepPart,
  nextStepPart,
} from '../../../records/slv/next-step.ts'
import { toNumber } from '../../../records/slv/slv-status.tsx'
import {
  StatCard,
  StatRow,
  StatSkeleton,
} from '../../../ui/cards/stat-card.tsx'
import type { RowGroups } from '../../../ui/data-table/columns.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { type TabLink, TabLinks } from '../../../ui/list/tab-links.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { DroppedFilters, useSavedViews } from '../../view/shared/save-view.tsx'
import { AssignOwnedButton } from '../actions/assign-owned-button.tsx'
import { useBarFilters } from './bar-filters.tsx'
import { type ListWidth, slvColumns, useListWidth } from './columns.tsx'
import { assignmentsFor } from './list-actions.ts'
import { listQuery, statisticsQuery } from './list-queries.ts'
import {
  findMissingList,
  type ListTab,
  searchOfTab,
  type TabModes,
} from './list-tabs.ts'
import {
  createChangeHandlers,
  getMatching,
  isFinishedList,
  isTransferredList,
  type ListView,
  showsCount,
  toViewSearch,
  viewIn,
} from './list-view.ts'
import { rowLink } from './row-link.ts'
import classes from './slv-list.module.css'
import { useRowSelection } from './use-row-selection.ts'

const BulkBar = lazy(() => import('./bulk-bar.tsx'), 'BulkBar')
const SlvFilterDialog = lazy(
  () => import('./filter-dialog.tsx'),
  'SlvFilterDialog',
)

const underwritersIn = (rows: readonly SlvRow[] = []) =>
  rows.flatMap(({ underwriterId: id, underwriterName: name }) =>
    id && name ? { id, name } : [],
  )

type SlvListPageProps = {
  title: string
  tabs: readonly ListTab[]
  search: ListSearch
  goTo: GoTo<ListSearch>
  start?: ReactNode
  /** Tabs that are other screens. */
  moreTabs?: readonly TabLink[]
}

export const SlvListPage = ({
  title,
  tabs,
  search,
  goTo,
  start,
  moreTabs = [],
}: SlvListPageProps) => {
  const profile = useProfile()
  const { role } = profile
  const view = viewIn(tabs, search, profile)
  if (!view) throw new Error(`${role} has no list of SLVs`)
  const { tab, filter, sortBy, sortType } = view
  const handlers = createChangeHandlers(view, search, goTo)
  const { setFilter, searchOfCount } = handlers
  const query = useQuery(listQuery(view))
  const rows = query.data?.items
  const { selection, refused } = useBulkSelection(view, query.data)
  const filters = useBarFilters({
    tab,
    role,
    filter,
    onFilter: setFilter,
    known: underwritersIn(rows),
  })
  const listWidth = useListWidth()
  const columns = useColumns(view, refused, listWidth)
  const groups = useNextStepGroups(view)
  const isFiltered = countFilters(filter) > 0

  return (
    <ListPage
      header={{
        title,
        beside: tabs.length + moreTabs.length > 1 && (
          <ListTabs
            tabs={tabs}
            tab={tab}
            size={search.size}
            moreTabs={moreTabs}
          />
        ),
        actions: <ListActions tab={tab} start={start} />,
      }}
      label={`${title}, ${tab.label}`}
      {...useSavedViews({
        list: 'SLV',
        openId: search.view,
        search: toViewSearch(view),
        storageKey: `slv.${tab.key}${listWidth === 'NARROW' ? '.narrow' : ''}`,
      })}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={toNumber}
      rowLink={(row) => rowLink(profile, tab, row)}
      groups={groups}
      query={query}
      address={handlers.address}
      sort={{ by: sortBy, type: sortType }}
      noun={['result', 'results']}
      searchLabel="Search by loan number, borrower, seller or owner"
      filters={filters}
      filterDialog={toFilterDialog(view, role, setFilter)}
      isFiltered={isFiltered}
      onClear={handlers.clear}
      selection={selection}
      empty={emptyTexts(tab, profile, start)}
    >
      <DroppedFilters openId={search.view} />
      <MissedListNotice tabs={tabs} search={search} tab={tab} filter={filter} />
      <ListFigures tab={tab} filter={filter} searchOfCount={searchOfCount} />
    </ListPage>
  )
}

/** The selected rows with their bulk actions, for those who assign work. */
const useBulkSelection = (
  view: ListView & { tab: ListTab },
  page: SlvPage | undefined,
) => {
  const profile = useProfile()
  const { tab } = view
  const selection = useRowSelection(tab.key, {
    rows: page?.items ?? [],
    total: page?.total ?? 0,
    isTotalCut: page?.isTotalCut ?? false,
    query: getMatching(view),
  })
  const { ids, change: onChange, all, refused } = selection
  if (assignmentsFor(profile, tab.tableMode).length === 0)
    return { refused, selection: undefined }
  const actions = <BulkBar profile={profile} tab={tab} selection={selection} />
  return { refused, selection: { ids, onChange, all, actions } }
}

type ListActionsProps = Pick<SlvListPageProps, 'start'> & { tab: ListTab }

const ListActions = ({ tab, start }: ListActionsProps) => (
  <>
    {tab.tableMode === 'MY_COMPANY' && <AssignOwnedButton />}
    {start}
  </>
)

/** The headings of a list that begins with what needs the user. */
const useNextStepGroups = ({
  sortBy,
  sortType,
}: ListView): RowGroups<SlvRow> | undefined => {
  const { name: brandName } = useBranding()
  const hasGroups = sortBy === 'needsYou' && sortType === 'asc'
  return useMemo(() => {
    if (!hasGroups) return undefined
    const headings: Record<NextStepPart, string> = {
      NEEDED: 'Needs you',
      WAITING: `Waiting on ${brandName}`,
      FINISHED: 'Finished',
    }
    return { headingFor: (row) => headings[nextStepPart(row)] }
  }, [hasGroups, brandName])
}

const toFilterDialog = (
  { tab, filter, sortBy, sortType }: ListView,
  role: Role,
  onFilter: (filter: ListFilter) => void,
) => ({
  preload: SlvFilterDialog.preload,
  hasDownload: true,
  render: (isDownload: boolean, close: () => void) => (
    <SlvFilterDialog
      tab={tab}
      role={role}
      filter={filter}
      onFilter={onFilter}
      downloadSort={isDownload ? { sortBy, sortType } : undefined}
      onClose={close}
    />
  ),
})

/** The same columns at every render, so that rows aren't drawn again. */
const useColumns = (
  { tab, filter }: ListView,
  refused: ReadonlyMap<string, string>,
  listWidth: ListWidth,
) => {
  const { id, role } = useProfile()
  const { name: brandName } = useBranding()
  const { tableMode, departmentTableMode } = tab
  const clock = clockForList({ ...filter, tableMode })
  const isTransferred = isTransferredList(tab, filter)
  const isFinished = isFinishedList(tab, filter)
  return useMemo(
    () =>
      slvColumns({
        tab: { tableMode, departmentTableMode },
        isTransferred,
        isFinished,
        clock,
        viewer: { id, role },
        brandName,
        refused,
        listWidth,
      }),
    [
      tableMode,
      departmentTableMode,
      isTransferred,
      isFinished,
      clock,
      id,
      role,
      brandName,
      refused,
      listWidth,
    ],
  )
}

type ListTabsProps = {
  tabs: readonly ListTab[]
  /** The open one. */
  tab: ListTab
  /** How many rows a page has. */
  size: ListSearch['size']
  moreTabs: readonly TabLink[]
}

const ListTabs = ({ tabs, tab, size, moreTabs }: ListTabsProps) => {
  const statistics = useQueries({
    queries: tabs.map((each) => statisticsQuery(each)),
  })
  const links = tabs.map((each, index): TabLink => {
    const data = statistics[index]?.data
    return {
      key: each.key,
      label: each.label,
      count: data && count(data.total),
      isCurrent: each === tab,
      link: { to: '.', search: searchOfTab(each, size) },
    }
  })
  return <TabLinks label="Lists" tabs={[...links, ...moreTabs]} />
}

type MissedListNoticeProps = {
  tabs: readonly ListTab[]
  search: ListSearch
  tab: ListTab
  filter: ListFilter
}

/** Says that a link led to a list which this person doesn't have. */
const MissedListNotice = ({
  tabs,
  search,
  tab,
  filter,
}: MissedListNoticeProps) => {
  const missed = findMissingList(tabs, search)
  if (!missed) return null
  const isFiltered = countFilters(filter) > 0 || filter.search !== ''
  return (
    <Notice role="status">
      This link opens the {missed} list, which you don’t have access to. You’re
      viewing {tabs.length > 1 ? tab.label : 'your own list'} instead
      {isFiltered ? ', with the filters from the link that apply.' : '.'}
    </Notice>
  )
}

type FiguresProps = {
  tab: ListTab
  filter: ListFilter
  /** The rows that a figure counts; without a figure, the whole list. */
  searchOfCount: (count: SlvCount | null, readerId: string) => ListSearch
}

const ListFigures = (props: FiguresProps) => {
  const { part } = props.tab
  if (!part) return <SlvCards {...props} />
  return part !== 'FINISHED' && <DueFigures />
}

const ownWork = { tableMode: 'MY_OWN', departmentTableMode: 'ALL' } as const
const workOfOthers = { ...ownWork, part: 'WAITING' } as const

/**
 * What is due of all of one's own work, and how much of it waits on others: the
 * same figures as on the team page.
 */
const DueFigures = () => {
  const all = useQuery(statisticsQuery(ownWork)).data
  const waiting = useQuery(statisticsQuery(workOfOthers)).data
  return (
    <fieldset className={classes.figures} aria-label="My SLVs by due date">
      <DueFigure
        due="OVERDUE"
        label="overdue"
        value={all?.overdue}
        waiting={waiting?.overdue}
      />
      <DueFigure
        due="TODAY"
        label="due today"
        value={all?.dueToday}
        waiting={waiting?.dueToday}
      />
      <span className={classes.figure}>
        <b>{count(all?.dueLater)}</b> due later
      </span>
    </fieldset>
  )
}

type DueFigureProps = {
  due: Due
  label: string
  value: number | undefined
  waiting: number | undefined
}

const DueFigure = ({ due, label, value, waiting = 0 }: DueFigureProps) => (
  <Link
    to="/slv"
    search={{ tableMode: 'MY_OWN', due }}
    className={classes.figure}
    data-due={value ? due : undefined}
    activeOptions={{ exact: true, includeSearch: true }}
  >
    <b>{count(value)}</b> {label}
    {waiting > 0 && (
      <span className={classes.waiting}>
        {' '}
        ({waitingText(waiting, value ?? waiting)})
      </span>
    )}
  </Link>
)

const waitingText = (waiting: number, value: number) =>
  waiting === value
    ? 'waiting on others'
    : `${count(waiting)} waiting on others`

const nothingYet = (
  { tableMode, departmentTableMode, part }: TabModes,
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
  if (profile.role !== 'UNDERWRITER')
    return message(
      'The sellers assigned to you have not sent any requests yet.',
    )
  if (tableMode === 'SLR')
    return message(whileWaiting('an SLR'), 'Nothing to review')
  if (tableMode === 'TRADE_DESK')
    return message(whileWaiting('a trade desk'), 'Nothing for the trade desk')
  if (departmentTableMode === 'TRANSFERRED')
    return message(
      'SLVs appear here while they are with SLR or the trade desk.',
      'No transferred SLVs',
    )
  if (tableMode === 'ALL') return message('No seller has sent a request yet.')
  if (part === 'WAITING')
    return message(
      'SLVs that wait on the seller, SLR or the trade desk appear here.',
      'Nothing is waiting on others',
    )
  if (part === 'FINISHED')
    return message(
      'SLVs appear here once they are decided or withdrawn.',
      'No finished work yet',
    )
  return message(
    getsNewRequests(profile)
      ? 'New requests appear here when they are assigned to you.'
      : 'New requests are assigned to other underwriters. Post-close SLVs that you create appear here.',
    part === 'OPEN' ? 'Nothing to do' : 'No SLVs are assigned to you',
  )
}

const emptyTexts = (tab: TabModes, profile: Profile, start: ReactNode) => ({
  none: {
    ...nothingYet(tab, profile),
    children: tab.tableMode === 'MY_OWN' && start,
  },
  narrowed: 'No SLVs in this list match the search and filters.',
})

const SlvCards = ({ tab, filter, searchOfCount }: FiguresProps) => {
  const { id, role } = useProfile()
  const { tableMode } = tab
  const { data, isError } = useQuery(statisticsQuery(tab, filter))
  const counts = getCounts(tableMode, role)
  if (!data) return isError ? null : <StatSkeleton cards={counts.length + 1} />
  const linkTo = (one: SlvCount | null) =>
    ({ to: '.', search: searchOfCount(one, id) }) as const
  const isShown = (one: SlvCount | null) =>
    showsCount(filter, filterOfCount(one, tableMode, id))
  return (
    <StatRow label="List totals">
      <StatCard
        label={role === 'SELLER' ? 'Total' : totalText(data)}
        value={count(data.total)}
        link={linkTo(null)}
        isCurrent={isShown(null)}
      />
      {counts.map((one) => {
        const value = valueOfCount(one, data) ?? 0
        return (
          <StatCard
            key={one.label}
            label={one.label}
            value={count(value)}
            link={linkTo(isShown(one) ? null : one)}
            isCurrent={isShown(one)}
            isAlarming={one.due === 'OVERDUE' && value > 0}
          />
        )
      })}
    </StatRow>
  )
}

const totalText = ({
  total,
  byGroup,
}: Pick<SlvStatistics, 'total' | 'byGroup'>): string => {
  const drafts =
    total - Object.values(byGroup).reduce((sum, one) => sum + one, 0)
  if (drafts <= 0) return 'Total'
  return drafts === 1 ? 'Total (1 draft)' : `Total (${count(drafts)} drafts)`
}
