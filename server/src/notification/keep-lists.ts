import { createHash } from 'node:crypto'
import type { NotificationList } from '@portal/contract/notification/model'
import type { Actor } from '@portal/contract/user/model'
import { rightsOf } from '@portal/contract/user/policy'
import type { News } from '../lib/listen.ts'

/** A list with the tag by which a page asks whether it has it already. */
export type Tagged = { list: NotificationList; tag: string }

type Held = {
  /** When it was asked of the database (ms, performance.now): what was told since then may not be in it. */
  since: number
  /** While it is on its way. Then the tag alone is kept: lists would fill the memory. */
  coming: Promise<Tagged> | undefined
  tag: string | undefined
}

export type KeptLists = {
  /** The tag of what is remembered, if that is surely what the database holds. Asks nobody. */
  tagOf: (actor: Actor, asked: string) => string | undefined
  /** The list as `load` reads it now; those who ask while it is on its way share it. */
  read: (actor: Actor, asked: string, load: () => Promise<NotificationList>) => Promise<Tagged>
  /** Forgets everything of a person, and answers that are still on their way with it. */
  drop: (userId: string) => void
}

/** People that are remembered, and ways of asking (filters) of each. Beyond that, the oldest is forgotten. */
const mostPeople = 20_000
const mostAsked = 8
/** While news may be missed, nothing is answered from memory for longer (ms). */
const unheardMs = 1000

const tagOfList = (list: NotificationList) =>
  `W/"${createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 22)}"`

/** Adds to a map that stays so small. */
const put = <K, V>(map: Map<K, V>, key: K, value: V, most: number) => {
  const [oldest] = map.size >= most && !map.has(key) ? map.keys() : []
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
  return value
}

/**
 * Remembers the tags of each person's lists, so that a poll costs no query while nothing changed. The database tells of
 * each change (triggers notification_changed, slv_sight_changed and company_bdd_changed); whatever cannot be surely heard
 * is forgotten within a second. Without `news` nothing is remembered.
 */
export function keepLists(news: News | undefined): KeptLists {
  const people = new Map<string, Map<string, Held>>()
  const drop = (userId: string) => void people.delete(userId)
  news?.on('notification', drop)

  const isGood = ({ since }: Held) =>
    news !== undefined && (news.heardSince(since) || performance.now() - since < unheardMs)
  /** Role, permissions and company are part of what is asked: they decide what is shown. */
  const keyOf = (actor: Actor, asked: string) => `${rightsOf(actor)} ${actor.companyId} ${asked}`
  const find = (actor: Actor, asked: string) => {
    const held = people.get(actor.id)?.get(keyOf(actor, asked))
    return held && isGood(held) ? held : undefined
  }

  return {
    drop,
    tagOf: (actor, asked) => find(actor, asked)?.tag,
    read: (actor, asked, load) => {
      const known = find(actor, asked)
      if (known?.coming) return known.coming
      const held: Held = { since: performance.now(), coming: undefined, tag: undefined }
      const coming = load().then((list) => {
        held.tag = tagOfList(list)
        held.coming = undefined
        return { list, tag: held.tag }
      })
      held.coming = coming
      const own = people.get(actor.id) ?? put(people, actor.id, new Map<string, Held>(), mostPeople)
      put(own, keyOf(actor, asked), held, mostAsked)
      coming.catch(() => own.delete(keyOf(actor, asked)))
      return coming
    },
  }
}
