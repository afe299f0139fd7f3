import { Button, type ButtonProps } from '@mantine/core'
import type { Summary } from '@portal/contract/reporting/summary'
import { IconFilter } from '@tabler/icons-react'
import { z } from 'zod'
import { lazy } from '../../../lib/lazy.tsx'
import { usePersistedState } from '../../../lib/state/persisted-state.ts'
import { toActor, useProfile } from '../../../records/auth/queries.ts'
import { useChips } from '../../../records/slv/use-chips.ts'
import type { BarFilter } from '../../../ui/list/filter-bar.tsx'
import { PanelSkeleton } from './figure-section.tsx'
import * as report from './report-search.ts'

const FigureFilters = lazy(
  () => import('./filter-panels.tsx'),
  'FigureFilters',
  <PanelSkeleton />,
)

type ReportFiltersOptions = {
  /** Of the page, for whether its panel is open: 'reporting'. */
  name: string
  filter: report.FiguresFilter
  /** The people that the figures name. */
  names?: Summary['names'] | undefined
  setFilter: (next: Partial<report.FiguresFilter>) => void
}

/** The filters of a page of figures: chips, a button and the panel it opens. */
export const useReportFilters = ({
  name,
  filter,
  names,
  setFilter,
}: ReportFiltersOptions) => {
  const actor = toActor(useProfile())
  const [isOpen, setIsOpen] = usePersistedState(
    `${name}-filters`,
    z.boolean(),
    false,
  )
  const chips = useReportChips(filter, names, setFilter)
  const active = report.filtersOn(filter)
  return {
    chips,
    isFiltered: active > 0,
    clear: () => setFilter(report.everything),
    button: (
      <FiltersButton
        label="Filters"
        active={active}
        isOpen={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
    ),
    panel: isOpen && (
      <FigureFilters actor={actor} filter={filter} onFilter={setFilter} />
    ),
  }
}

/** The filters in the address as chips; the list first, if it is not the whole. */
const useReportChips = (
  filter: report.FiguresFilter,
  names: Summary['names'] | undefined,
  setFilter: (next: Partial<report.FiguresFilter>) => void,
): BarFilter[] => {
  const { role } = useProfile()
  const people = [...(names?.underwriters ?? []), ...(names?.bdds ?? [])]
  const chips = useChips(filter, role, setFilter, people)
  if (!report.isNarrowed(filter)) return chips
  const list = {
    key: 'list',
    label: 'List',
    text: report.listLabel(filter),
    editor: false,
    onRemove: () => setFilter({ tableMode: 'ALL', departmentTableMode: 'ALL' }),
  }
  return [list, ...chips]
}

type FiltersButtonProps = {
  label: string
  /** How many filters are on. */
  active: number
  isOpen: boolean
  size?: ButtonProps['size']
  onClick: () => void
}

export const FiltersButton = ({
  label,
  active,
  isOpen,
  size,
  onClick,
}: FiltersButtonProps) => (
  <Button
    {...(size && { size })}
    variant={active > 0 ? 'light' : 'default'}
    leftSection={<IconFilter size={16} aria-hidden />}
    aria-expanded={isOpen}
    onClick={onClick}
  >
    {active > 0 ? `${label} (${active})` : label}
  </Button>
)
