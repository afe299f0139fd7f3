import { randomBytes } from 'node:crypto'
import type { Change } from '../lib/publish.ts'

/** How many changes are kept for streams that resume. */
const maxKept = 2_000

type Kept = { number: number; at: number; change: Change }

/** The latest changes, numbered in the order in which they arrived. */
export class RecentChanges {
  /** Ids of events are only valid in the process that numbered them. */
  readonly #process = randomBytes(6).toString('base64url')
  readonly #kept: Kept[] = []
  #last = 0
  #lastSent = 0

  get lastSent(): number {
    return this.#lastSent
  }

  get hasUnsent(): boolean {
    return this.#last > this.#lastSent
  }

  add(change: Change) {
    this.#last++
    this.#kept.push({ number: this.#last, at: performance.now(), change })
    if (this.#kept.length > maxKept) this.#kept.splice(0, maxKept / 2)
  }

  /**
   * Returns the changes that weren't sent yet and counts them as sent; null if
   * some of them are no longer kept.
   */
  takeUnsent(): Change[] | null {
    const count = this.#last - this.#lastSent
    const unsent = this.#between(this.#lastSent, this.#last)
    this.#lastSent = this.#last
    return unsent.length === count ? unsent : null
  }

  sentAfter(number: number): Change[] {
    return this.#between(number, this.#lastSent)
  }

  eventId(number: number): string {
    return `${this.#process}-${number}`
  }

  /**
   * The number of the last change that the caller has: they received the event
   * `lastId`, or, without one, their data is `age` ms old. Null if changes that
   * they missed are no longer kept.
   */
  lastReceived(lastId: string | undefined, age: number): number | null {
    if (lastId === undefined) {
      const since = performance.now() - age
      const missed = this.#kept.find(({ at }) => at >= since)
      return missed ? missed.number - 1 : this.#last
    }
    const number = Number(lastId.slice(this.#process.length + 1))
    const oldest = this.#kept[0]?.number ?? this.#last + 1
    const isFromHere = lastId.startsWith(this.#process)
    const isKept = number <= this.#lastSent && number >= oldest - 1
    return isFromHere && isKept ? number : null
  }

  #between(after: number, upTo: number): Change[] {
    return this.#kept
      .filter(({ number }) => number > after && number <= upTo)
      .map(({ change }) => change)
  }
}
