import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

const used = prepared('tdoc.image-file-name', (db, value: Slot<{ name: string }>) =>
  db
    .selectFrom('tdoc')
    .select('id')
    .where(sql`lower(image_file_name)`, '=', sql<string>`lower(${value('name')})`)
    .where('type', '<>', 'ESCALATION')
    .limit(1),
)

/** Whether an image file name is in use, by a Tdoc of whatever vendor; of whose is not told. Letter case does not count. */
export const checkImageFileName = async ({ db }: { db: Db }, name: string): Promise<{ exists: boolean }> => ({
  exists: (await used(db, { name })).length > 0,
})
