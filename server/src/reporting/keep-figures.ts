import { setImmediate as others } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../lib/db.ts'
import { askHowFar } from './ask-how-far.ts'
import { type Columns, makeColumns } from './hold-columns.ts'
import {
  changesSince,
  factsWith,
  factsWithin,
  type KnownNames,
  placeNow,
  rangesOf,
  readKnownNames,
} from './load-figures.ts'

/** SLVs read at a time: short enough that nobody else waits for it. */
const slice = 10_000
/** So many questions at once read everything after the start. */
const atOnce = 3

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

type Held = Figures & { position: string; origin: string }

/**
 * Holds of every SLV what reporting counts as columns of numbers, some 100 bytes each, and brings them up to date by what
 * changed since the last time: one question, whose answer is empty as a rule. So nothing has to be told to other
 * processes, and a replica is asked as the database itself is; `primary` is then what it follows.
 */
export function keepFigures(db: Db, primary: Db = db): FigureKeeper {
  let held: Held | undefined
  let version = 0
  let running: Promise<Figures> | undefined
  let next: Promise<Figures> | undefined

  const load = async (): Promise<Held> => {
    // First where the changes stand: what changes while this reads is told by the next question.
    const place = await placeNow(db)
    const names = await readKnownNames(db)
    const columns = makeColumns()
    const ranges = (await rangesOf(db, slice)).values()
    const readOn = async () => {
      for (const range of ranges) {
        columns.take(await factsWithin(db, range))
        await others()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, readOn))
    version++
    return { columns, names, version, asOf: null, ...place }
  }

  const catchUp = async (): Promise<Figures> => {
    const asOf = db === primary ? null : await askHowFar(db, primary)
    const known = held ?? (await load())
    const { position, origin, ids, isRenamed, isForgotten } = await changesSince(db, known.position)
    if (isForgotten || origin !== known.origin || BigInt(position) < BigInt(known.position)) {
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
    let { names } = known
    if (isRenamed) {
      const read = await readKnownNames(db)
      // Some of it may be told twice.
      if (!isDeepStrictEqual(read, names)) version++
      names = read
    }
    held = { columns: known.columns, names, version, asOf, position, origin }
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
