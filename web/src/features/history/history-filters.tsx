import { Button, Group, Stack } from '@mantine/core'
import { historyGroups, historyGroupsFor } from '@portal/contract/history/labels'
import type { Role } from '@portal/contract/user/model'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { day } from '../../lib/text/format.ts'
import { ActiveFilterChips, chipsOf } from '../../ui/list/filter-chips.tsx'
import { Choices } from '../../ui/list/name-filter.tsx'
import { DateRange, rangeProblems } from '../slv/shared/choice-fields.tsx'
import { countFilters, type HistoryFilter, noFilter } from './history-search.ts'
import { historyPeopleQuery } from './queries.ts'

type HistoryFiltersProps = {
  id: string
  role: Role
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}

/** Filters the timeline by person, action and day. Collapsed, it shows the active filters. */
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
    people?.find((person) => person.id === who)?.name ?? (isPending ? '…' : 'Someone else')
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
              error={isError && 'Couldn’t load the people'}
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
            ...chipsOf('who', filter.who, nameOf, (who) => onChange({ ...filter, who })),
            ...chipsOf(
              'what',
              filter.what,
              (group) => historyGroups[group].label,
              (what) => onChange({ ...filter, what }),
            ),
            ...(filter.from || filter.to
              ? [{ key: 'when', label: daysText(filter), onRemove: () => onChange({ ...filter, ...noDays }) }]
              : []),
          ]}
          onClearAll={() => onChange(noFilter)}
        />
      )}
    </Stack>
  )
}

const noDays = { from: undefined, to: undefined }

const daysText = ({ from, to }: HistoryFilter) => {
  if (!to) return `Since ${day(from)}`
  return from ? `${day(from)} – ${day(to)}` : `Until ${day(to)}`
}

/** Keeps the days while they are typed; only a complete and possible range filters. */
const When = ({ filter, onChange }: Pick<HistoryFiltersProps, 'filter' | 'onChange'>) => {
  const [range, setRange] = useState({ from: filter.from, to: filter.to })
  const [known, setKnown] = useState({ from: filter.from, to: filter.to, resets: 0 })
  if (known.from !== filter.from || known.to !== filter.to) {
    // Another filter than the fields have was cleared elsewhere, so they start again.
    const isOwn = range.from === filter.from && range.to === filter.to
    setKnown({ from: filter.from, to: filter.to, resets: known.resets + (isOwn ? 0 : 1) })
    if (!isOwn) setRange({ from: filter.from, to: filter.to })
  }
  return (
    <DateRange
      key={known.resets}
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
