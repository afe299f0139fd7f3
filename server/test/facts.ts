import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Facts, openFacts } from '../src/analytics/open-facts.ts'
import type { Db } from '../src/lib/database/db.ts'

/** Facts of a database, with a folder of their own that is deleted when they are closed. */
export async function factsOn(db: Db): Promise<Facts> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-facts-'))
  const facts = openFacts({ db, folder })
  const close = async () => {
    await facts.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...facts, close }
}
