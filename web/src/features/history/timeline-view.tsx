import { Box, Button, Group, Stack } from '@mantine/core'
import type { HistoryEntry } from '@portal/contract/history/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import * as format from '../../lib/text/format.ts'
import { EmptyState } from '../../ui/message.tsx'
import { Paged } from '../../ui/paged.tsx'
import { Timeline, type TimelineItem } from '../../ui/timeline.tsx'
import { useBranding, useProfile } from '../auth/queries.ts'
import { SlvStatusBadge } from '../slv/shared/slv-status.tsx'
import { ChangeArrow, ChangeLine } from './change-line.tsx'
import classes from './history.module.css'
import { HistoryFilters } from './history-filters.tsx'
import { countFilters, type HistoryFilter, noFilter, searchOf } from './history-search.ts'
import { historyTitles } from './history-titles.ts'
import { historyQuery } from './queries.ts'
import type { HistorySearch } from './shared/address.ts'

type TimelineViewProps = { id: string; filter: HistoryFilter; onChange: (search: HistorySearch) => void }

/** The history of an SLV, newest first and by day, filtered by person, action and day. */
export const TimelineView = ({ id, filter, onChange }: TimelineViewProps) => {
  const { role } = useProfile()
  const { name } = useBranding()
  const query = useInfiniteQuery(historyQuery(id, role, filter))
  return (
    <>
      <HistoryFilters id={id} role={role} filter={filter} onChange={(next) => onChange(searchOf(next))} />
      <Paged
        what="the history"
        query={query}
        empty={
          countFilters(filter) > 0 ? (
            <EmptyState title="Nothing matches these filters" why={`No activity of this kind${whenText(filter)}.`}>
              <Button variant="default" onClick={() => onChange(searchOf(noFilter))}>
                Clear filters
              </Button>
            </EmptyState>
          ) : (
            <EmptyState title="No activity yet" why="The history starts when the request is sent." />
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
  if (from && to) return from === to ? ` on ${first}` : ` from ${first} to ${last}`
  if (from) return ` since ${first}`
  return to ? ` until ${last}` : ''
}

const historyItem = (entry: HistoryEntry, brandName: string): TimelineItem => {
  const { id, at, action, actorName, resubmitCount } = entry
  return {
    key: id,
    title: historyTitles[action],
    who: action === 'assign-first' ? 'Automatic' : actorName,
    at,
    when: `${format.time(at)}${resubmitCount > 0 ? ` · Round ${resubmitCount + 1}` : ''}`,
    body: <EntryBody entry={entry} brandName={brandName} />,
  }
}

type EntryBodyProps = { entry: HistoryEntry; brandName: string }

const EntryBody = ({ entry: { fromStatus, toStatus, comment, changes }, brandName }: EntryBodyProps) => {
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
          m={0}
          ps="0.5rem"
          style={{ borderInlineStart: '3px solid var(--portal-line)', whiteSpace: 'pre-wrap' }}
        >
          {comment}
        </Box>
      )}
      {readable.length > 0 && (
        <ul className={classes.list}>
          {readable.map((change) => (
            <li key={change.field}>
              <ChangeLine change={change} brandName={brandName} />
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
