import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as base, plainNode } from '../../test/http.ts'
import { addRow } from '../../test/rows.ts'
import { openDb } from '../lib/database/db.ts'
import { AppError, unavailable } from '../lib/errors.ts'
import { watchServices } from '../lib/integrations/watch-services.ts'
import { findWarnings } from './find-state.ts'
import { readDiskSpace } from './read-disk-space.ts'

const hourMs = 3_600_000

const test = base
  /** A node that calls services, with a replica that doesn't respond. */
  .extend('watched', ({ now }) => watchServices(() => now))
  .extend('node', ({ startNode, watched, now }) => (change = {}) => {
    const node = {
      ...plainNode(() => now),
      results: watched.results,
      canMail: true,
      ...change,
    }
    return startNode(undefined, { node })
  })
  .extend(
    'system',
    ({ signInAt, made }) =>
      async (node: Parameters<typeof signInAt>[0]) => {
        const admin = await signInAt(
          node,
          await made.underwriter('managePermissions'),
        )
        return (await admin('GET', '/v1/system')).json()
      },
  )

test('administrators see the last results of services, and a refusal is not a failure', async ({
  node,
  system,
  watched,
  now,
}) => {
  const { watch } = watched
  const fail = (service: Parameters<typeof watch>[0], error: Error) =>
    expect(watch(service, () => Promise.reject(error))).rejects.toBe(error)
  await watch('LOAN_DOCK_LOOKUPS', async () => null)
  await fail(
    'LOAN_DOCK_DELIVERIES',
    new AppError('loan_dock_refused', 'LoanDock does not have this loan'),
  )
  await fail(
    'FILES',
    unavailable(
      'File storage is unavailable. Try again.',
      new Error('bucket of ann@seller.example'),
    ),
  )
  const at = now.toISOString()
  const never = { lastSuccessAt: null, lastFailureAt: null, lastFailure: null }
  const { services } = await system(
    await node({
      circuits: () => ({
        LOAN_DOCK_LOOKUPS: true,
        LOAN_DOCK_DELIVERIES: false,
      }),
    }),
  )
  expect(services).toEqual([
    {
      service: 'LOAN_DOCK_LOOKUPS',
      state: 'PAUSED',
      ...never,
      lastSuccessAt: at,
    },
    {
      service: 'LOAN_DOCK_DELIVERIES',
      state: 'OK',
      ...never,
      lastSuccessAt: at,
    },
    { service: 'MAIL', state: 'IDLE', ...never },
    {
      service: 'FILES',
      state: 'FAILING',
      ...never,
      lastFailureAt: at,
      lastFailure: 'File storage is unavailable. Try again.',
    },
  ])
  const [, , mail] = (await system(await node({ canMail: false }))).services
  expect(mail.state).toBe('OFF')
})

test('a late backup and a missing replica are warnings on a ready node', async ({
  node,
  system,
  committed: db,
  now,
  onTestFinished,
}) => {
  const replica = openDb({ url: 'postgres://none@127.0.0.1:9/none', size: 1 })
  onTestFinished(() => replica.destroy())
  const [plain, missing] = [await node(), await node({ replica })]
  const warnings = async (at: typeof plain) => {
    const answer = await at.inject('/api/ready')
    expect(answer.statusCode).toBe(200)
    return answer.json().warnings
  }
  expect(await warnings(plain)).toEqual([])
  await expect
    .poll(() => warnings(missing))
    .toEqual(['The read replica is unavailable'])
  expect((await system(plain)).backup).toBeNull()
  expect((await system(missing)).warnings).toEqual([
    'The read replica is unavailable',
  ])

  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const [ended, failed] = [hoursAgo(27), hoursAgo(1)]
  const run = { startedAt: ended, target: 'file:///backup' }
  await addRow(db, 'backupRun', {
    ...run,
    state: 'DONE',
    endedAt: ended,
    coveredTo: ended,
    bytes: 1,
    files: 0,
  })
  await addRow(db, 'backupRun', {
    ...run,
    state: 'FAILED',
    endedAt: failed,
    error: 'no space',
  })
  const late = await node()
  expect(await warnings(late)).toEqual([
    'There was no successful backup in the last 26 hours',
  ])
  const {
    backup,
    database,
    openSessions,
    signedIn,
    node: answered,
  } = await system(late)
  expect(backup).toEqual({
    lastAt: ended.toISOString(),
    coveredTo: ended.toISOString(),
    isLate: true,
    failedAt: failed.toISOString(),
  })
  expect(database).toEqual({ isAvailable: true, replica: null })
  expect([openSessions, signedIn]).toEqual([3, 3])
  expect(answered).toEqual({
    version: '1.2.3',
    commit: 'abc1234',
    schema: '0051',
    startedAt: now.toISOString(),
  })
})

test('a DATA_DIR that is nearly full is a warning, before uploads fail', async ({
  db,
  now,
}) => {
  const clock = () => now
  const warningsWith = (freeBytes: number) =>
    findWarnings({
      db,
      clock,
      node: {
        ...plainNode(clock),
        readDiskSpace: async () => ({ freeBytes, sizeBytes: 100e9 }),
      },
    })
  expect(await warningsWith(5e9)).toEqual([])
  expect(await warningsWith(1.25e9)).toEqual([
    'DATA_DIR is nearly full: 1.3 GB free',
  ])
  const here = await readDiskSpace(import.meta.dirname)
  expect(here.freeBytes).toBeGreaterThan(0)
  expect(here.sizeBytes).toBeGreaterThan(here.freeBytes)
})

test('a DATA_DIR that can’t be read is a warning, and hides no other', async ({
  db,
}) => {
  const clock = () => new Date('2100-01-01T00:00:00Z')
  const node = {
    ...plainNode(clock),
    backups: { target: '/backup', warnHours: 26 },
    readDiskSpace: async () => Promise.reject(new Error('ENOENT')),
  }
  expect(await findWarnings({ db, clock, node })).toEqual([
    'There was no successful backup in the last 26 hours',
    'DATA_DIR can’t be read',
  ])
})

test('anyone can get the version, which doesn’t name the commit', async ({
  app,
  now,
}) => {
  const answer = await app.inject('/api/version')
  expect(answer.json()).toEqual({
    version: '1.2.3',
    schema: '0051',
    startedAt: now.toISOString(),
  })
})

test('a portal without any backup is late by the age of its database, not of its process', async ({
  db,
}) => {
  const { rows } = await sql<{
    at: Date
  }>`select min(applied_at) as at from schema_migration`.execute(db)
  const warningsAfter = (hours: number) => {
    const clock = () => new Date((rows[0]?.at.getTime() ?? 0) + hours * hourMs)
    return findWarnings({
      db,
      clock,
      node: {
        ...plainNode(clock),
        backups: { target: '/backup', warnHours: 26 },
      },
    })
  }
  expect(await warningsAfter(25)).toEqual([])
  expect(await warningsAfter(27)).toEqual([
    'There was no successful backup in the last 26 hours',
  ])
})

test('a manual backup to another target doesn’t hide that scheduled backups fail', async ({
  db,
  now,
}) => {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hourMs)
  const addBackup = (target: string, endedAt: Date) =>
    addRow(db, 'backupRun', {
      startedAt: endedAt,
      endedAt,
      coveredTo: endedAt,
      state: 'DONE',
      target,
      bytes: 1,
      files: 0,
    })
  await addBackup('/backup', hoursAgo(30))
  await addBackup('/usb-stick', hoursAgo(1))

  const clock = () => now
  const node = {
    ...plainNode(clock),
    backups: { target: '/backup', warnHours: 26 },
  }
  const late = ['There was no successful backup in the last 26 hours']
  expect(await findWarnings({ db, clock, node })).toEqual(late)
  await addBackup('/backup', hoursAgo(2))
  expect(await findWarnings({ db, clock, node })).toEqual([])
})
