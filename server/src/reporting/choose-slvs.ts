import { type ReportedStatus, reportedStatuses } from '@portal/contract/reporting/policy'
import { type SlvType, slvTypes } from '@portal/contract/slv/model'
import { type Codes, uncounted } from './hold-columns.ts'
import type { Figures } from './keep-figures.ts'

/** What keeps an SLV among those that are counted; null does not narrow. Days and months are counted from 1970. */
export type Wanted = {
  statuses: readonly ReportedStatus[] | null
  types: readonly SlvType[] | null
  sellers: readonly string[] | null
  bdds: readonly string[] | null
  programs: readonly string[] | null
  underwriterIds: readonly string[] | null
  /** In the queue of this SLR reviewer, or of this trade desk: nobody's, or theirs. */
  slrQueueOf: string | null
  deskQueueOf: string | null
  from: number | null
  to: number | null
  months: readonly number[] | null
}

/** The places in the columns of the SLVs that are counted. */
export type Chosen = Int32Array

const marked = (size: number, codes: readonly number[]): Uint8Array => {
  const marks = new Uint8Array(size)
  for (const code of codes) if (code >= 0) marks[code] = 1
  return marks
}

const ofCodes = (codes: Codes, values: readonly string[] | null, more: readonly number[] = []): Uint8Array | null =>
  values && marked(codes.values.length, [...values.map(codes.find), ...more])

/** Sellers by their names and by their BDDs: two companies may have one name, and the lists filter by it. */
const ofCompanies = ({ columns, names }: Figures, { sellers, bdds }: Wanted): Uint8Array | null => {
  if (!sellers && !bdds) return null
  const codes = columns.companies.values.flatMap((id, code) => {
    const company = names.companies.get(id ?? '')
    if (!company) return []
    const isNamed = !sellers || sellers.includes(company.name)
    return isNamed && (!bdds || (company.bddId !== null && bdds.includes(company.bddId))) ? [code] : []
  })
  return marked(columns.companies.values.length, codes)
}

let scratch = new Int32Array(0)

/** One walk over all SLVs. The answer is good until the next walk: it is one array for all of them. */
export function chooseSlvs(figures: Figures, wanted: Wanted): Chosen {
  const { columns } = figures
  const { status, type, company, program, underwriter, manager, desk, day, month } = columns.arrays()
  const size = columns.size()
  if (scratch.length < size) scratch = new Int32Array(status.length)
  const chosen = scratch

  const statuses = marked(
    uncounted + 1,
    (wanted.statuses ?? reportedStatuses).map((one) => reportedStatuses.indexOf(one)),
  )
  const types =
    wanted.types &&
    marked(
      slvTypes.length,
      wanted.types.map((one) => slvTypes.indexOf(one)),
    )
  const companies = ofCompanies(figures, wanted)
  const programs = ofCodes(columns.programs, wanted.programs)
  const underwriters = ofCodes(columns.people, wanted.underwriterIds)
  const managers = ofCodes(columns.people, wanted.slrQueueOf === null ? null : [wanted.slrQueueOf], [0])
  const desks = ofCodes(columns.people, wanted.deskQueueOf === null ? null : [wanted.deskQueueOf], [0])
  const months = wanted.months && new Set(wanted.months)
  const from = wanted.from ?? Number.MIN_SAFE_INTEGER
  const to = wanted.to ?? Number.MAX_SAFE_INTEGER
  const isOpenEnded = wanted.from === null && wanted.to === null

  let count = 0
  for (let place = 0; place < size; place++) {
    if (statuses[status[place] ?? uncounted] !== 1) continue
    if (types !== null && types[type[place] ?? 0] !== 1) continue
    if (companies !== null && companies[company[place] ?? 0] !== 1) continue
    if (programs !== null && programs[program[place] ?? 0] !== 1) continue
    if (underwriters !== null && underwriters[underwriter[place] ?? 0] !== 1) continue
    if (managers !== null && managers[manager[place] ?? 0] !== 1) continue
    if (desks !== null && desks[desk[place] ?? 0] !== 1) continue
    if (!isOpenEnded) {
      const sent = day[place] ?? 0
      if (sent < from || sent > to) continue
    }
    if (months !== null && !months.has(month[place] ?? 0)) continue
    chosen[count++] = place
  }
  return chosen.subarray(0, count)
}
