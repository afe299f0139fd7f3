import type { ProgramCatalog } from '@portal/contract/guideline/api'
import type { Product } from '@portal/contract/guideline/model'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'

type StoredProgram = ProgramCatalog['items'][number]

/** All programs, whether active or not. */
export const selectPrograms = (db: Db) =>
  db
    .selectFrom('guidelineProgram')
    .select([
      'code',
      'name',
      'family',
      'qualifiesBy',
      'activeFrom',
      'activeTo',
      'approvalDays',
      'version',
    ])
    .select(
      sql<z.infer<typeof Product>[]>`(
        select
          coalesce(
            json_agg(
              json_build_object('code', code, 'name', name)
              order by position
            ),
            '[]'
          )
        from guideline_product
        where program_code = guideline_program.code
      )`.as('products'),
    )
    .orderBy('name')

export const readPrograms = (db: Db): Promise<StoredProgram[]> =>
  selectPrograms(db).execute()

/** The programs that requests may choose on a civil day. */
export const selectActivePrograms = (db: Db, day: string) =>
  selectPrograms(db)
    .where('activeFrom', '<=', day)
    .where((eb) =>
      eb.or([eb('activeTo', 'is', null), eb('activeTo', '>=', day)]),
    )

const findProgram = (
  db: Db,
  code: string,
): Promise<StoredProgram | undefined> =>
  selectPrograms(db).where('code', '=', code).executeTakeFirst()

export async function getProgram(db: Db, code: string): Promise<StoredProgram> {
  const program = await findProgram(db, code)
  if (!program) throw notFound('Program')
  return program
}

export const readReasons = (db: Db): Promise<ProgramCatalog['reasons']> =>
  db
    .selectFrom('guidelineReason')
    .select(['name', 'parameters'])
    .orderBy('position')
    .execute()

/** All programs, active or not, and the reasons for variances. */
export const listPrograms = async ({
  db,
}: {
  db: Db
}): Promise<ProgramCatalog> => ({
  items: await readPrograms(db),
  reasons: await readReasons(db),
})
