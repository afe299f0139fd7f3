import { keysOf } from '@portal/contract/lib/typed'
import { reportedStatuses } from '@portal/contract/reporting/policy'
import { slvTypes } from '@portal/contract/slv/model'
import type { SlvStatus } from '@portal/contract/slv/status'
import type { FactColumns } from './load-figures.ts'

/** Small numbers for texts that repeat, from 1; 0 stands for none. */
export type Codes = { values: (string | null)[]; of: (value: string | null) => number; find: (value: string) => number }

const makeCodes = (): Codes => {
  const values: (string | null)[] = [null]
  const known = new Map<string, number>()
  return {
    values,
    of: (value) => {
      if (value === null) return 0
      let code = known.get(value)
      if (code === undefined) {
        code = values.length
        known.set(value, code)
        values.push(value)
      }
      return code
    },
    /** -1 for a text that stands nowhere. */
    find: (value) => known.get(value) ?? -1,
  }
}

/** The value of a hexadecimal digit, by its code. */
const hexDigits = new Uint8Array(128)
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16)
  hexDigits[text.charCodeAt(0)] = digit
  hexDigits[text.toUpperCase().charCodeAt(0)] = digit
}

const dash = 45
/** The four words of an id. A million of them are read after a start: nothing is made but the numbers. */
const words = new Uint32Array(4)
const readWords = (id: string) => {
  let digits = 0
  let word = 0
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    if (code === dash) continue
    word = (word << 4) | (hexDigits[code] ?? 0)
    digits++
    if ((digits & 7) === 0) words[(digits >> 3) - 1] = word
  }
}

/** Money in cents, ratios in hundredths, DSCR in thousandths: whole numbers add up exactly. */
const whole = (value: number | null | undefined, of: number): number =>
  value === null || value === undefined ? none : Math.round(value * of)

const dayMs = 86_400_000
const monthsOfDays = new Map<number, number>()
/** The month of a civil day, both counted from January 1970. */
const monthOf = (day: number): number => {
  const known = monthsOfDays.get(day)
  if (known !== undefined) return known
  const at = new Date(day * dayMs)
  const month = (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth()
  monthsOfDays.set(day, month)
  return month
}

/** Where nothing is given. */
export const none = -1
const statusPlaces: ReadonlyMap<SlvStatus, number> = new Map(reportedStatuses.map((status, place) => [status, place]))
/** The status of an SLV that is not counted. */
export const uncounted = 255

/** All of one kind but money: a loop that meets few kinds runs several times as fast. */
const makeArrays = (size: number) => ({
  status: new Int32Array(size).fill(uncounted),
  type: new Int32Array(size),
  company: new Int32Array(size),
  underwriter: new Int32Array(size),
  manager: new Int32Array(size),
  desk: new Int32Array(size),
  day: new Int32Array(size),
  month: new Int32Array(size),
  program: new Int32Array(size),
  state: new Int32Array(size),
  occupancy: new Int32Array(size),
  reasons: new Int32Array(size),
  creditScore: new Int32Array(size),
  ltv: new Int32Array(size),
  dti: new Int32Array(size),
  dscr: new Int32Array(size),
  turn: new Int32Array(size),
  amount: new Float64Array(size),
  reserves: new Float64Array(size),
})
type Arrays = ReturnType<typeof makeArrays>

/** Which place an id has: 16 bytes an id and a table of places, a tenth of what a Map of texts takes. */
const makePlaces = () => {
  let ids = new Uint32Array(4 * 1024)
  let table = new Int32Array(2 * 1024).fill(none)
  let count = 0

  const seek = (a: number, b: number, c: number, d: number): number => {
    const mask = table.length - 1
    // The last bits of an id are random.
    let at = (d ^ c) & mask
    for (;;) {
      const place = table[at] ?? none
      if (place === none) return at
      const from = place * 4
      if (ids[from + 3] === d && ids[from + 2] === c && ids[from + 1] === b && ids[from] === a) return at
      at = (at + 1) & mask
    }
  }

  const grow = () => {
    const wider = new Uint32Array(ids.length * 2)
    wider.set(ids)
    ids = wider
    table = new Int32Array(table.length * 2).fill(none)
    for (let place = 0; place < count; place++) {
      const from = place * 4
      table[seek(ids[from] ?? 0, ids[from + 1] ?? 0, ids[from + 2] ?? 0, ids[from + 3] ?? 0)] = place
    }
  }

  return {
    /** The place of an id; a new one gets the next. */
    of: (id: string): number => {
      readWords(id)
      const [a, b, c, d] = [words[0] ?? 0, words[1] ?? 0, words[2] ?? 0, words[3] ?? 0]
      const at = seek(a, b, c, d)
      const known = table[at] ?? none
      if (known !== none) return known
      const place = count++
      ids.set(words, place * 4)
      table[at] = place
      if (count * 4 === ids.length) grow()
      return place
    },
    count: () => count,
  }
}

/** The facts of all SLVs, each column an array of numbers, and what the numbers stand for. */
export type Columns = {
  arrays: () => Arrays
  size: () => number
  /** The latest month that any has, counted from January 1970. */
  lastMonth: () => number
  companies: Codes
  people: Codes
  programs: Codes
  states: Codes
  occupancies: Codes
  /** Reasons of all variances of an SLV, as one text with bars between. */
  reasons: Codes
  /** Takes the facts of SLVs; says whether any of them is another than before. */
  take: (facts: FactColumns) => boolean
  /** An SLV that is no more. */
  leave: (id: string) => boolean
}

export function makeColumns(): Columns {
  let arrays = makeArrays(1024)
  let lastMonth = 0
  const places = makePlaces()
  const [companies, people, programs] = [makeCodes(), makeCodes(), makeCodes()]
  const [states, occupancies, reasons] = [makeCodes(), makeCodes(), makeCodes()]

  const placeOf = (id: string): number => {
    const place = places.of(id)
    if (place < arrays.status.length) return place
    const wider = makeArrays(arrays.status.length * 2)
    for (const name of keysOf(arrays)) wider[name].set(arrays[name])
    arrays = wider
    return place
  }

  const take = (facts: FactColumns): boolean => {
    let isChanged = false
    let isAnother = false
    const put = (column: Int32Array | Float64Array, place: number, value: number) => {
      if (column[place] === value) return
      column[place] = value
      isAnother = true
    }
    for (let row = 0; row < facts.id.length; row++) {
      const place = placeOf(facts.id[row] ?? '')
      const day = facts.day[row] ?? null
      const wasCounted = arrays.status[place] !== uncounted
      isAnother = false
      const status = statusPlaces.get(facts.status[row] ?? 'DRAFT') ?? none
      put(arrays.status, place, status < 0 || day === null ? uncounted : status)
      put(arrays.type, place, slvTypes.indexOf(facts.type[row] ?? 'PRE'))
      put(arrays.company, place, companies.of(facts.companyId[row] ?? null))
      put(arrays.underwriter, place, people.of(facts.underwriterId[row] ?? null))
      put(arrays.manager, place, people.of(facts.underwriterManagerId[row] ?? null))
      put(arrays.desk, place, people.of(facts.tradeDeskId[row] ?? null))
      put(arrays.day, place, day ?? 0)
      const month = monthOf(day ?? 0)
      put(arrays.month, place, month)
      if (month > lastMonth) lastMonth = month
      put(arrays.program, place, programs.of(facts.program[row] ?? null))
      put(arrays.state, place, states.of(facts.state[row] ?? null))
      put(arrays.occupancy, place, occupancies.of(facts.occupancy[row] ?? null))
      put(arrays.reasons, place, reasons.of(facts.reasons[row] ?? null))
      put(arrays.creditScore, place, facts.creditScore[row] ?? none)
      put(arrays.ltv, place, whole(facts.ltv[row], 100))
      put(arrays.dti, place, whole(facts.dti[row], 100))
      put(arrays.dscr, place, whole(facts.dscr[row], 1000))
      put(arrays.turn, place, facts.buyerDays[row] ?? 0)
      put(arrays.amount, place, whole(facts.amount[row], 100))
      put(arrays.reserves, place, whole(facts.reserves[row], 100))
      // A draft changes nothing, whatever is written in it.
      if (isAnother && (wasCounted || arrays.status[place] !== uncounted)) isChanged = true
    }
    return isChanged
  }

  return {
    arrays: () => arrays,
    size: places.count,
    lastMonth: () => lastMonth,
    ...{ companies, people, programs, states, occupancies, reasons, take },
    leave: (id) => {
      const place = placeOf(id)
      const isCounted = arrays.status[place] !== uncounted
      arrays.status[place] = uncounted
      return isCounted
    },
  }
}
