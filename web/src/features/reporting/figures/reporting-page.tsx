import {
  Box,
  Button,
  Group,
  Loader,
  SegmentedControl,
  VisuallyHidden,
} from '@mantine/core'
import {
  type Capacity,
  CapacityView,
  capacityViewLabels,
  capacityViews,
} from '@portal/contract/reporting/capacity'
import {
  capacityText,
  countedText,
} from '@portal/contract/reporting/definitions'
import {
  findReach,
  linkToSlvs,
  linkToUnits,
} from '@portal/contract/reporting/target'
import { IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../../lib/lazy.tsx'
import { dateTime } from '../../../lib/text/format.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { rangeLabel } from '../../../records/slv/use-chips.ts'
import { underwritersQuery } from '../../../records/user/queries.ts'
import { type BarFilter, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint } from '../../../ui/presets.ts'
import { ReportingTabs } from '../reporting-tabs.tsx'
import { byName, isOfBothViews } from './capacity/capacity-sort.ts'
import { CapacityTable, UnassignedNote } from './capacity/capacity-table.tsx'
import { DownloadFileButton } from './download-file-button.tsx'
import classes from './figure-section.module.css'
import {
  CapacitySkeleton,
  FigureSection,
  FiguresBody,
  FiguresSkeleton,
  PanelSkeleton,
} from './figure-section.tsx'
import { Figures } from './figures.tsx'
import {
  FiguresContext,
  requestCountText,
  useFigureLinks,
} from './figures-context.ts'
import { capacityLabels, capacityValueLabel } from './filter-text.ts'
import { capacityTableQuery, summaryQuery } from './queries.ts'
import { FiltersButton, useReportFilters } from './report-filters.tsx'
import * as report from './report-search.ts'
import {
  allCapacity,
  type CapacityFilter,
  type CapacityList,
  capacityLists,
  type ReportView,
  toCapacityFilter,
} from './report-search.ts'

type ReportingPageProps = {
  search: report.ReportSearch
  goTo: (change: (search: report.ReportSearch) => report.ReportSearch) => void
}

/** Reporting > SLVs (spec.md §2). Its state is in the address. */
export const ReportingPage = ({ search, goTo }: ReportingPageProps) => {
  const actor = toActor(useProfile())
  const view = report.toView(search, actor)
  const { filter, topLimit } = view
  const query = useQuery(summaryQuery(view))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { figures } = useFigureLinks(
    query,
    report.toFigureFilter(filter),
    linkToSlvs,
  )
  const change = (next: Partial<report.ReportView>) =>
    goTo((now) =>
      report.searchOfView({ ...report.toView(now, actor), ...next }),
    )
  const filters = useReportFilters({
    name: 'reporting',
    filter,
    names: data?.names,
    setFilter: (next) => change({ filter: { ...filter, ...next } }),
  })

  return (
    <Page>
      <PageHeader
        title="Reporting > SLVs"
        beside={
          <>
            <FilterBar
              filters={filters.chips}
              count={
                data ? requestCountText(data.totalRequests, 'results') : ''
              }
              onClearAll={filters.clear}
            />
            {isFetching && data && <Loader size="xs" aria-hidden />}
            <VisuallyHidden role="status">
              {isPlaceholderData && 'Refreshing the figures'}
            </VisuallyHidden>
          </>
        }
        under={
          <>
            <ReportingTabs current="slvs" />
            {hintFor(findReach(actor, filter.tableMode))}
          </>
        }
        actions={
          <>
            {filters.button}
            <DownloadFileButton view={view} />
          </>
        }
      />
      {filters.panel}
      {data && data.totalRequests > 0 && (
        <FiguresContext value={figures}>
          <FiguresBody data-stale={isPlaceholderData || undefined}>
            <Figures
              summary={data}
              topLimit={topLimit}
              onTopLimit={(next) => change({ topLimit: next })}
            />
            <Hint>
              {countedText} As of {dateTime(data.asOf)} (New York).
            </Hint>
          </FiguresBody>
        </FiguresContext>
      )}
      {data?.totalRequests === 0 && (
        <NoRequests isFiltered={filters.isFiltered} onClear={filters.clear} />
      )}
      {!data && error && !isFetching && (
        <LoadFailed what="the figures" error={error} onClick={refetch} />
      )}
      {!data && (!error || isFetching) && <FiguresSkeleton />}
      <CapacitySection view={view} onChange={change} />
    </Page>
  )
}

const hintFor = (reach: ReturnType<typeof findReach>) =>
  reach === 'OWN'
    ? 'Select a figure to see its SLVs that are assigned to you, or its name to see what it counts.'
    : 'Select a figure to see its SLVs, or its name to see what it counts.'

type NoRowsProps = { isFiltered: boolean; onClear: () => void }

const NoRequests = ({ isFiltered, onClear }: NoRowsProps) => (
  <EmptyState
    title={isFiltered ? 'No results' : 'No requests yet'}
    why={
      isFiltered
        ? 'No request matches these filters.'
        : 'Figures appear once a seller sends the first request.'
    }
    icon={<IconFilterOff size={32} stroke={1.4} />}
  >
    {isFiltered && <Button onClick={onClear}>Clear All</Button>}
  </EmptyState>
)

const CapacityFilters = lazy(
  () => import('./filter-panels.tsx'),
  'CapacityFilters',
  <PanelSkeleton />,
)

type TableView = Pick<ReportView, 'countBy' | 'capacity' | 'sort'>
type CapacitySectionProps = {
  view: TableView
  onChange: (change: Partial<TableView>) => void
}

/**
 * The Underwriter Capacity table with its two views and its own filters
 * (spec.md §2, §3).
 */
const CapacitySection = ({ view, onChange }: CapacitySectionProps) => {
  const { countBy, capacity: filter, sort } = view
  const query = useQuery(capacityTableQuery(view))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { figures, today } = useFigureLinks(
    query,
    toCapacityFilter(filter),
    linkToUnits,
  )
  const [isOpen, setIsOpen] = useState(false)
  const setFilter = (capacity: CapacityFilter) => onChange({ capacity })
  const chips = useCapacityChips(filter, data?.names.underwriters, setFilter)
  const active = chips.filter(({ text }) => text !== null).length

  return (
    <FigureSection
      id="capacity"
      title="Underwriter Capacity"
      about={capacityText}
      aria-busy={isFetching}
      data-stale={isPlaceholderData || undefined}
    >
      <div className={classes.card} data-span="full">
        <Group gap="sm">
          <CountBy
            value={countBy}
            onChange={(next) =>
              onChange({
                countBy: next,
                sort: isOfBothViews(sort) ? sort : byName,
              })
            }
          />
          <FiltersButton
            label="Table filters"
            active={active}
            isOpen={isOpen}
            size="compact-md"
            onClick={() => setIsOpen(!isOpen)}
          />
          <Box flex="1 1 12rem" miw={0}>
            <FilterBar
              filters={chips}
              count={
                data ? requestCountText(data.totals.totalUnits, 'units') : ''
              }
              onClearAll={() => setFilter(allCapacity)}
            />
          </Box>
        </Group>
        {isOpen && (
          <CapacityFilters filter={filter} onFilter={setFilter} today={today} />
        )}
        {data && data.rows.length > 0 && (
          <FiguresContext value={figures}>
            <CapacityTable
              capacity={data}
              sort={sort}
              onSort={(next) => onChange({ sort: next })}
            />
          </FiguresContext>
        )}
        {data?.rows.length === 0 && (
          <NoUnits
            isFiltered={active > 0}
            onClear={() => setFilter(allCapacity)}
          />
        )}
        {!data && error && !isFetching && (
          <LoadFailed what="the table" error={error} onClick={refetch} />
        )}
        {!data && (!error || isFetching) && <CapacitySkeleton />}
        {data && <UnassignedNote unassigned={data.unassigned} />}
      </div>
    </FigureSection>
  )
}

type CountByProps = {
  value: CapacityView
  onChange: (view: CapacityView) => void
}

const CountBy = ({ value: chosen, onChange }: CountByProps) => (
  <SegmentedControl
    size="xs"
    aria-label="Count units"
    value={chosen}
    onChange={(value) => onChange(CapacityView.parse(value))}
    data={capacityViews.map((value) => ({
      value,
      label: capacityViewLabels[value],
    }))}
  />
)

const useCapacityChips = (
  filter: CapacityFilter,
  named: Capacity['names']['underwriters'] | undefined,
  setFilter: (filter: CapacityFilter) => void,
): BarFilter[] => {
  const people = useQuery({
    ...underwritersQuery(),
    enabled: filter.uwcUnderwriterIds.length > 0,
  }).data
  const getText = (key: CapacityList) =>
    filter[key]
      .map((value) => capacityValueLabel(key, value, people, named))
      .join(', ')
  const withoutRange = {
    ...filter,
    timeframe: undefined,
    from: undefined,
    to: undefined,
  }
  return [
    ...capacityLists.map((key) => ({
      key,
      label: capacityLabels[key],
      editor: false,
      text: getText(key) || null,
      onRemove: () => setFilter({ ...filter, [key]: [] }),
    })),
    {
      key: 'timeframe',
      label: 'Timeframe',
      text: rangeLabel(filter),
      editor: false,
      onRemove: () => setFilter(withoutRange),
    },
  ]
}

const NoUnits = ({ isFiltered, onClear }: NoRowsProps) => (
  <EmptyState
    title={isFiltered ? 'No results' : 'No units yet'}
    why={
      isFiltered
        ? 'No units match the filters of this table.'
        : 'Underwriters appear here when requests are assigned to them.'
    }
    icon={<IconFilterOff size={32} stroke={1.4} />}
  >
    {isFiltered && <Button onClick={onClear}>Clear table filters</Button>}
  </EmptyState>
)
