import { Button, SegmentedControl } from '@mantine/core'
import type { Profile } from '@portal/contract/auth/api'
import { CapacityView, capacityViewLabels, capacityViews } from '@portal/contract/reporting/capacity'
import { capacityText } from '@portal/contract/reporting/definitions'
import { unitsBehind } from '@portal/contract/reporting/target'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { count } from '../../../lib/format.ts'
import { lazy } from '../../../lib/lazy.tsx'
import { useSame } from '../../../lib/same.ts'
import { ActiveFilterChips } from '../../../ui/filter-chips.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { actorOf } from '../../slv/list/list-tabs.ts'
import { useCapacityChips } from './capacity-chips.ts'
import classes from './capacity-section.module.css'
import { byName, isOfBothViews } from './capacity-sort.ts'
import { CapacityTable, UnassignedNote } from './capacity-table.tsx'
import { WideCard } from './chart-card.tsx'
import { FigureSection } from './figure-section.tsx'
import { CapacitySkeleton, PanelSkeleton } from './figures-skeleton.tsx'
import { capacityTableQuery } from './queries.ts'
import { allCapacity, type CapacityFilter, type ReportView } from './report-search.ts'
import { capacityNarrowed, dayOf, type Scene, SceneContext } from './scene.ts'

const CapacityFilters = lazy(async () => ({ default: (await import('./filter-panels.tsx')).CapacityFilters }))

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
  const narrowed = useSame(capacityNarrowed(filter))
  const scene = useMemo((): Scene => {
    const actor = actorOf(profile)
    // What is shown is still of the filter before.
    const leadTo: Scene['leadTo'] = (part) => (isPlaceholderData ? null : unitsBehind(actor, narrowed, part, today))
    return { isPaper: false, leadTo }
  }, [narrowed, profile, today, isPlaceholderData])

  return (
    <FigureSection
      id="capacity"
      title="Underwriter Capacity"
      about={capacityText}
      aria-busy={isFetching}
      data-stale={isPlaceholderData || undefined}
    >
      <WideCard>
        <div className={classes.tools}>
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
          <div className={classes.chips}>
            <ActiveFilterChips
              chips={chips}
              count={data ? unitsText(data.totals.totalUnits) : ''}
              onClearAll={() => setFilter(allCapacity)}
            />
          </div>
        </div>
        {isOpen && (
          <Suspense fallback={<PanelSkeleton fields={5} />}>
            <CapacityFilters filter={filter} onFilter={setFilter} today={today} />
          </Suspense>
        )}
        {data && data.rows.length > 0 ? (
          <SceneContext value={scene}>
            <CapacityTable capacity={data} sort={sort} onSort={(next) => onChange({ sort: next })} />
          </SceneContext>
        ) : data ? (
          <EmptyState
            title={chips.length > 0 ? 'Nothing matches' : 'Nobody has units yet'}
            why={
              chips.length > 0
                ? 'No unit of any underwriter matches the filters of this table.'
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

const unitsText = (units: number) => (units === 1 ? '1 unit' : `${count(units)} units`)
