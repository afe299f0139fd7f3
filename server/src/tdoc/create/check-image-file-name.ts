import { sql } from 'kysely'
import type { Db } from '../../lib/database/db.ts'

/** Whether any vendor's Tdoc uses an image file name, ignoring letter case; doesn't reveal whose. */
export async function checkImageFileName({ db }: { db: Db }, name: string): Promise<{ exists: boolean }> {
  const tdoc = await db
    .selectFrom('tdoc')
    .select('id')
    .where(sql`lower(image_file_name)`, '=', sql<string>`lower(${name})`)
    .where('type', '<>', 'ESCALATION')
    .limit(1)
    .executeTakeFirst()
  return { exists: tdoc !== undefined }
}
