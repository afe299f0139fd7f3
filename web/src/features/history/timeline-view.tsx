import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { day as dayText, weekday } from '../../lib/format.ts'
import { EmptyState } from '../../ui/message.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import type { HistorySearch } from './address.ts'
import { byDay } from './by-day.ts'
import { historyItem } from './history-entry.tsx'
import { HistoryFilters } from './history-filters.tsx'
import { countFilters, type HistoryFilter, noFilter, searchOf } from './history-search.ts'
import { Paged } from './paged.tsx'
import { historyQuery } from './queries.ts'

type TimelineViewProps = { id: string; filter: HistoryFilter; onChange: (search: HistorySearch) => void }

/** What happened, newest first, by day; narrowed by who, what and when. */
export const TimelineView = ({ id, filter, onChange }: TimelineViewProps) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const query = useInfiniteQuery(historyQuery(id, role, filter))
  const clear = () => onChange(searchOf(noFilter))
  return (
    <>
      <HistoryFilters id={id} role={role} filter={filter} onChange={(next) => onChange(searchOf(next))} />
      <Paged
        what="The history"
        query={query}
        empty={
          countFilters(filter) > 0 ? (
            <EmptyState title="Nothing matches these filters" why={`Nobody did any of this${whenText(filter)}.`}>
              <Button variant="default" onClick={clear}>
                Clear filters
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="No activity yet" why="The history begins when the request is sent." />
          )
        }
      >
        {(entries) => (
          <Timeline
            label="History, newest first"
            groups={byDay(entries).map(({ day, items }) => ({
              label: `${weekday(items[0]?.at)}, ${day}`,
              items: items.map((entry) => historyItem(entry, name)),
            }))}
          />
        )}
      </Paged>
    </>
  )
}

const whenText = ({ from, to }: HistoryFilter) => {
  if (from && to) return from === to ? ` on ${dayText(from)}` : ` from ${dayText(from)} to ${dayText(to)}`
  if (from) return ` since ${dayText(from)}`
  return to ? ` until ${dayText(to)}` : ''
}
