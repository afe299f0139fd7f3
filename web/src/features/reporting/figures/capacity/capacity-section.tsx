import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import { CapacityView, capacityViewLabels, capacityViews } from '@portal/contract/reporting/capacity'
import { capacityText } from '@portal/contract/reporting/definitions'
import { linkToUnits } from '@portal/contract/reporting/target'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lazy } from '../../../../lib/lazy.tsx'
import { ActiveFilterChips, chipsOf } from '../../../../ui/list/filter-chips.tsx'
import { EmptyState, LoadFailed } from '../../../../ui/message.tsx'
import { rangeLabel } from '../../../slv/shared/use-chips.ts'
import { underwritersQuery } from '../../../user/queries.ts'
import classes from '../figure-section.module.css'
import { FigureSection } from '../figure-section.tsx'
import { FiguresContext, overText, useFigureLinks } from '../figures-context.ts'
import { CapacitySkeleton, PanelSkeleton } from '../figures-skeleton.tsx'
import { capacityValueLabel } from '../filter-text.ts'
import { capacityTableQuery } from '../queries.ts'
import { allCapacity, type CapacityFilter, capacityLists, type ReportView, toCapacityFilter } from '../report-search.ts'
import { byName, isOfBothViews } from './capacity-sort.ts'
import { CapacityTable, UnassignedNote } from './capacity-table.tsx'

const CapacityFilters = lazy(() => import('../filter-panels.tsx'), 'CapacityFilters', <PanelSkeleton />)

type TableView = Pick<ReportView, 'countBy' | 'capacity' | 'sort'>
type CapacitySectionProps = { view: TableView; onChange: (change: Partial<TableView>) => void }

/** The Underwriter Capacity table with its two views and its own filters (spec.md §2, §3). */
export const CapacitySection = ({ view, onChange }: CapacitySectionProps) => {
  const { countBy, capacity: filter, sort } = view
  const query = useQuery(capacityTableQuery(view))
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  const { figures, today } = useFigureLinks(query, toCapacityFilter(filter), linkToUnits)
  const [isOpen, setIsOpen] = useState(false)
  const setFilter = (capacity: CapacityFilter) => onChange({ capacity })
  const people = useQuery({ ...underwritersQuery(), enabled: filter.uwcUnderwriterIds.length > 0 }).data
  const range = rangeLabel(filter)
  const withoutRange = { ...filter, timeframe: undefined, from: undefined, to: undefined }
  const chips = [
    ...capacityLists.flatMap((key) =>
      chipsOf<string>(
        key,
        filter[key],
        (value) => capacityValueLabel(key, value, people, data?.names.underwriters),
        (left) => setFilter({ ...filter, [key]: left }),
      ),
    ),
    ...(range === null ? [] : [{ key: 'timeframe', label: range, onRemove: () => setFilter(withoutRange) }]),
  ]

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
              onChange({ countBy: CapacityView.parse(value), sort: isOfBothViews(sort) ? sort : byName })
            }
            data={capacityViews.map((value) => ({ value, label: capacityViewLabels[value] }))}
          />
          <Button
            size="compact-md"
            variant={chips.length > 0 ? 'light' : 'default'}
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {chips.length > 0 ? `Table filters (${chips.length})` : 'Table filters'}
          </Button>
          <Box flex="1 1 12rem" miw={0}>
            <ActiveFilterChips
              chips={chips}
              count={data ? overText(data.totals.totalUnits, 'units') : ''}
              onClearAll={() => setFilter(allCapacity)}
            />
          </Box>
        </Group>
        {isOpen && <CapacityFilters filter={filter} onFilter={setFilter} today={today} />}
        {data && data.rows.length > 0 ? (
          <FiguresContext value={figures}>
            <CapacityTable capacity={data} sort={sort} onSort={(next) => onChange({ sort: next })} />
          </FiguresContext>
        ) : data ? (
          <EmptyState
            title={chips.length > 0 ? 'Nothing matches' : 'No units yet'}
            why={
              chips.length > 0
                ? 'No units match the filters of this table.'
                : 'Underwriters appear here when requests are assigned to them.'
            }
            icon={<IconFilterOff size={32} stroke={1.4} />}
          >
            {chips.length > 0 && <Button onClick={() => setFilter(allCapacity)}>Clear table filters</Button>}
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
