import { Button, Group, MultiSelect, Stack } from '@mantine/core'
import { type HistoryGroup, historyGroups, historyGroupsFor } from '@portal/contract/history/labels'
import type { Role } from '@portal/contract/user/model'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { day } from '../../lib/format.ts'
import { ActiveFilterChips } from '../../ui/filter-chips.tsx'
import { DateRange, rangeProblems } from '../slv/list/date-range.tsx'
import { countFilters, type HistoryFilter, noFilter } from './history-search.ts'
import { historyPeopleQuery } from './queries.ts'

type HistoryFiltersProps = {
  id: string
  role: Role
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}

/** Narrows the timeline by who, what and when. Folded, it says what is on. */
export const HistoryFilters = ({ id, role, filter, onChange }: HistoryFiltersProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const {
    data: people,
    isError,
    isPending,
  } = useQuery({ ...historyPeopleQuery(id), enabled: isOpen || filter.who.length > 0 })
  const region = useId()
  const count = countFilters(filter)
  const nameOf = (who: string) =>
    people?.find((person) => person.id === who)?.name ?? (isPending ? '…' : 'Somebody else')
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={region}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </Button>
        {count > 0 && isOpen && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(noFilter)}>
            Clear All
          </Button>
        )}
      </Group>
      <div id={region} hidden={!isOpen}>
        {isOpen && (
          <Stack gap="xs">
            <Choices
              label="Who"
              value={filter.who}
              data={[
                ...(people ?? []).map((person) => ({ value: person.id, label: person.name })),
                ...filter.who
                  .filter((who) => !people?.some((person) => person.id === who))
                  .map((who) => ({ value: who, label: nameOf(who) })),
              ]}
              error={isError && 'The people could not be read'}
              onChange={(who) => onChange({ ...filter, who })}
            />
            <Choices
              label="What"
              value={filter.what}
              data={historyGroupsFor(role).map((group) => ({ value: group, label: historyGroups[group].label }))}
              onChange={(what) =>
                onChange({ ...filter, what: historyGroupsFor(role).filter((group) => what.includes(group)) })
              }
            />
            <When filter={filter} onChange={onChange} />
          </Stack>
        )}
      </div>
      {count > 0 && !isOpen && (
        <ActiveFilterChips
          count=""
          chips={[
            ...filter.who.map((who) => ({
              key: who,
              label: nameOf(who),
              onRemove: () => onChange({ ...filter, who: filter.who.filter((other) => other !== who) }),
            })),
            ...filter.what.map((group) => ({
              key: group,
              label: historyGroups[group].label,
              onRemove: () => onChange({ ...filter, what: without(filter.what, group) }),
            })),
            ...(filter.from || filter.to
              ? [
                  {
                    key: 'when',
                    label: daysText(filter),
                    onRemove: () => onChange({ ...filter, from: undefined, to: undefined }),
                  },
                ]
              : []),
          ]}
          onClearAll={() => onChange(noFilter)}
        />
      )}
    </Stack>
  )
}

const without = (groups: HistoryGroup[], group: HistoryGroup) => groups.filter((other) => other !== group)

const daysText = ({ from, to }: HistoryFilter) => {
  if (!to) return `Since ${day(from)}`
  return from ? `${day(from)} – ${day(to)}` : `Until ${day(to)}`
}

/** Days are held here while they are typed: only a whole and possible range narrows. */
const When = ({ filter, onChange }: Pick<HistoryFiltersProps, 'filter' | 'onChange'>) => {
  const [range, setRange] = useState({ from: filter.from, to: filter.to })
  const [told, setTold] = useState({ from: filter.from, to: filter.to, anew: 0 })
  if (told.from !== filter.from || told.to !== filter.to) {
    // The filter became another: by what was typed here, or it was cleared elsewhere, and the fields begin anew.
    const isOwn = range.from === filter.from && range.to === filter.to
    setTold({ from: filter.from, to: filter.to, anew: told.anew + (isOwn ? 0 : 1) })
    if (!isOwn) setRange({ from: filter.from, to: filter.to })
  }
  return (
    <DateRange
      key={told.anew}
      {...range}
      problems={rangeProblems(range)}
      onChange={(change) => {
        const next = { ...range, ...change }
        setRange(next)
        const { from, to } = rangeProblems(next)
        if (!from && !to) onChange({ ...filter, ...next })
      }}
    />
  )
}

type ChoicesProps = {
  label: string
  value: string[]
  data: { value: string; label: string }[]
  error?: string | false
  onChange: (value: string[]) => void
}

const Choices = ({ label, value, data, error, onChange }: ChoicesProps) => (
  <MultiSelect
    label={label}
    placeholder={value.length === 0 ? 'Any' : ''}
    data={data}
    value={value}
    onChange={onChange}
    searchable
    clearable
    hidePickedOptions
    openOnFocus={false}
    comboboxProps={{ withinPortal: true }}
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
    nothingFoundMessage="Nothing of this name"
    error={error}
  />
)
