import type { Db } from '../lib/db.ts'
import { prepared, type Slot } from '../lib/prepared.ts'

const named = prepared('tdoc.image-file-name', (db, value: Slot<{ name: string }>) =>
  db
    .selectFrom('tdoc')
    .select('id')
    .where((eb) =>
      eb(
        eb.fn<string>('lower', ['imageFileName']),
        '=',
        eb.fn<string>('lower', [eb.cast<string>(eb.val(value('name')), 'text')]),
      ),
    )
    .where('type', '<>', 'ESCALATION')
    .limit(1),
)

/** Whether an image file name is in use, by a Tdoc of whatever vendor; of whose is not told. Letter case does not count. */
export async function checkImageFileName({ db }: { db: Db }, name: string): Promise<{ exists: boolean }> {
  return { exists: (await named(db, { name })).length > 0 }
}
