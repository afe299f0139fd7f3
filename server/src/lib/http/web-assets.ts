import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/**
 * How many web builds are kept, so that a page can stay open across that many
 * releases.
 */
const retainedBuilds = 5

/**
 * Compressed copies and source maps are served only by the node that has them.
 */
const isServed = (name: string) => !/\.(map|br|gz)$/.test(name)

async function listAssets(folder: string): Promise<string[]> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'),
    )
    .filter(isServed)
    .sort()
}

/**
 * Stores the assets of this node's web, so that the nodes of other releases can
 * serve them during a rolling upgrade: the page of one node names files that
 * the proxy may request from another. Deletes all but the newest builds.
 */
export async function storeWebAssets(
  db: Db,
  folder: string,
  now: Date,
): Promise<void> {
  const names = await listAssets(folder)
  const build = createHash('sha256').update(names.join('\n')).digest('hex')
  const { numUpdatedRows } = await db
    .updateTable('webAsset')
    .set({ storedAt: now })
    .where('build', '=', build)
    .executeTakeFirst()
  if (Number(numUpdatedRows) < names.length) {
    const assets = await Promise.all(
      names.map(async (name) => ({
        build,
        name,
        content: await readFile(join(folder, name)),
        storedAt: now,
      })),
    )
    await db
      .insertInto('webAsset')
      .values(assets)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  await forgetOldBuilds(db)
}

async function forgetOldBuilds(db: Db) {
  const newest = db
    .selectFrom('webAsset')
    .select('build')
    .groupBy('build')
    .orderBy(sql`max(stored_at)`, 'desc')
    .limit(retainedBuilds)
  await db.deleteFrom('webAsset').where('build', 'not in', newest).execute()
}

/** An asset of another release's web, by its path below /assets. */
export async function findWebAsset(
  db: Db,
  name: string,
): Promise<Buffer | undefined> {
  const asset = await db
    .selectFrom('webAsset')
    .select('content')
    .where('name', '=', name)
    .orderBy('storedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return asset?.content
}
