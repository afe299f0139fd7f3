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
      const words = [
        id.slice(0, 8),
        id.slice(9, 13) + id.slice(14, 18),
        id.slice(19, 23) + id.slice(24, 28),
        id.slice(28),
      ]
      const [a = 0, b = 0, c = 0, d = 0] = words.map((word) => Number.parseInt(word, 16))
      const at = seek(a, b, c, d)
      const known = table[at] ?? none
      if (known !== none) return known
      const place = count++
      ids.set([a, b, c, d], place * 4)
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
      put(arrays.ltv, place, facts.ltv[row] ?? none)
      put(arrays.dti, place, facts.dti[row] ?? none)
      put(arrays.dscr, place, facts.dscr[row] ?? none)
      put(arrays.turn, place, facts.buyerDays[row] ?? 0)
      put(arrays.amount, place, facts.amount[row] ?? none)
      put(arrays.reserves, place, facts.reserves[row] ?? none)
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
