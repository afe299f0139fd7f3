import { Button, type ButtonProps } from '@mantine/core'
import type { Summary } from '@portal/contract/reporting/summary'
import { IconFilter } from '@tabler/icons-react'
import { useProfile } from '../../../records/auth/queries.ts'
import { useChips } from '../../../records/slv/use-chips.ts'
import type { BarFilter } from '../../../ui/list/filter-bar.tsx'
import * as report from './report-search.ts'

/** The filters in the address as chips; the list first, if it is not the whole. */
export const useReportChips = (
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
