import { Button, Group, Stack } from '@mantine/core'
import { historyGroups, historyGroupsFor } from '@portal/contract/history/labels'
import type { Role } from '@portal/contract/user/model'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ActiveFilterChips, chipsOf } from '../../ui/list/filter-chips.tsx'
import { Choices } from '../../ui/list/name-filter.tsx'
import { SmallButton } from '../../ui/presets.ts'
import { DateRange, rangeProblems } from '../slv/shared/choice-fields.tsx'
import { rangeLabel } from '../slv/shared/use-chips.ts'
import { useChoices } from '../slv/shared/use-choices.ts'
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
  const query = useQuery({ ...historyPeopleQuery(id), enabled: isOpen || filter.who.length > 0 })
  const { data: people, isError } = query
  const { from, to } = filter
  const days = useChoices({ from, to }, (next) => onChange({ ...filter, ...next }))
  const range = rangeLabel(filter)
  const withoutRange = { ...filter, from: undefined, to: undefined }
  const region = useId()
  const count = countFilters(filter)
  const nameOf = (who: string) =>
    people?.find((person) => person.id === who)?.name ?? (query.isPending ? '…' : 'Someone else')
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SmallButton
          leftSection={<IconFilter size={14} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={region}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? `Filter (${count})` : 'Filter'}
        </SmallButton>
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
            <DateRange
              key={days.resets}
              {...days.chosen}
              problems={rangeProblems(days.chosen)}
              onChange={days.choose}
            />
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
            ...(range === null ? [] : [{ key: 'when', label: range, onRemove: () => onChange(withoutRange) }]),
          ]}
          onClearAll={() => onChange(noFilter)}
        />
      )}
    </Stack>
  )
}
