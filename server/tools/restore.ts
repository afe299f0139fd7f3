import { appendFile, mkdir, readdir } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import {
  acceptUnsigned,
  createSigner,
  type Signer,
} from '../src/backup/check-signature.ts'
import { openStorage, type Storage } from '../src/backup/open-storage.ts'
import { planRestore } from '../src/backup/plan-restore.ts'
import { restoreCluster } from '../src/backup/restore-cluster.ts'
import { restoreFiles } from '../src/backup/restore-files.ts'
import { openDb } from '../src/lib/database/db.ts'
import { withOwnerClient } from '../src/lib/database/migrate.ts'
import { startPostgres } from '../src/lib/embedded-postgres/postgres.ts'
import {
  recoverPostgres,
  recoverySettings,
} from '../src/lib/embedded-postgres/recover.ts'
import { openFiles } from '../src/lib/files/open-files.ts'
import { findKeys } from '../src/lib/integrations/secret-key.ts'
import { readSettings, type Settings } from '../src/lib/settings.ts'
import { checkChains } from './check-chains.ts'
import { runTool } from './run-tool.ts'

/**
 * Without `--from`, the source is BACKUP_TO. Without `--at`, it restores to the
 * latest time.
 */
const usage = `The embedded database and the files:
  npm run restore -- --from <folder or s3://bucket/prefix> [--at <time>]
Your own PostgreSQL:
  npm run restore -- --from <…> [--at <time>] --into <folder>    prepares a data folder
  npm run restore -- --from <…> --files                          then restores the files of DATABASE_URL
--accept-unsigned also restores a backup without a valid signature.
BACKUP_KEY is the key that starts with AGE-SECRET-KEY-1.`

type Task = {
  settings: Settings
  storage: Storage
  at: Date | undefined
  signer: Pick<Signer, 'check'>
}

async function restoreEmbedded({
  settings,
  storage,
  at,
  signer,
}: Task): Promise<void> {
  if (settings.databaseUrl)
    throw new Error(
      'DATABASE_URL is set, so restore in two steps: --into <folder> for the data folder, then --files',
    )
  const plan = await planRestore(storage, at)
  if (!plan.backup.isEmbedded)
    throw new Error(
      'This backup is not from an embedded database. Restore it with --into <folder>',
    )
  const source = { storage, key: settings.backup.key, signer }
  const folder = join(settings.dataDir, 'postgres')
  await recoverPostgres({
    folder,
    until: at,
    fill: (data, owner) => restoreCluster(source, plan, data, owner),
  })
  console.log(
    `Restored the database to ${plan.coveredTo.toISOString()}, from the backup of ${plan.backup.startedAt.toISOString()}`,
  )
  const postgres = await startPostgres({ folder })
  await restoreRest({ settings, storage }, postgres).finally(postgres.stop)
}

/** For a PostgreSQL that the operator starts. */
async function restoreInto(
  { settings, storage, at, signer }: Task,
  into: string,
): Promise<void> {
  const folder = resolve(into)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Name an empty folder with --into`)
  const plan = await planRestore(storage, at)
  await restoreCluster(
    { storage, key: settings.backup.key, signer },
    plan,
    folder,
    userInfo(),
  )
  const lines = Object.entries(recoverySettings(at)).map(
    ([name, value]) => `${name} = '${value}'\n`,
  )
  await appendFile(join(folder, 'postgresql.auto.conf'), lines.join(''))
  console.log(
    `Start PostgreSQL ${plan.backup.postgresVersion} on ${folder}: it recovers to ${plan.coveredTo.toISOString()}`,
  )
  console.log(
    'Then set DATABASE_URL and run the command with --files instead of --into',
  )
}

/** Restores the files of the restored database, and checks both. */
async function restoreRest(
  { settings, storage }: Pick<Task, 'settings' | 'storage'>,
  { url, ownerUrl }: { url: string; ownerUrl: string },
) {
  const files = await openFiles(
    settings.filesUrl,
    join(settings.dataDir, 'incoming'),
  )
  const db = openDb({ url, size: 2 })
  const { total, restored, problems } = await restoreFiles({
    db,
    files,
    storage,
    key: settings.backup.key,
  }).finally(() => db.destroy())
  const { finding } = await withOwnerClient(ownerUrl, checkChains)

  console.log(
    `${total} files: ${restored} restored, ${total - restored - problems.length} already there, ${problems.length} not restored`,
  )
  for (const problem of problems) console.log(`  ${problem}`)
  console.log(
    finding
      ? `History of ${finding.table}: ${finding.text}`
      : 'The history is intact',
  )
  if (finding || problems.length > 0) process.exitCode = 1
}

/** Without a secret key, no signature can be checked. */
async function findSigner({ secretKey, dataDir }: Settings): Promise<Signer> {
  const keys = await findKeys(secretKey, dataDir)
  if (keys) return createSigner(keys)
  throw new Error(
    'Set SECRET_KEY, or put secret-key back into DATA_DIR, so that the backup’s signature can be checked. If you trust the target, add --accept-unsigned',
  )
}

function readTime(text: string): Date {
  if (z.iso.datetime({ offset: true }).safeParse(text).success)
    return new Date(text)
  throw new Error(
    '--at must be a time with its zone, such as 2026-03-04T15:30:00-05:00',
  )
}

await runTool(usage, async () => {
  const options = {
    from: { type: 'string' },
    at: { type: 'string' },
    into: { type: 'string' },
    files: { type: 'boolean' },
    'accept-unsigned': { type: 'boolean' },
  } as const
  const { values } = parseArgs({ options })
  const settings = readSettings(process.env)
  const from = values.from ?? settings.backup.to
  if (!from)
    throw new Error(
      'Name the backup: npm run restore -- --from <folder or s3://bucket/prefix>',
    )
  const at = values.at === undefined ? undefined : readTime(values.at)
  const signer = values['accept-unsigned']
    ? acceptUnsigned
    : await findSigner(settings)
  const task = { settings, storage: await openStorage(from), at, signer }
  const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = settings
  if (values.into !== undefined) await restoreInto(task, values.into)
  else if (!values.files) await restoreEmbedded(task)
  else if (url && ownerUrl) await restoreRest(task, { url, ownerUrl })
  else
    throw new Error(
      '--files needs DATABASE_URL, the address of the restored database',
    )
})
