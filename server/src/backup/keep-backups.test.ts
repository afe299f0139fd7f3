import { expect, onTestFinished } from 'vitest'
import { temporaryStore } from '../../test/files.ts'
import { asOwner, test } from '../../test/fixture.ts'
import { keys } from '../../test/http.ts'
import { jobsOf } from '../../test/rows.ts'
import { createLog } from '../lib/log.ts'
import { createSigner } from './check-signature.ts'
import { createBackup } from './create-backup.ts'
import { isBackupDue, keepBackups } from './keep-backups.ts'
import { backupLock, openSession } from './open-session.ts'
import { openStorage } from './open-storage.ts'

const at = '02:00'
const done = (startedAt: string) => ({
  state: 'DONE' as const,
  startedAt: new Date(startedAt),
  endedAt: new Date(startedAt),
})
const failed = (endedAt: string) => ({
  ...done(endedAt),
  state: 'FAILED' as const,
})
const interrupted = (startedAt: string) => ({
  ...done(startedAt),
  state: 'RUNNING' as const,
  endedAt: null,
})

// 02:00 in New York is 07:00 UTC in winter and 06:00 UTC in summer.
test.for([
  ['before the first backup', undefined, false, '2026-03-04T12:00:00Z', true],
  [
    'a minute before its time',
    done('2026-03-03T07:00:30Z'),
    false,
    '2026-03-04T06:59:00Z',
    false,
  ],
  [
    'at its time',
    done('2026-03-03T07:00:30Z'),
    false,
    '2026-03-04T07:00:00Z',
    true,
  ],
  [
    'after it was done',
    done('2026-03-04T07:00:30Z'),
    false,
    '2026-03-04T20:00:00Z',
    false,
  ],
  [
    'after a manual one before the set time',
    done('2026-03-04T06:00:00Z'),
    false,
    '2026-03-04T07:00:00Z',
    true,
  ],
  [
    'late, because the portal was down',
    done('2026-03-03T07:00:30Z'),
    false,
    '2026-03-04T15:00:00Z',
    true,
  ],
  [
    'in summer',
    done('2026-07-03T06:00:30Z'),
    false,
    '2026-07-04T06:00:00Z',
    true,
  ],
  [
    'when WAL is lost',
    done('2026-03-04T07:00:30Z'),
    true,
    '2026-03-04T20:00:00Z',
    true,
  ],
  [
    'soon after a failure',
    failed('2026-03-04T07:00:00Z'),
    true,
    '2026-03-04T07:14:00Z',
    false,
  ],
  [
    'a quarter of an hour after a failure',
    failed('2026-03-04T07:00:00Z'),
    false,
    '2026-03-04T07:15:00Z',
    true,
  ],
  [
    'while one runs',
    interrupted('2026-03-04T07:00:00Z'),
    true,
    '2026-03-04T07:10:00Z',
    false,
  ],
  [
    'after a crash',
    interrupted('2026-03-04T07:00:00Z'),
    false,
    '2026-03-04T07:20:00Z',
    true,
  ],
] as const)(
  'a backup is due or not %s',
  ([, last, isNeeded, now, expected]) => {
    expect(isBackupDue({ last, isNeeded, at, now: new Date(now) })).toBe(
      expected,
    )
  },
)

test('a backup runs immediately after its login is corrected, and its failures say what to check', async ({
  committed: db,
  ownerUrl,
  now,
}) => {
  const { folder, files, remove } = await temporaryStore()
  onTestFinished(remove)
  const owner = (text: string) => asOwner(ownerUrl, text)
  await owner(`create role backup_login login password 'secret'`)
  const url = Object.assign(new URL(ownerUrl), {
    username: 'backup_login',
    password: 'secret',
  }).href
  const deps = {
    db,
    url,
    files,
    at,
    key: undefined,
    keepDays: 30,
    isEmbedded: true,
    signer: createSigner(keys),
    log: createLog('silent'),
    storage: await openStorage(folder),
    clock: () => now,
  }
  const refusal = /refused the backup login. Check BACKUP_DATABASE_URL/
  try {
    await expect(createBackup(deps)).rejects.toThrow(refusal)
    await expect(keepBackups(deps)).rejects.toThrow(refusal)
    expect(await jobsOf(db, 'create-backup')).toEqual([])

    await owner('alter role backup_login replication')
    await keepBackups(deps)
    expect(await jobsOf(db, 'create-backup')).toEqual([{}])
  } finally {
    await keepBackups({ ...deps, storage: undefined })
    await owner('drop role backup_login')
  }
})

test('a backup that takes a long time isn’t followed by another one', async ({
  committed: db,
  ownerUrl: url,
  now,
}) => {
  const { folder, files, remove } = await temporaryStore()
  onTestFinished(remove)
  const deps = {
    db,
    url,
    files,
    at,
    key: undefined,
    keepDays: 30,
    isEmbedded: true,
    signer: createSigner(keys),
    log: createLog('silent'),
  }
  const storage = await openStorage(folder)
  const keep = (isOn: boolean) =>
    keepBackups({
      ...deps,
      storage: isOn ? storage : undefined,
      clock: () => now,
    })
  const running = await openSession(url)
  try {
    await running.tryLock(backupLock)
    await keep(true)
    expect(await jobsOf(db, 'create-backup')).toEqual([])
    await running.unlock(backupLock)
    await keep(true)
    expect(await jobsOf(db, 'create-backup')).toEqual([{}])
  } finally {
    await running.end()
    await keep(false)
  }
})
