import type { SlvDetail } from '@portal/contract/slv/answers'
import type { Db } from '../src/lib/database/db.ts'
import { findRow, findRows } from './rows.ts'

/**
 * Returns a function that computes the suggested price of an SLV a second time,
 * without the code of the contract.
 */
export async function plainPrices(db: Db) {
  const { addOn } = await findRow(db, 'priceGrid')
  const bands = await findRows(db, 'priceBand')
  const programs = await findRows(db, 'guidelineProgram')

  const bpsOf = (
    request: SlvDetail['slvRequests'][number],
    code: string | undefined,
  ) => {
    const more = (request.actualValue ?? 0) - (request.guidelineValue ?? 0)
    // Without the error of floating-point numbers, which is far smaller.
    const missed = (request.operator === '>=' ? -more : more) - 1e-9
    const fitting = bands.filter(
      ({ parameter, from, to }) =>
        parameter === request.parameter && from < missed && missed <= to,
    )
    const own = fitting.find(({ programCode }) => programCode === code)
    const any = fitting.find(({ programCode }) => programCode === null)
    return (own ?? any)?.bps
  }

  return ({
    buyerNonAgencyProgram,
    slvRequests,
    slvDecisionRequests = [],
  }: SlvDetail): number | null => {
    const code = programs.find(
      ({ name }) => name === buyerNonAgencyProgram,
    )?.code
    let total = -addOn
    for (const request of slvRequests) {
      const answer = slvDecisionRequests.find(
        ({ slvRequestId }) => slvRequestId === request.id,
      )
      if (answer && answer.decision !== 'APPROVED') continue
      const bps = bpsOf(request, code)
      if (bps === undefined) return null
      total += bps + addOn
    }
    return total === -addOn ? null : total
  }
}
