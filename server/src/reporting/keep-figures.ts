import { setImmediate as others } from 'node:timers/promises'
import type { Db } from '../lib/db.ts'
import { type Columns, makeColumns } from './hold-columns.ts'
import { changesSince, factsAfter, factsWith, type KnownNames, positionNow, readKnownNames } from './load-figures.ts'

/** SLVs read at a time: short enough that nobody else waits for it. */
const slice = 10_000
const nobody = '00000000-0000-0000-0000-000000000000'

/** Changes are dropped after a day: whoever has not asked for so long reads everything anew, in ms. */
const forgetsAfter = 12 * 60 * 60_000

/** What reporting counts, as it was committed when it was asked for. Nothing of it may be kept over an `await`. */
export type Figures = {
  columns: Columns
  names: KnownNames
  /** Another number after each change. */
  version: number
  /** Up to when a replica that is behind has followed; null where nothing is missing. */
  asOf: Date | null
}

/** The figures of this process. */
export type FigureKeeper = {
  /** Everything that was committed before this was called is in it. */
  fresh: () => Promise<Figures>
}

type Held = Figures & { position: string; askedAt: number }

/**
 * Holds of every SLV what reporting counts as columns of numbers, some 100 bytes each, and brings them up to date by what
 * changed since the last time: one question, whose answer is empty as a rule. So nothing has to be told to other
 * processes, and a replica is asked as the database itself is. `clock` in ms, monotonic.
 */
export function keepFigures(db: Db, clock: () => number = () => performance.now()): FigureKeeper {
  let held: Held | undefined
  let version = 0
  let running: Promise<Figures> | undefined
  let next: Promise<Figures> | undefined

  const load = async (): Promise<Held> => {
    const askedAt = clock()
    // First where the changes stand: what changes while this reads is told by the next question.
    const position = await positionNow(db)
    const names = await readKnownNames(db)
    const columns = makeColumns()
    let coming = factsAfter(db, nobody, slice)
    for (;;) {
      const facts = await coming
      if (facts.id.length === 0) break
      coming = factsAfter(db, facts.id.toSorted().at(-1) ?? nobody, slice)
      coming.catch(() => undefined) // it fails when it is waited for
      columns.take(facts)
      await others()
    }
    version++
    return { columns, names, version, asOf: null, position, askedAt }
  }

  const catchUp = async (): Promise<Figures> => {
    const askedAt = clock()
    const known = held && askedAt - held.askedAt < forgetsAfter ? held : await load()
    const { position, ids, isRenamed, asOf } = await changesSince(db, known.position)
    // A database that was put back to an earlier state counts its transactions anew.
    if (BigInt(position) < BigInt(known.position)) {
      held = undefined
      return catchUp()
    }
    // Counted at once: what was taken stays, even when a later question fails.
    for (let from = 0; from < ids.length; from += slice) {
      const wanted = ids.slice(from, from + slice)
      const facts = await factsWith(db, wanted)
      if (known.columns.take(facts)) version++
      const found = new Set(facts.id)
      for (const id of wanted) if (!found.has(id) && known.columns.leave(id)) version++
    }
    const names = isRenamed ? await readKnownNames(db) : known.names
    if (isRenamed) version++
    held = { columns: known.columns, names, version, asOf, position, askedAt }
    return held
  }

  /** Whoever asks while a question is on its way shares the next one: the one before may have been put too early. */
  const fresh = (): Promise<Figures> => {
    if (!running) {
      running = catchUp().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return fresh()
      })
    return next
  }

  return { fresh }
}

/** The people of the buyer's among these, by name. */
export const namesOf = ({ names }: Figures, ids: readonly string[] = []): { id: string; name: string }[] =>
  ids.flatMap((id) => {
    const name = names.people.get(id)
    return name === undefined ? [] : { id, name }
  })
