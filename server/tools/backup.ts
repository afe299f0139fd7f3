import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createSigner } from '../src/backup/check-signature.ts'
import { createBackup } from '../src/backup/create-backup.ts'
import { createKey } from '../src/backup/encrypt.ts'
import { openStorage } from '../src/backup/open-storage.ts'
import { openDb } from '../src/lib/database/db.ts'
import { openFiles } from '../src/lib/files/open-files.ts'
import { openKeys } from '../src/lib/integrations/secret-key.ts'
import { createLog } from '../src/lib/log.ts'
import { readSettings, type Settings } from '../src/lib/settings.ts'
import { findDatabase, requireMigrated } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * Backs up the database and the files, whether or not the portal is running.
 */
async function backUp(settings: Settings, to: string): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { url, ownerUrl, isEmbedded } = opened.adopt(
    await findDatabase(settings),
    ({ stop }) => stop(),
  )
  await requireMigrated(ownerUrl)
  const db = opened.adopt(openDb({ url, size: 2 }), (one) => one.destroy())
  const storage = await openStorage(to)
  const began = performance.now()
  const created = await createBackup({
    db,
    storage,
    key: settings.backup.key,
    keepDays: settings.backup.keepDays,
    isEmbedded,
    signer: createSigner(await openKeys(settings.secretKey, settings.dataDir)),
    url: settings.backup.databaseUrl ?? ownerUrl,
    files: await openFiles(
      settings.filesUrl,
      join(settings.dataDir, 'incoming'),
    ),
    log: createLog('warn'),
  })
  if (!created) throw new Error('A backup is already running')
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const megabytes = (created.bytes / 1e6).toFixed(1)
  console.log(
    `Backed up to ${storage.target} in ${seconds} s: database ${megabytes} MB, ${created.files} files`,
  )
  console.log(
    `It can be restored up to ${created.coveredTo.toISOString()}${settings.backup.key ? '' : '. It is not encrypted, because BACKUP_KEY is not set'}`,
  )
}

const usage = `npm run backup                                          backs up to BACKUP_TO
npm run backup -- --to <folder or s3://bucket/prefix>   backs up to another target
npm run backup -- --new-key                             prints a new key for BACKUP_KEY`

await runTool(usage, async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, 'new-key': { type: 'boolean' } },
  })
  if (values['new-key']) {
    const { identity, recipient } = await createKey()
    console.log(`BACKUP_KEY=${recipient}   for the portal: encrypts only`)
    console.log(
      `BACKUP_KEY=${identity}   for npm run restore: store it separately from the backups`,
    )
  } else {
    const settings = readSettings(process.env)
    const to = values.to ?? settings.backup.to
    if (!to)
      throw new Error(
        'Name the target: npm run backup -- --to <folder or s3://bucket/prefix>, or set BACKUP_TO',
      )
    await backUp(settings, to)
  }
})
