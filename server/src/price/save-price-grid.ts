import { parameters } from '@portal/contract/guideline/model'
import { sizeInUnit } from '@portal/contract/guideline/texts'
import type { PriceGridAnswer, PriceGridBody } from '@portal/contract/price/api'
import {
  type Band,
  findOverlaps,
  type PriceGrid,
} from '@portal/contract/price/model'
import { managesGuidelines } from '@portal/contract/user/policy'
import { writeGuidelineHistory } from '../guideline/write-history.ts'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, refuseStale } from '../lib/errors.ts'
import { lockActor } from '../user/lock-person.ts'
import { readPriceGrid } from './read-price-grid.ts'

/**
 * Replaces the price grid. Throws 400 for unknown programs and bands that
 * overlap, naming the rows, and 412.
 */
export const savePriceGrid = (
  ctx: Ctx,
  { addOn, rows }: PriceGridBody,
  ifMatch?: number,
): Promise<PriceGridAnswer> =>
  transact(ctx, async (inner) => {
    const { db } = inner
    await db.selectFrom('priceGrid').select('version').forUpdate().execute()
    await lockActor(inner, managesGuidelines)
    const before = await readPriceGrid(db)
    refuseStale(before, ifMatch)
    await refuseProblems(inner, rows)
    const known = new Set(before.rows.map(({ id }) => id))
    await db.deleteFrom('priceBand').execute()
    if (rows.length > 0)
      await db
        .insertInto('priceBand')
        .values(
          rows.map(({ id, program, ...band }, position) => ({
            ...band,
            ...(id && known.has(id) && { id }),
            programCode: program,
            position,
          })),
        )
        .execute()
    await db
      .updateTable('priceGrid')
      .set({ addOn, version: before.version + 1 })
      .execute()
    await writeChanges(inner, before, { addOn, rows })
    return readPriceGrid(db)
  })

async function refuseProblems({ db }: Ctx, rows: PriceGridBody['rows']) {
  const programs = await db
    .selectFrom('guidelineProgram')
    .select('code')
    .execute()
  const unknown = rows.flatMap(({ program }, index) =>
    program === null || programs.some(({ code }) => code === program)
      ? []
      : [
          {
            field: `rows.${index}.program`,
            error: `Unknown program ${program}`,
          },
        ],
  )
  const problems = [...unknown, ...findOverlaps(rows)]
  if (problems.length > 0) throw badRequest(problems)
}

/** One entry of the guidelines' history, which is hash-chained. */
async function writeChanges(ctx: Ctx, before: PriceGrid, after: PriceGrid) {
  const old = toPrices(before)
  const removed = Object.keys(old).map((name) => [name, null])
  const changes = changesBetween(old, {
    ...Object.fromEntries(removed),
    ...toPrices(after),
  })
  if (changes.length > 0)
    await writeGuidelineHistory(ctx, {
      action: 'save-price-grid',
      subject: 'Price grid',
      changes,
    })
}

/** The prices of a grid by their names. */
const toPrices = ({ addOn, rows }: PriceGrid) => ({
  ...Object.fromEntries(rows.map((band) => [describeBand(band), band.bps])),
  'Each further variance': addOn,
})

/** 'DSCR FICO 0–10 points' */
function describeBand({ parameter, program, from, to }: Band): string {
  const { label, unit } = parameters[parameter]
  const band = `${label} ${from}–${sizeInUnit(to, unit)}`
  return program === null ? band : `${program} ${band}`
}
