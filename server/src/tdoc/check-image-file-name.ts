import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

const used = prepared('tdoc.image-file-name', (db, value: Slot<{ name: string }>) =>
  db.selectNoFrom(sql<boolean>`is_image_file_name_used(${value('name')})`.as('exists')),
)

/** Whether an image file name is in use, by a Tdoc of whatever vendor; of whose is not told. Letter case does not count. */
export async function checkImageFileName({ db }: { db: Db }, name: string): Promise<{ exists: boolean }> {
  const [found] = await used(db, { name })
  return { exists: found?.exists === true }
}
