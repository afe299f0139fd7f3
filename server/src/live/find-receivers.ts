import { seesPresence } from '@portal/contract/live/api'
import type { StreamEvent } from '@portal/contract/live/model'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
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
import { readSlvFacts } from '../slv/lock.ts'
import { readTdocFacts } from '../tdoc/lock.ts'

type Candidate = {
  eventFor: (actor: Actor) => StreamEvent
  mayReceive: (actor: Actor) => boolean
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
  const candidates = [
    ...Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`).values(),
  ].flatMap((all) => {
    const [first] = all
    return first ? [candidateOf(first, all)] : []
  })
  return (actor) =>
    candidates.flatMap(({ eventFor, mayReceive }) =>
      mayReceive(actor) ? [eventFor(actor)] : [],
    )

  function candidateOf(
    { kind, id }: Change,
    all: readonly Change[],
  ): Candidate {
    if (kind === 'PRESENCE') {
      const slv = slvs.get(id)
      const here = idsAt(id)
      const isOfOther = (actor: Actor) =>
        all.some((change) => 'userId' in change && change.userId !== actor.id)
      const mayReceive = (actor: Actor) =>
        seesPresence(actor) &&
        here.has(actor.id) &&
        isOfOther(actor) &&
        slv !== undefined &&
        mayView(actor, slv)
      return { eventFor: () => ({ kind, id, version: 0 }), mayReceive }
    }
    const items = all.filter((change) => change.kind !== 'PRESENCE')
    const isInternal = items.every((change) => change.isInternal)
    const before = items.flatMap(({ was }) => (was ? [was] : []))
    if (kind === 'SLV') {
      const slv = slvs.get(id)
      const states = statesOf<SlvFacts>(slv, before)
      const mayReceive = (actor: Actor) =>
        !(isInternal && isSeller(actor)) &&
        states.some((state) => mayView(actor, state))
      return {
        eventFor: () => ({ kind, id, version: slv?.version ?? 0 }),
        mayReceive,
      }
    }
    const tdoc = tdocs.get(id)
    const states = statesOf<TdocFacts>(tdoc, before)
    const mayReceive = (actor: Actor) =>
      !(isInternal && isReviewer(actor)) &&
      states.some((state) => mayViewTdoc(actor, state))
    const eventFor = (actor: Actor) => ({
      kind,
      id,
      version: tdoc ? visibleVersion(actor, tdoc) : 0,
    })
    return { eventFor, mayReceive }
  }
}

/** The facts now and before each change. */
const statesOf = <Facts extends object>(
  now: Facts | undefined,
  before: readonly object[],
): Facts[] => [
  ...(now ? [now] : []),
  ...before.map((was) => asUnchecked<Facts>({ ...now, ...was })),
]
