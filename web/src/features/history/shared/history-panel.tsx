import { Box, Button, Group, SegmentedControl, Stack } from '@mantine/core'
import type { HistoryEntry } from '@portal/contract/history/api'
import {
  historyGroupLabels,
  historyGroupsFor,
  historyTable,
} from '@portal/contract/history/labels'
import type { Role } from '@portal/contract/user/model'
import { IconFilter } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import * as format from '../../../lib/text/format.ts'
import { useBranding, useProfile } from '../../../records/auth/queries.ts'
import {
  type HistorySearch,
  type HistoryView,
  historyViews,
} from '../../../records/history/address.ts'
import {
  countFilters,
  type HistoryFilter,
  noFilter,
  toSearch,
  useHistorySearch,
} from '../../../records/history/history-search.ts'
import {
  historyPeopleQuery,
  historyQuery,
} from '../../../records/history/queries.ts'
import {
  DateRange,
  rangeProblems,
} from '../../../records/slv/choice-fields.tsx'
import { changeLabel } from '../../../records/slv/field-text.ts'
import { SlvStatusBadge } from '../../../records/slv/slv-status.tsx'
import { rangeLabel } from '../../../records/slv/use-chips.ts'
import { useChoices } from '../../../records/slv/use-choices.ts'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { Choices } from '../../../ui/list/name-filter.tsx'
import { Paged } from '../../../ui/list/paged.tsx'
import { EmptyState } from '../../../ui/message.tsx'
import { SecondaryButton, SmallButton } from '../../../ui/presets.ts'
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx'
import { ChangeArrow, ChangeLine } from '../change-line.tsx'
import classes from '../history.module.css'
import { DocumentEvents, InformationEdits } from '../history-tables.tsx'

type TimelineViewProps = {
  id: string
  filter: HistoryFilter
  onChange: (search: HistorySearch) => void
}

/**
 * The history of an SLV, newest first and by day, filtered by person, action
 * and day.
 */
export const TimelineView = ({ id, filter, onChange }: TimelineViewProps) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const query = useInfiniteQuery(historyQuery(id, role, filter))
  return (
    <>
      <HistoryFilters
        id={id}
        role={role}
        filter={filter}
        onChange={(next) => onChange(toSearch(next))}
      />
      <Paged
        what="the history"
        query={query}
        empty={
          countFilters(filter) > 0 ? (
            <EmptyState
              title="No results for these filters"
              why={`No activity of this kind${whenText(filter)}.`}
            >
              <SecondaryButton onClick={() => onChange(toSearch(noFilter))}>
                Clear filters
              </SecondaryButton>
            </EmptyState>
          ) : (
            <EmptyState
              title="No activity yet"
              why="The history starts when the request is sent."
            />
          )
        }
      >
        {(entries) => (
          <Timeline
            label="History, newest first"
            groups={format.byDay(entries).map(({ day, items }) => ({
              label: `${format.weekday(items[0]?.at)}, ${day}`,
              items: items.map((entry) => historyItem(entry, name)),
            }))}
          />
        )}
      </Paged>
    </>
  )
}

const whenText = ({ from, to }: HistoryFilter) => {
  const [first, last] = [format.day(from), format.day(to)]
  if (from && to)
    return from === to ? ` on ${first}` : ` from ${first} to ${last}`
  if (from) return ` since ${first}`
  return to ? ` until ${last}` : ''
}

const historyItem = (entry: HistoryEntry, brandName: string): TimelineItem => {
  const { id, at, action, actorName, resubmitCount } = entry
  return {
    key: id,
    title: historyTable[action].title,
    who: action === 'assign-first' ? 'Automatic' : actorName,
    at,
    when: `${format.time(at)}${resubmitCount > 0 ? ` · Round ${resubmitCount + 1}` : ''}`,
    body: <EntryBody entry={entry} brandName={brandName} />,
  }
}

type EntryBodyProps = { entry: HistoryEntry; brandName: string }

const EntryBody = ({
  entry: { fromStatus, toStatus, comment, changes },
  brandName,
}: EntryBodyProps) => {
  // An id says nothing to people; the name of that person has its own change.
  const readable = changes.filter(({ field }) => !/(^|\.)\w+Id$/.test(field))
  const hasMoved = fromStatus !== toStatus
  if (!hasMoved && !comment && readable.length === 0) return null
  return (
    <Stack gap="0.25rem">
      {hasMoved && (
        <Group gap="0.25rem">
          {fromStatus && (
            <>
              <SlvStatusBadge status={fromStatus} />
              <ChangeArrow size={14} />
            </>
          )}
          <SlvStatusBadge status={toStatus} />
        </Group>
      )}
      {comment && (
        <Box
          component="blockquote"
          ps="0.5rem"
          style={{
            borderInlineStart: '3px solid var(--portal-line)',
            whiteSpace: 'pre-wrap',
          }}
        >
          {comment}
        </Box>
      )}
      {readable.length > 0 && (
        <ul className={classes.list}>
          {readable.map((change) => (
            <li key={change.field}>
              <ChangeLine
                change={change}
                label={changeLabel(change.field, toStatus, brandName)}
              />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

const labels: Record<HistoryView, string> = {
  timeline: 'Timeline',
  edits: 'Edits',
  documents: 'Documents',
}

/**
 * The history of an SLV, as far as this person may see it: all of it, the edits
 * field by field, or the files.
 */
export const HistoryPanel = ({ id }: { id: string }) => {
  const { view, filter, change } = useHistorySearch()
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="History view"
        data={historyViews.map((value) => ({ value, label: labels[value] }))}
        value={view}
        onChange={(value) =>
          change({
            history: historyViews.find(
              (known) => known === value && known !== 'timeline',
            ),
          })
        }
      />
      {view === 'timeline' && (
        <TimelineView id={id} filter={filter} onChange={change} />
      )}
      {view === 'edits' && <InformationEdits id={id} />}
      {view === 'documents' && <DocumentEvents id={id} />}
    </>
  )
}

type HistoryFiltersProps = {
  id: string
  role: Role
  filter: HistoryFilter
  onChange: (filter: HistoryFilter) => void
}

/**
 * Filters the timeline by person, action and day. Collapsed, it shows the
 * active filters.
 */
const HistoryFilters = ({
  id,
  role,
  filter,
  onChange,
}: HistoryFiltersProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const people = useHistoryPeople(id, isOpen || filter.who.length > 0)
  const { from, to } = filter
  // Kept while the fields are hidden: an invalid range is not applied.
  const days = useChoices({ from, to }, (next) =>
    onChange({ ...filter, ...next }),
  )
  const region = useId()
  const count = countFilters(filter)
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
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange(noFilter)}
          >
            Clear All
          </Button>
        )}
      </Group>
      <div id={region} hidden={!isOpen}>
        {isOpen && (
          <FilterFields
            people={people}
            days={days}
            role={role}
            filter={filter}
            onChange={onChange}
          />
        )}
      </div>
      {count > 0 && !isOpen && (
        <ActiveFilters people={people} filter={filter} onChange={onChange} />
      )}
    </Stack>
  )
}

const useHistoryPeople = (id: string, isNeeded: boolean) => {
  const query = useQuery({ ...historyPeopleQuery(id), enabled: isNeeded })
  const people = query.data ?? []
  const find = (who: string) => people.find((person) => person.id === who)
  return {
    isError: query.isError,
    items: people,
    isListed: (who: string) => find(who) !== undefined,
    name: (who: string) =>
      find(who)?.name ?? (query.isPending ? '…' : 'Someone else'),
  }
}

type FilterPartProps = Pick<HistoryFiltersProps, 'filter' | 'onChange'> & {
  people: ReturnType<typeof useHistoryPeople>
}

type FilterFieldsProps = FilterPartProps & {
  role: Role
  days: ReturnType<typeof useChoices<Pick<HistoryFilter, 'from' | 'to'>>>
}

const FilterFields = ({
  people,
  role,
  days,
  filter,
  onChange,
}: FilterFieldsProps) => {
  const unlisted = filter.who.filter((who) => !people.isListed(who))
  const groups = historyGroupsFor(role)
  return (
    <Stack gap="xs">
      <Choices
        label="Person"
        value={filter.who}
        data={[
          ...people.items.map(({ id, name }) => ({ value: id, label: name })),
          ...unlisted.map((who) => ({ value: who, label: people.name(who) })),
        ]}
        error={people.isError && 'Couldn’t load the people'}
        onChange={(who) => onChange({ ...filter, who })}
      />
      <Choices
        label="Activity"
        value={filter.what}
        data={groups.map((group) => ({
          value: group,
          label: historyGroupLabels[group],
        }))}
        onChange={(what) =>
          onChange({
            ...filter,
            what: groups.filter((group) => what.includes(group)),
          })
        }
      />
      <DateRange
        key={days.resets}
        {...days.chosen}
        problems={rangeProblems(days.chosen)}
        onChange={days.choose}
      />
    </Stack>
  )
}

const ActiveFilters = ({ people, filter, onChange }: FilterPartProps) => {
  const chip = (
    key: string,
    label: string,
    text: string | null,
    change: Partial<HistoryFilter>,
  ) => ({
    key,
    label,
    text: text || null,
    editor: false,
    onRemove: () => onChange({ ...filter, ...change }),
  })
  const activities = filter.what.map((group) => historyGroupLabels[group])
  return (
    <FilterBar
      count=""
      filters={[
        chip('who', 'Person', filter.who.map(people.name).join(', '), {
          who: [],
        }),
        chip('what', 'Activity', activities.join(', '), { what: [] }),
        chip('when', 'Day', rangeLabel(filter), {
          from: undefined,
          to: undefined,
        }),
      ]}
      onClearAll={() => onChange(noFilter)}
    />
  )
}
