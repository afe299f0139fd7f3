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
type Pace = keyof typeof pace

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
  items: z.array(
    z.object({
      id: z.string(),
      version: z.number(),
      needsYou: z.string().nullable().optional(),
    }),
  ),
})

/**
 * Refetches what is on the screen after a change: each item at most once a
 * second, lists every five seconds.
 */
export class Refresh {
  readonly #queryClient: QueryClient
  readonly #changedItems = new Map<string, StreamEvent>()
  /** Items that were refetched, whose lists weren't yet. */
  readonly #itemsForLists = new Map<string, StreamEvent>()
  readonly #timers = new Map<Pace, ReturnType<typeof setTimeout>>()
  readonly #readAt: Record<Pace, number> = { item: 0, list: 0, views: 0 }

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  /** Refetches the item of an event, and the lists that show it. */
  one(event: StreamEvent) {
    this.#changedItems.set(`${event.kind} ${event.id}`, event)
    this.#later('item', () => this.#readItems())
  }

  /** Refetches everything of these kinds on the screen. */
  all() {
    const all = Object.values(roots).flat()
    const isOfKinds = ({ queryKey: [root, name] }: Query) =>
      all.includes(root) && !isRare(name)
    this.#later('list', () => this.#invalidate(isOfKinds))
    this.#readViews()
  }

  stop() {
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #invalidate(concerns: (query: Query) => boolean) {
    void readAgain(this.#queryClient, concerns, { cancelRefetch: false })
  }

  #later(what: Pace, work: () => void) {
    if (this.#timers.has(what)) return
    const due = this.#readAt[what] + pace[what]
    const wait = Math.max(pace.item, due - performance.now())
    const run = () => {
      this.#timers.delete(what)
      this.#readAt[what] = performance.now()
      work()
    }
    this.#timers.set(what, setTimeout(run, wait))
  }

  #readItems() {
    const events = [...this.#changedItems.values()]
    this.#changedItems.clear()
    for (const event of events) {
      // After their own change, this page has the new version already, but not
      // the counts, nor what a comment changes in a list.
      if (!this.#isKnown(event))
        this.#invalidate((query) => isOfItem(query, event))
      if (event.kind !== 'PRESENCE') this.#itemsForLists.set(event.id, event)
    }
    if (this.#itemsForLists.size > 0)
      this.#later('list', () => this.#readLists())
  }

  #readLists() {
    const events = [...this.#itemsForLists.values()]
    this.#itemsForLists.clear()
    this.#invalidate((query) =>
      events.some((event) => isListFor(query, event) && !hasRow(query, event)),
    )
    this.#readViews()
  }

  /** The counts of all saved views are one slower query. */
  #readViews() {
    const isViews = ({ queryKey: [root] }: Query) => root === 'saved-views'
    this.#later('views', () => this.#invalidate(isViews))
  }

  #isKnown({ kind, id, version }: StreamEvent) {
    const detailKey = [roots[kind][0], 'detail', id]
    const seen = Versioned.safeParse(this.#queryClient.getQueryData(detailKey))
    return version > 0 && seen.success && seen.data.version >= version
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

const isListFor = ({ queryKey }: Query, { kind }: StreamEvent) =>
  roots[kind].includes(queryKey[0]) &&
  !isRare(queryKey[1]) &&
  !queryKey.some(isId)

/**
 * Whether the list already shows this version, as after the user's own change.
 * What a row needs from its reader also follows from comments, which don't
 * change the version.
 */
const hasRow = ({ state }: Query, { id, version }: StreamEvent) => {
  const list = Listed.safeParse(state.data)
  return (
    list.success &&
    list.data.items.some(
      (row) =>
        row.id === id &&
        row.version >= version &&
        version > 0 &&
        row.needsYou === undefined,
    )
  )
}
