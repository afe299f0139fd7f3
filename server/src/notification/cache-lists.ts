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

const tagOfList = (list: NotificationList) =>
  `W/"${createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)}"`

const put = <K, V>(map: Map<K, V>, key: K, value: V, max: number) => {
  const [oldest] = map.size >= max && !map.has(key) ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
  return value
}

/**
 * Caches the tags of each person's lists, so that a poll costs no query while
 * nothing changed. The database notifies of each change of notifications and
 * BDDs (triggers notification_changed and company_bdd_changed), and `publish` of
 * who may see an SLV. While messages may be missed, entries expire within a
 * second.
 */
export function cacheLists(listener: Listener | undefined, db: Db) {
  const people = new Map<string, Map<string, Entry>>()
  const drop = (userId: string) => void people.delete(userId)
  listener?.on('notification', drop)
  listener?.on('change', (payload) => void dropReaders(payload))

  /**
   * Drops everyone who was notified of an SLV that other people may see now.
   */
  async function dropReaders(payload: string) {
    const ids = parseChanges(payload).flatMap((change) =>
      change.kind !== 'PRESENCE' && change.was ? [change.id] : [],
    )
    if (ids.length === 0 || people.size === 0) return
    try {
      const readers = await db
        .selectFrom('notification')
        .select('userId')
        .distinct()
        .where((eb) => eb('entityId', '=', eb.fn.any(eb.val(ids))))
        .execute()
      for (const { userId } of readers) drop(userId)
    } catch {
      people.clear()
    }
  }

  function isValid({ since }: Entry): boolean {
    const age = performance.now() - since
    if (!listener || age > maxAgeMs) return false
    return listener.receivedAllSince(since) || age < unheardMs
  }
  /**
   * Role, permissions and company are part of the key, because they decide what
   * is shown.
   */
  const toKey = (actor: Actor, url: string) =>
    `${describeRights(actor)} ${actor.companyId} ${url}`

  return {
    /** Drops everything of a person. */
    drop,
    /**
     * The cached tag, if the database certainly still has the same list. Makes
     * no query.
     */
    tagOf: (actor: Actor, url: string): string | undefined => {
      const entry = people.get(actor.id)?.get(toKey(actor, url))
      return entry && isValid(entry) ? entry.tag : undefined
    },
    /**
     * The list as `load` reads it now. If the person is dropped meanwhile, its
     * tag is not cached.
     */
    read: async (
      actor: Actor,
      url: string,
      load: () => Promise<NotificationList>,
    ): Promise<TaggedList> => {
      const own =
        people.get(actor.id) ??
        put(people, actor.id, new Map<string, Entry>(), maxPeople)
      const since = performance.now()
      const list = await load()
      const tag = tagOfList(list)
      put(own, toKey(actor, url), { since, tag }, maxUrls)
      return { list, tag }
    },
  }
}
