import { type Facts, openFacts } from '../src/analytics/open-facts.ts'
import type { Db } from '../src/lib/database/db.ts'
import { temporaryFolder } from './files.ts'

/** Facts of a database, in a folder that is deleted when they are closed. */
export async function factsOn(db: Db): Promise<Facts> {
  const { folder, remove } = await temporaryFolder()
  const facts = openFacts({ db, folder })
  const close = async () => {
    await facts.close()
    await remove()
  }
  return { read: (work) => facts.read(work), close }
}
