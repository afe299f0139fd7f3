import { createHash } from 'node:crypto'
import type { NotificationList } from '@portal/contract/notification/model'
import type { Actor } from '@portal/contract/user/model'
import { describeRights } from '@portal/contract/user/policy'
import type { Db } from '../lib/database/db.ts'
import type { Listener } from '../lib/database/listen.ts'
import { parseChanges } from '../lib/publish.ts'

type TaggedList = { list: NotificationList; tag: string }

/**
 * Only the tag is stored, since lists would fill the memory. `since`: when the
 * list was read (ms, performance.now).
 */
type Entry = { since: number; tag: string }

/**
 * Limits of the cache: people, and URLs (filters) of each. Beyond that, the
 * oldest entry is dropped.
 */
const maxPeople = 20_000
const maxUrls = 8
/**
 * How long an entry is used while notifications from the database may have been
 * missed (ms).
 */
const unheardMs = 1000
/**
 * How long an entry is used at most: a node that ends right after a commit
 * publishes nothing (ms).
 */
const maxAgeMs = 600_000

/**
 * Caches the tags of each person's lists, so that a poll costs no query while
 * nothing changed. The database notifies of each change of notifications and
 * BDDs (triggers notification_changed and company_bdd_changed), and `publish` of
 * who may see an SLV. While messages may be missed, entries expire within a
 * second.
 */
export class ListCache {
  readonly #listener: Listener | undefined
  readonly #db: Db
  /** The entries of each person, by rights and URL. */
  readonly #people = new Map<string, Map<string, Entry>>()

  constructor(listener: Listener | undefined, db: Db) {
    this.#listener = listener
    this.#db = db
    listener?.on('notification', (userId) => this.drop(userId))
    listener?.on('change', (payload) => void this.#dropReaders(payload))
  }

  /** Drops everything of a person. */
  drop(userId: string): void {
    this.#people.delete(userId)
  }

  /**
   * The cached tag, if the database certainly still has the same list. Makes
   * no query.
   */
  findTag(actor: Actor, url: string): string | undefined {
    const entry = this.#people.get(actor.id)?.get(toKey(actor, url))
    return entry && this.#isValid(entry) ? entry.tag : undefined
  }

  /**
   * The list as `load` reads it now. If the person is dropped meanwhile, its
   * tag is not cached.
   */
  async read(
    actor: Actor,
    url: string,
    load: () => Promise<NotificationList>,
  ): Promise<TaggedList> {
    const entries = this.#people.get(actor.id) ?? new Map<string, Entry>()
    set(this.#people, actor.id, entries, maxPeople)
    const since = performance.now()
    const list = await load()
    const tag = toTag(list)
    set(entries, toKey(actor, url), { since, tag }, maxUrls)
    return { list, tag }
  }

  /**
   * Drops everyone who was notified of an SLV that other people may see now.
   */
  async #dropReaders(payload: string): Promise<void> {
    const ids = parseChanges(payload).flatMap((change) =>
      change.kind !== 'PRESENCE' && change.was ? [change.id] : [],
    )
    if (ids.length === 0 || this.#people.size === 0) return
    try {
      const readers = await this.#db
        .selectFrom('notification')
        .select('userId')
        .distinct()
        .where((eb) => eb('entityId', '=', eb.fn.any(eb.val(ids))))
        .execute()
      for (const { userId } of readers) this.drop(userId)
    } catch {
      this.#people.clear()
    }
  }

  #isValid({ since }: Entry): boolean {
    const age = performance.now() - since
    if (!this.#listener || age > maxAgeMs) return false
    return this.#listener.receivedAllSince(since) || age < unheardMs
  }
}

/**
 * Role, permissions and company are part of the key, because they decide what
 * is shown.
 */
const toKey = (actor: Actor, url: string) =>
  `${describeRights(actor)} ${actor.companyId} ${url}`

const toTag = (list: NotificationList) =>
  `W/"${createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)}"`

/** Sets an entry of a map, and drops the oldest beyond `max`. */
function set<K, V>(map: Map<K, V>, key: K, value: V, max: number) {
  const [oldest] = map.keys()
  if (map.size >= max && !map.has(key) && oldest !== undefined)
    map.delete(oldest)
  map.set(key, value)
}
