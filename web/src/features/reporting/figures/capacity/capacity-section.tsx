import { Box, Button, Group, SegmentedControl } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { CapacityView, capacityViewLabels, capacityViews } from '@portal/contract/reporting/capacity'
import { capacityText } from '@portal/contract/reporting/definitions'
import { linkToUnits } from '@portal/contract/reporting/target'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { lazy } from '../../../../lib/lazy.tsx'
import { useSame } from '../../../../lib/state/same.ts'
import { ActiveFilterChips } from '../../../../ui/list/filter-chips.tsx'
import { EmptyState } from '../../../../ui/message.tsx'
import { actorOf } from '../../../auth/queries.ts'
import { FigureSection, WideCard } from '../figure-section.tsx'
import { dayOf, FiguresContext, toCapacityFilter } from '../figures-context.ts'
import { CapacitySkeleton, PanelSkeleton } from '../figures-skeleton.tsx'
import { overText } from '../over-text.ts'
import { capacityTableQuery } from '../queries.ts'
import { allCapacity, type CapacityFilter, type ReportView } from '../report-search.ts'
import { useCapacityChips } from '../use-report-chips.ts'
import { byName, isOfBothViews } from './capacity-sort.ts'
import { CapacityTable, UnassignedNote } from './capacity-table.tsx'

const CapacityFilters = lazy(() => import('../filter-panels.tsx'), 'CapacityFilters', <PanelSkeleton fields={5} />)

type CapacitySectionProps = {
  profile: Profile
  view: Pick<ReportView, 'countBy' | 'capacity' | 'sort'>
  onChange: (change: Partial<Pick<ReportView, 'countBy' | 'capacity' | 'sort'>>) => void
}

/** The Underwriter Capacity table with its two views and its own filters (spec.md §2, §3). */
export const CapacitySection = ({ profile, view, onChange }: CapacitySectionProps) => {
  const { countBy, capacity: filter, sort } = view
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(capacityTableQuery(view))
  const [isOpen, setIsOpen] = useState(false)
  const setFilter = (capacity: CapacityFilter) => onChange({ capacity })
  const chips = useCapacityChips(filter, setFilter, data?.names)
  const today = dayOf(data?.asOf ?? new Date().toISOString())
  const applied = useSame(toCapacityFilter(filter))
  const figures = useMemo(
    (): FiguresContext => ({
      isPaper: false,
      // Placeholder data belongs to the previous filter.
      linkTo: (part) => (isPlaceholderData ? null : linkToUnits(actorOf(profile), applied, part, today)),
    }),
    [applied, profile, today, isPlaceholderData],
  )

  return (
    <FigureSection
      id="capacity"
      title="Underwriter Capacity"
      about={capacityText}
      aria-busy={isFetching}
      data-stale={isPlaceholderData || undefined}
    >
      <WideCard>
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
          <EmptyState title="Couldn’t load the table" why="Try again in a moment.">
            <Button onClick={() => void refetch()}>Try again</Button>
          </EmptyState>
        ) : (
          <CapacitySkeleton />
        )}
        {data && <UnassignedNote unassigned={data.unassigned} />}
      </WideCard>
    </FigureSection>
  )
}
