import {
  Box,
  Button,
  Group,
  Loader,
  SegmentedControl,
  VisuallyHidden,
} from '@mantine/core'
import {
  CapacityView,
  capacityViewLabels,
  capacityViews,
} from '@portal/contract/reporting/capacity'
import {
  capacityText,
  countedText,
} from '@portal/contract/reporting/definitions'
import {
  linkToSlvs,
  linkToUnits,
  reachOf,
} from '@portal/contract/reporting/target'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { lazy } from '../../../lib/lazy.tsx'
import { useRemembered } from '../../../lib/state/remembered.ts'
import { dateTime } from '../../../lib/text/format.ts'
import { actorOf, useProfile } from '../../../records/auth/queries.ts'
import { rangeLabel, useChips } from '../../../records/slv/use-chips.ts'
import { underwritersQuery } from '../../../records/user/queries.ts'
import { type BarFilter, FilterBar } from '../../../ui/list/filter-bar.tsx'
import { EmptyState, LoadFailed } from '../../../ui/message.tsx'
import { Page, PageHeader } from '../../../ui/page.tsx'
import { Hint } from '../../../ui/presets.ts'
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
import { FiguresContext, overText, useFigureLinks } from './figures-context.ts'
import { capacityLabels, capacityValueLabel } from './filter-text.ts'
import { capacityTableQuery, summaryQuery } from './queries.ts'
import * as report from './report-search.ts'
import {
  allCapacity,
  type CapacityFilter,
  type CapacityList,
  capacityLists,
  type ReportView,
  toCapacityFilter,
} from './report-search.ts'

const FigureFilters = lazy(
  () => import('./filter-panels.tsx'),
  'FigureFilters',
  <PanelSkeleton />,
)

type ReportingPageProps = {
  search: report.ReportSearch
  goTo: (change: (search: report.ReportSearch) => report.ReportSearch) => void
}

/** Reporting > SLVs (spec.md §2). Its state is in the address. */
export const ReportingPage = ({ search, goTo }: ReportingPageProps) => {
  const actor = actorOf(useProfile())
  const view = report.viewOf(search, actor)
  const { filter, topLimit } = view
  const query = useQuery(summaryQuery(view))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { figures } = useFigureLinks(
    query,
    report.toFigureFilter(filter),
    linkToSlvs,
  )
  const [isOpen, setIsOpen] = useRemembered(
    'reporting-filters',
    z.boolean(),
    false,
  )
  const change = (next: Partial<report.ReportView>) =>
    goTo((now) =>
      report.searchOfView({ ...report.viewOf(now, actor), ...next }),
    )
  const setFilter = (next: Partial<report.FiguresFilter>) =>
    change({ filter: { ...filter, ...next } })
  const clear = () => setFilter(report.everything)
  const { underwriters = [], bdds = [] } = data?.names ?? {}
  const valueChips = useChips(filter, actor.role, setFilter, [
    ...underwriters,
    ...bdds,
  ])
  const showAll = () =>
    setFilter({ tableMode: 'ALL', departmentTableMode: 'ALL' })
  const list = {
    key: 'list',
    label: 'List',
    text: report.listLabel(filter),
    editor: false,
    onRemove: showAll,
  }
  const active = report.filtersOn(filter)

  return (
    <Page>
      <PageHeader
        title="Reporting > SLVs"
        beside={
          <>
            <FilterBar
              filters={
                report.isNarrowed(filter) ? [list, ...valueChips] : valueChips
              }
              count={data ? overText(data.totalRequests, 'results') : ''}
              onClearAll={clear}
            />
            {isFetching && data && <Loader size="xs" aria-hidden />}
            <VisuallyHidden role="status">
              {isPlaceholderData && 'Refreshing the figures'}
            </VisuallyHidden>
          </>
        }
        under={
          reachOf(actor, filter.tableMode) === 'OWN'
            ? 'Select a figure to see its SLVs that are assigned to you, or its name to see what it counts.'
            : 'Select a figure to see its SLVs, or its name to see what it counts.'
        }
        actions={
          <>
            <Button
              variant={active > 0 ? 'light' : 'default'}
              leftSection={<IconFilter size={16} aria-hidden />}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {active > 0 ? `Filters (${active})` : 'Filters'}
            </Button>
            <DownloadFileButton view={view} />
          </>
        }
      />
      {isOpen && (
        <FigureFilters actor={actor} filter={filter} onFilter={setFilter} />
      )}
      {data && data.totalRequests > 0 ? (
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
      ) : data ? (
        <EmptyState
          title={active > 0 ? 'No results' : 'No requests yet'}
          why={
            active > 0
              ? 'No request matches these filters.'
              : 'Figures appear once a seller sends the first request.'
          }
          icon={<IconFilterOff size={32} stroke={1.4} />}
        >
          {active > 0 && <Button onClick={clear}>Clear All</Button>}
        </EmptyState>
      ) : error && !isFetching ? (
        <LoadFailed what="the figures" error={error} onClick={refetch} />
      ) : (
        <FiguresSkeleton />
      )}
      <CapacitySection view={view} onChange={change} />
    </Page>
  )
}

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
  const people = useQuery({
    ...underwritersQuery(),
    enabled: filter.uwcUnderwriterIds.length > 0,
  }).data
  const range = rangeLabel(filter)
  const withoutRange = {
    ...filter,
    timeframe: undefined,
    from: undefined,
    to: undefined,
  }
  const labelOf = (key: CapacityList, value: string) =>
    capacityValueLabel(key, value, people, data?.names.underwriters)
  const chips: BarFilter[] = [
    ...capacityLists.map((key) => ({
      key,
      label: capacityLabels[key],
      editor: false,
      text: filter[key].map((value) => labelOf(key, value)).join(', ') || null,
      onRemove: () => setFilter({ ...filter, [key]: [] }),
    })),
    {
      key: 'timeframe',
      label: 'Timeframe',
      text: range,
      editor: false,
      onRemove: () => setFilter(withoutRange),
    },
  ]
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
          <SegmentedControl
            size="xs"
            aria-label="Count units"
            value={countBy}
            onChange={(value) =>
              onChange({
                countBy: CapacityView.parse(value),
                sort: isOfBothViews(sort) ? sort : byName,
              })
            }
            data={capacityViews.map((value) => ({
              value,
              label: capacityViewLabels[value],
            }))}
          />
          <Button
            size="compact-md"
            variant={active > 0 ? 'light' : 'default'}
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {active > 0 ? `Table filters (${active})` : 'Table filters'}
          </Button>
          <Box flex="1 1 12rem" miw={0}>
            <FilterBar
              filters={chips}
              count={data ? overText(data.totals.totalUnits, 'units') : ''}
              onClearAll={() => setFilter(allCapacity)}
            />
          </Box>
        </Group>
        {isOpen && (
          <CapacityFilters filter={filter} onFilter={setFilter} today={today} />
        )}
        {data && data.rows.length > 0 ? (
          <FiguresContext value={figures}>
            <CapacityTable
              capacity={data}
              sort={sort}
              onSort={(next) => onChange({ sort: next })}
            />
          </FiguresContext>
        ) : data ? (
          <EmptyState
            title={active > 0 ? 'No results' : 'No units yet'}
            why={
              active > 0
                ? 'No units match the filters of this table.'
                : 'Underwriters appear here when requests are assigned to them.'
            }
            icon={<IconFilterOff size={32} stroke={1.4} />}
          >
            {active > 0 && (
              <Button onClick={() => setFilter(allCapacity)}>
                Clear table filters
              </Button>
            )}
          </EmptyState>
        ) : error && !isFetching ? (
          <LoadFailed what="the table" error={error} onClick={refetch} />
        ) : (
          <CapacitySkeleton />
        )}
        {data && <UnassignedNote unassigned={data.unassigned} />}
      </div>
    </FigureSection>
  )
}
