import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from 'vitest'
import { withFolder } from '../../../test/files.ts'
import { openDuckDb } from './duckdb.ts'

const test = base.extend('parent', withFolder)

/** Another process that opens a database there, and the folder that it uses. */
async function openElsewhere(parent: string): Promise<[ChildProcess, string]> {
  const script = `import { openDuckDb } from ${JSON.stringify(fileURLToPath(new URL('./duckdb.ts', import.meta.url)))}
    const { folder } = await openDuckDb(${JSON.stringify(parent)})
    process.stdout.write(folder)
    setInterval(() => {}, 1e6)`
  const child = spawn(
    process.execPath,
    ['--input-type=module-typescript', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [folder] = await once(child.stdout, 'data')
  return [child, String(folder)]
}

async function kill(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('has its own folder, which other processes leave alone and which is deleted on close', async ({
  parent,
}) => {
  const [other, theirs] = await openElsewhere(parent)
  const { folder, transaction, close } = await openDuckDb(parent)
  expect(
    (await readdir(parent)).map((name) => join(parent, name)).sort(),
  ).toEqual([theirs, folder].sort())
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await transaction((query) => query('create table kept as select 1 as one'))
  expect(await transaction((query) => query('from kept'))).toEqual([{ one: 1 }])
  await close()
  expect((await readdir(parent)).map((name) => join(parent, name))).toEqual([
    theirs,
  ])
  await kill(other)
})

test('deletes what a killed process left', async ({ parent }) => {
  const [other, theirs] = await openElsewhere(parent)
  await kill(other)
  expect(await readdir(theirs)).not.toEqual([])
  const { folder, close } = await openDuckDb(parent)
  expect((await readdir(parent)).map((name) => join(parent, name))).toEqual([
    folder,
  ])
  await close()
})

test('cannot reach the network, extensions or files outside its folder', async ({
  parent,
}) => {
  const outside = join(parent, 'outside.csv')
  const { folder, transaction, close } = await openDuckDb(parent)
  await writeFile(outside, '1\n')
  await writeFile(join(folder, 'inside.csv'), '1\n')
  const run = (statement: string) => transaction((query) => query(statement))
  expect(
    await run(
      `select count(*) as lines from read_csv('${join(folder, 'inside.csv')}', header = false)`,
    ),
  ).toEqual([{ lines: 1 }])
  for (const statement of [
    `from read_csv('${outside}')`,
    `copy (select 1) to '${outside}'`,
    `from read_csv('http://127.0.0.1:9/file.csv')`,
    `attach '${join(parent, 'other.duckdb')}'`,
    'install httpfs',
    'load httpfs',
  ])
    await expect(run(statement), statement).rejects.toThrow(/disabled/)
  await expect(run('set threads = 8')).rejects.toThrow(/locked/)
  await close()
})

test('interrupts running statements on close', async ({ parent }) => {
  const { transaction, close } = await openDuckDb(parent)
  const { promise, resolve } = Promise.withResolvers<void>()
  const endless = transaction(async (query) => {
    await query('create table numbers as from range(100000)')
    resolve()
    return query(
      'select count(*) from numbers a, numbers b where a.range + b.range = -1',
    )
  })
  const failing = expect(endless).rejects.toThrow(/INTERRUPT|closed/)
  await promise
  await close()
  await failing
  expect(await readdir(parent)).toEqual([])
})
