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
  const getIds = (...kinds: Change['kind'][]) => [
    ...new Set(
      changes.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id),
    ),
  ]
  const [slvs, tdocs] = await Promise.all([
    readSlvFacts(db, getIds('SLV', 'PRESENCE')),
    readTdocFacts(db, getIds('TDOC')),
  ])
  const candidateFor = (first: Change, all: readonly Change[]): Candidate => {
    const { kind, id } = first
    if (kind === 'PRESENCE') return presenceAt(id, slvs.get(id), idsAt(id), all)
    const items = all.filter((change) => change.kind !== 'PRESENCE')
    return kind === 'SLV'
      ? changeOfSlv(id, slvs.get(id), items)
      : changeOfTdoc(id, tdocs.get(id), items)
  }
  const byItem = Map.groupBy(changes, ({ kind, id }) => `${kind} ${id}`)
  const candidates = [...byItem.values()].flatMap((all) =>
    all[0] ? [candidateFor(all[0], all)] : [],
  )
  return (actor) =>
    candidates.flatMap(({ eventFor, mayReceive }) =>
      mayReceive(actor) ? [eventFor(actor)] : [],
    )
}

type ItemChange = Exclude<Change, { kind: 'PRESENCE' }>

const presenceAt = (
  id: string,
  slv: SlvFacts | undefined,
  here: ReadonlySet<string>,
  changes: readonly Change[],
): Candidate => ({
  eventFor: () => ({ kind: 'PRESENCE', id, version: 0 }),
  mayReceive: (actor) =>
    seesPresence(actor) &&
    here.has(actor.id) &&
    changes.some(
      (change) => 'userId' in change && change.userId !== actor.id,
    ) &&
    slv !== undefined &&
    mayView(actor, slv),
})

function changeOfSlv(
  id: string,
  slv: (SlvFacts & { version: number }) | undefined,
  changes: readonly ItemChange[],
): Candidate {
  const isInternal = changes.every((change) => change.isInternal)
  const states = listStates<SlvFacts>(slv, changes)
  const keepsVersion = changes.some((change) => change.keepsVersion)
  const version = keepsVersion ? 0 : (slv?.version ?? 0)
  return {
    eventFor: () => ({ kind: 'SLV', id, version }),
    mayReceive: (actor) =>
      !(isInternal && isSeller(actor)) &&
      states.some((state) => mayView(actor, state)),
  }
}

function changeOfTdoc(
  id: string,
  tdoc: (Parameters<typeof visibleVersion>[1] & TdocFacts) | undefined,
  changes: readonly ItemChange[],
): Candidate {
  const isInternal = changes.every((change) => change.isInternal)
  const states = listStates<TdocFacts>(tdoc, changes)
  return {
    eventFor: (actor) => ({
      kind: 'TDOC',
      id,
      version: tdoc ? visibleVersion(actor, tdoc) : 0,
    }),
    mayReceive: (actor) =>
      !(isInternal && isReviewer(actor)) &&
      states.some((state) => mayViewTdoc(actor, state)),
  }
}

/** The facts now and before each change. */
const listStates = <Facts extends object>(
  now: Facts | undefined,
  changes: readonly ItemChange[],
): Facts[] => [
  ...(now ? [now] : []),
  ...changes.flatMap(({ was }) =>
    was ? [asUnchecked<Facts>({ ...now, ...was })] : [],
  ),
]
