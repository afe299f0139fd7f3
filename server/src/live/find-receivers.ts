import { seesPresence } from '@portal/contract/live/api'
import type { StreamEvent } from '@portal/contract/live/model'
import { mayView } from '@portal/contract/slv/policy'
import {
  isReviewer,
  mayViewTdoc,
  type TdocFacts,
  visibleVersion,
} from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { isSeller } from '@portal/contract/user/policy'
import type { Db } from '../lib/database/db.ts'
import { asUnchecked } from '../lib/http/as-unchecked.ts'
import type { Change } from '../lib/publish.ts'
import { type LockedSlv, readSlvFacts } from '../slv/lock.ts'
import type { TdocRow } from '../tdoc/columns.ts'
import { readTdocFacts } from '../tdoc/lock.ts'

type Candidate = {
  eventFor: (actor: Actor) => StreamEvent
  mayReceive: (actor: Actor) => boolean
}

/** The rules in which SLVs and Tdocs differ. */
type Rules<Facts> = {
  mayView: (actor: Actor, facts: Facts) => boolean
  /** Whether the actor doesn't see internal changes. */
  isExternal: (actor: Actor) => boolean
  findVersion: (actor: Actor, facts: Facts) => number
}
const slvRules: Rules<LockedSlv> = {
  mayView,
  isExternal: isSeller,
  findVersion: (_, slv) => slv.version,
}
const tdocRules: Rules<TdocRow & TdocFacts> = {
  mayView: mayViewTdoc,
  isExternal: isReviewer,
  findVersion: visibleVersion,
}

/**
 * Reads each changed item once, and returns the events for a person: those of
 * items that they see now or saw until this change. Sellers and reviewers get
 * no events for changes that are invisible to them.
 */
export async function findReceivers(
  db: Db,
  changes: readonly Change[],
  idsAt: (slvId: string) => ReadonlySet<string>,
): Promise<(actor: Actor) => StreamEvent[]> {
  const idsOf = (...kinds: Change['kind'][]) => [
    ...new Set(
      changes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id),
    ),
  ]
  const [slvs, tdocs] = await Promise.all([
    readSlvFacts(db, idsOf('SLV', 'PRESENCE')),
    readTdocFacts(db, idsOf('TDOC')),
  ])
  const groups = Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`)
  const candidates = [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { kind, id } = first
    if (kind === 'PRESENCE')
      return toPresenceCandidate(id, group, slvs.get(id), idsAt(id))
    return kind === 'SLV'
      ? toCandidate(kind, id, group, slvs.get(id), slvRules)
      : toCandidate(kind, id, group, tdocs.get(id), tdocRules)
  })
  return (actor) =>
    candidates.flatMap(({ eventFor, mayReceive }) =>
      mayReceive(actor) ? [eventFor(actor)] : [],
    )
}

/** People who have the SLV open too, but not who caused the change. */
function toPresenceCandidate(
  id: string,
  changes: readonly Change[],
  slv: LockedSlv | undefined,
  presentIds: ReadonlySet<string>,
): Candidate {
  const isOfOther = (actor: Actor) =>
    changes.some((change) => 'userId' in change && change.userId !== actor.id)
  return {
    eventFor: () => ({ kind: 'PRESENCE', id, version: 0 }),
    mayReceive: (actor) =>
      seesPresence(actor) &&
      presentIds.has(actor.id) &&
      isOfOther(actor) &&
      slv !== undefined &&
      mayView(actor, slv),
  }
}

function toCandidate<Facts extends object>(
  kind: 'SLV' | 'TDOC',
  id: string,
  changes: readonly Change[],
  now: Facts | undefined,
  { mayView, isExternal, findVersion }: Rules<Facts>,
): Candidate {
  const items = changes.filter((change) => change.kind !== 'PRESENCE')
  const isInternal = items.every((change) => change.isInternal)
  const before = items.flatMap(({ was }) =>
    was ? [asUnchecked<Facts>({ ...now, ...was })] : [],
  )
  const states = now ? [now, ...before] : before
  return {
    eventFor: (actor) => ({
      kind,
      id,
      version: now ? findVersion(actor, now) : 0,
    }),
    mayReceive: (actor) =>
      !(isInternal && isExternal(actor)) &&
      states.some((state) => mayView(actor, state)),
  }
}
