import type { Db } from '../src/lib/database/db.ts'
import { bandNumber, valueAt } from './plain-like-cases.ts'
import { dayIn } from './plain-rows.ts'

/** '2026-03-04' → '2026-Q1' */
const toQuarter = (day: string) =>
  `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

const unique = <T>(values: readonly T[]) => [...new Set(values)]

/**
 * Counts consistency a second time, slow and obvious, by plain loops. `isIn` is
 * the filter, `ends` where the bands of each parameter end.
 */
export async function countConsistencyPlainly(
  db: Db,
  isIn: (day: string) => boolean,
  ends: Record<string, number[]>,
) {
  const slvs = (await db.selectFrom('slv').selectAll().execute()).filter(
    ({ date, buyerNonAgencyProgram: program }) =>
      date !== null && program !== null && isIn(dayIn(date)),
  )
  const variances = await db.selectFrom('slvRequest').selectAll().execute()
  const programs = unique(slvs.map((slv) => slv.buyerNonAgencyProgram))
  const parameters = unique(variances.map(({ parameter }) => parameter))
  const rules = programs.flatMap((program) =>
    parameters.flatMap((parameter) => {
      if (parameter === null) return []
      const ofProgram = slvs.filter(
        (slv) => slv.buyerNonAgencyProgram === program,
      )
      const having = (band?: number) =>
        ofProgram.filter(({ id }) =>
          variances.some(
            (variance) =>
              variance.slvId === id &&
              variance.parameter === parameter &&
              (band === undefined || bandNumber(variance, ends) === band),
          ),
        )
      const asked = having()
      if (asked.length === 0) return []
      const approvals = asked.filter(({ status }) => status === 'APPROVED')
      const prices = approvals.map(({ priceAdjustment }) => priceAdjustment)
      const bands = [0, 1, 2, 3, 4].map((band) => {
        const alike = having(band)
        const quarters = alike
          .filter(({ status }) => status === 'APPROVED')
          .map(({ date }) => toQuarter(dayIn(date ?? new Date(0))))
        const most = unique(quarters).map(
          (quarter) => quarters.filter((one) => one === quarter).length,
        )
        return {
          alike: Math.max(0, ...most),
          approved: quarters.length,
          declined: alike.filter(({ status }) => status === 'DECLINED').length,
        }
      })
      return {
        program,
        parameter,
        loans: ofProgram.length,
        asked: asked.length,
        approved: approvals.length,
        declined: asked.filter(({ status }) => status === 'DECLINED').length,
        notNeeded: asked.filter(({ status }) => status === 'NOT_NEEDED').length,
        priceMedian: valueAt(0.5, prices),
        priceLow: valueAt(0.25, prices),
        priceHigh: valueAt(0.75, prices),
        alike: Math.max(...bands.map(({ alike }) => alike)),
        opposites: bands.filter(
          ({ approved, declined }) => approved > 0 && declined > 0,
        ).length,
      }
    }),
  )
  return { loans: slvs.length, rules }
}
