import { expect, onTestFinished } from 'vitest'
import { temporaryStore } from '../../test/files.ts'
import { test } from '../../test/fixture.ts'
import { keys } from '../../test/http.ts'
import { jobsOf } from '../../test/rows.ts'
import type { Db } from '../lib/database/db.ts'
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

type Due = {
  title: string
  last: Parameters<typeof isBackupDue>[0]['last']
  isNeeded?: true
  now: string
  isDue: boolean
}

// 02:00 in New York is 07:00 UTC in winter and 06:00 UTC in summer.
test.for<Due>([
  {
    title: 'before the first backup',
    last: undefined,
    now: '2026-03-04T12:00:00Z',
    isDue: true,
  },
  {
    title: 'a minute before its time',
    last: done('2026-03-03T07:00:30Z'),
    now: '2026-03-04T06:59:00Z',
    isDue: false,
  },
  {
    title: 'at its time',
    last: done('2026-03-03T07:00:30Z'),
    now: '2026-03-04T07:00:00Z',
    isDue: true,
  },
  {
    title: 'after it was done',
    last: done('2026-03-04T07:00:30Z'),
    now: '2026-03-04T20:00:00Z',
    isDue: false,
  },
  {
    title: 'after a manual one before the set time',
    last: done('2026-03-04T06:00:00Z'),
    now: '2026-03-04T07:00:00Z',
    isDue: true,
  },
  {
    title: 'late, because the portal was down',
    last: done('2026-03-03T07:00:30Z'),
    now: '2026-03-04T15:00:00Z',
    isDue: true,
  },
  {
    title: 'in summer',
    last: done('2026-07-03T06:00:30Z'),
    now: '2026-07-04T06:00:00Z',
    isDue: true,
  },
  {
    title: 'when WAL is lost',
    last: done('2026-03-04T07:00:30Z'),
    isNeeded: true,
    now: '2026-03-04T20:00:00Z',
    isDue: true,
  },
  {
    title: 'soon after a failure',
    last: failed('2026-03-04T07:00:00Z'),
    isNeeded: true,
    now: '2026-03-04T07:14:00Z',
    isDue: false,
  },
  {
    title: 'a quarter of an hour after a failure',
    last: failed('2026-03-04T07:00:00Z'),
    now: '2026-03-04T07:15:00Z',
    isDue: true,
  },
  {
    title: 'while one runs',
    last: interrupted('2026-03-04T07:00:00Z'),
    isNeeded: true,
    now: '2026-03-04T07:10:00Z',
    isDue: false,
  },
  {
    title: 'after a crash',
    last: interrupted('2026-03-04T07:00:00Z'),
    now: '2026-03-04T07:20:00Z',
    isDue: true,
  },
])(
  'a backup is due or not $title',
  ({ last, isNeeded = false, now, isDue }) => {
    expect(isBackupDue({ last, isNeeded, at, now: new Date(now) })).toBe(isDue)
  },
)

type Portal = { db: Db; url: string; now: Date }

/** The settings of scheduled backups to a temporary folder. */
async function openBackups({ db, url, now }: Portal) {
  const { folder, files, remove } = await temporaryStore()
  onTestFinished(remove)
  return {
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
}

test('a backup runs immediately after its login is corrected, and its failures say what to check', async ({
  committed: db,
  ownerUrl,
  runAsOwner,
  now,
}) => {
  await runAsOwner(`create role backup_login login password 'secret'`)
  const url = Object.assign(new URL(ownerUrl), {
    username: 'backup_login',
    password: 'secret',
  }).href
  const backups = await openBackups({ db, url, now })
  const refusal = /refused the backup login. Check BACKUP_DATABASE_URL/
  try {
    await expect(createBackup(backups)).rejects.toThrow(refusal)
    await expect(keepBackups(backups)).rejects.toThrow(refusal)
    expect(await jobsOf(db, 'create-backup')).toEqual([])

    await runAsOwner('alter role backup_login replication')
    await keepBackups(backups)
    expect(await jobsOf(db, 'create-backup')).toEqual([{}])
  } finally {
    await keepBackups({ ...backups, storage: undefined })
    await runAsOwner('drop role backup_login')
  }
})

test('a backup that takes a long time isn’t followed by another one', async ({
  committed: db,
  ownerUrl: url,
  now,
}) => {
  const backups = await openBackups({ db, url, now })
  const running = await openSession(url)
  try {
    await running.tryLock(backupLock)
    await keepBackups(backups)
    expect(await jobsOf(db, 'create-backup')).toEqual([])
    await running.unlock(backupLock)
    await keepBackups(backups)
    expect(await jobsOf(db, 'create-backup')).toEqual([{}])
  } finally {
    await running.end()
    await keepBackups({ ...backups, storage: undefined })
  }
})
