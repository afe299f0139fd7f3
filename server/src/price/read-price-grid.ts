import type { PriceGridAnswer } from '@portal/contract/price/api'
import type { PriceGrid } from '@portal/contract/price/model'
import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '../lib/database/db.ts'

/** The bands in their order, and the add-on for each further variance. */
export async function readPriceGrid(db: Db): Promise<PriceGridAnswer> {
  const grid = await db
    .selectFrom('priceGrid')
    .select(['addOn', 'version'])
    .executeTakeFirstOrThrow()
  const rows = await selectBands(db).execute()
  return { ...grid, rows }
}

/** The bands in their order. */
export const selectBands = (db: Db) =>
  db
    .selectFrom('priceBand')
    .select(['id', 'parameter', 'programCode as program', 'from', 'to', 'bps'])
    .orderBy('position')

/**
 * The code of an SLV's program. A program that was renamed since is the one
 * that evaluated it.
 */
const programOf = (slvId: string) => sql<string | null>`(
  select coalesce(guideline_program.code, slv.evaluation ->> 'program')
  from slv
    left join guideline_program on guideline_program.name = slv.buyer_non_agency_program
  where slv.id = ${slvId}
)`

/** The grid with the bands that apply to an SLV's program. */
export const selectGridFor = (db: Db, slvId: string) =>
  db
    .selectFrom('priceGrid')
    .select('addOn')
    .select(
      jsonArrayFrom(
        selectBands(db).where((eb) =>
          eb.or([
            eb('programCode', 'is', null),
            eb('programCode', '=', programOf(slvId)),
          ]),
        ),
      ).as('rows'),
    )

export const readGridFor = (db: Db, slvId: string): Promise<PriceGrid> =>
  selectGridFor(db, slvId).executeTakeFirstOrThrow()
