import { expect } from 'vitest'
import { keys, plainNode, test } from '../../test/http.ts'
import { createLog } from '../lib/log.ts'
import { readSettings } from '../lib/settings.ts'
import { type CheckDeps, pass } from './check-outcome.ts'
import { checkOne, checkPortal, createPortalChecker } from './check-portal.ts'

const forever = () => new Promise<never>(() => undefined)

/** A portal whose database and file storage never answer. */
const silent: CheckDeps = {
  settings: readSettings({ NODE_ENV: 'development' }),
  openDatabase: forever,
  openFiles: forever,
  keys,
  loanDockUrl: undefined,
  smtpUrl: undefined,
  clock: () => new Date(),
}

test('a check that gets no answer fails at its limit and holds up no other', async () => {
  const results = await checkPortal(silent, 500)
  const late = results.filter(({ finding }) => /^No answer/.test(finding))
  expect(late).toContainEqual({
    name: 'FILES',
    state: 'FAILED',
    finding: 'No answer within 1 s',
    advice: expect.stringContaining('FILES_URL'),
  })
  expect(late.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['DATABASE', 'ROLES']),
  )
  expect(results[0]).toMatchObject({ name: 'SETTINGS', state: 'OK' })
})

test('people who open the page at the same time share a run', async () => {
  let runs = 0
  const openFiles = async () => {
    runs += 1
    throw new Error('password of ann@buyer.example')
  }
  const check = createPortalChecker(
    { ...silent, openDatabase: async () => undefined, openFiles },
    createLog('silent'),
  )
  const [one, two] = await Promise.all([check(), check()])
  expect(one).toBe(two)
  expect(runs).toBe(1)
  expect(JSON.stringify(one)).not.toContain('ann@buyer.example')
})

test('a clock that is seconds off is a warning, and one that is an hour off is a failure', async ({
  urls,
}) => {
  const findClock = async (offSeconds: number) => {
    const results = await checkPortal({
      ...silent,
      openDatabase: async () => urls,
      clock: () => new Date(Date.now() + offSeconds * 1000),
      openFiles: async () => Promise.reject(new Error('not this time')),
    })
    return results.find(({ name }) => name === 'CLOCK')
  }
  expect(await findClock(0)).toMatchObject({ state: 'OK' })
  expect(await findClock(-10)).toMatchObject({
    state: 'WARNING',
    finding: expect.stringMatching(/clock is (9\.\d|10\.0) s behind the data/),
  })
  expect(await findClock(3600)).toMatchObject({ state: 'FAILED' })
})

test('an empty database needs no backup before its first start', async ({
  urls,
  runAsOwner,
}) => {
  const deps = { ...silent, openDatabase: async () => urls }
  expect(await checkOne('MIGRATIONS', deps)).toMatchObject({ state: 'OK' })
  await runAsOwner('alter table schema_migration rename to another_table')
  expect(await checkOne('MIGRATIONS', deps)).toEqual({
    name: 'MIGRATIONS',
    state: 'SKIPPED',
    finding: 'The database is empty: the first start fills it',
    advice: null,
  })
})

test('administrators see the checks of the node that answers, without causes', async ({
  startNode,
  signInAt,
  made,
  now,
}) => {
  const found = { name: 'DISK' as const, ...pass('9 GB free in DATA_DIR') }
  const cause = new Error('/data of ann@buyer.example')
  const check = async () => [{ ...found, cause }]
  const node = await startNode(undefined, {
    node: { ...plainNode(() => now), check },
  })
  const admin = await signInAt(
    node,
    await made.underwriter('managePermissions'),
  )
  const answer = await admin('GET', '/v1/system/checks')
  expect(answer.json()).toEqual({ items: [found] })
})
