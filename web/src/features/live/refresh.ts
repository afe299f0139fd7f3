import type { StreamEvent } from '@portal/contract/live/model'
import type { Query, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readAgain } from '../../records/read-again.ts'
import { slvKey } from '../../records/slv/slv-key.ts'
import { tdocKey } from '../../records/tdoc/tdoc-key.ts'
import { presenceKey } from './queries.ts'

/**
 * The least time between two reads of an item, of a list, and of the saved
 * views, in ms.
 */
const pace = { item: 1000, list: 5000, views: 30_000 }

/** The first words of the query keys of each kind. */
const roots: Record<StreamEvent['kind'], readonly unknown[]> = {
  SLV: slvKey,
  TDOC: tdocKey,
  PRESENCE: presenceKey,
}
/** Choices and checks, which change rarely. */
const rare = [
  'names',
  'filter-options',
  'download-check',
  'of-loan',
  'report',
  'report-recipients',
]

const Versioned = z.object({ version: z.number() })
const Listed = z.object({
  items: z.array(z.object({ id: z.string(), version: z.number() })),
})

/**
 * Refetches what is on the screen after a change: each item at most once a
 * second, lists every five seconds.
 */
export const createRefresh = (queryClient: QueryClient) => {
  const waiting = new Map<string, StreamEvent>()
  const timers = new Map<keyof typeof pace, ReturnType<typeof setTimeout>>()
  const readAt = { item: 0, list: 0, views: 0 }

  const invalidate = (concerns: (query: Query) => boolean) =>
    void readAgain(queryClient, concerns, { cancelRefetch: false })

  const later = (what: keyof typeof pace, work: () => void) => {
    if (timers.has(what)) return
    const wait = Math.max(
      pace.item,
      readAt[what] + pace[what] - performance.now(),
    )
    const run = () => {
      timers.delete(what)
      readAt[what] = performance.now()
      work()
    }
    timers.set(what, setTimeout(run, wait))
  }

  const items = () => {
    const events = [...waiting.values()]
    waiting.clear()
    for (const event of events) {
      // After their own change, this page has the new version already, but not
      // the counts.
      if (isKnown(event)) {
        views()
        continue
      }
      invalidate((query) => isOfItem(query, event))
      if (event.kind !== 'PRESENCE') changed.set(event.id, event)
    }
    if (changed.size > 0) later('list', lists)
  }

  const changed = new Map<string, StreamEvent>()
  const lists = () => {
    const events = [...changed.values()]
    changed.clear()
    invalidate((query) =>
      events.some((event) => isListOf(query, event) && !hasRow(query, event)),
    )
    views()
  }

  /** The counts of all saved views are one slower query. */
  const views = () =>
    later('views', () =>
      invalidate(({ queryKey: [root] }) => root === 'saved-views'),
    )

  const isKnown = ({ kind, id, version }: StreamEvent) => {
    const seen = Versioned.safeParse(
      queryClient.getQueryData([roots[kind][0], 'detail', id]),
    )
    return version > 0 && seen.success && seen.data.version >= version
  }

  return {
    one: (event: StreamEvent) => {
      waiting.set(`${event.kind} ${event.id}`, event)
      later('item', items)
    },
    /** Refetches everything of these kinds on the screen. */
    all: () => {
      const all = Object.values(roots).flat()
      later('list', () =>
        invalidate(
          ({ queryKey: [root, name] }) => all.includes(root) && !isRare(name),
        ),
      )
      views()
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

const isId = (part: unknown) => z.uuid().safeParse(part).success
const isRare = (name: unknown) => rare.some((one) => one === name)

/**
 * An item and its history; not its files, which have ids too and never change.
 */
const isOfItem = ({ queryKey }: Query, { kind, id }: StreamEvent) =>
  roots[kind].includes(queryKey[0]) &&
  queryKey.includes(id) &&
  queryKey.filter(isId).length === 1

const isListOf = ({ queryKey }: Query, { kind }: StreamEvent) =>
  roots[kind].includes(queryKey[0]) &&
  !isRare(queryKey[1]) &&
  !queryKey.some(isId)

/**
 * Whether the list already shows this version, as after the user's own change.
 */
const hasRow = ({ state }: Query, { id, version }: StreamEvent) => {
  const list = Listed.safeParse(state.data)
  return (
    list.success &&
    list.data.items.some(
      (row) => row.id === id && row.version >= version && version > 0,
    )
  )
}
