import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test as base } from '../../../test/fixture.ts'
import { copyToFile } from './copy-out.ts'

const test = base.extend('path', async ({}, { onCleanup }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-copy-'))
  onCleanup(() => rm(folder, { recursive: true }))
  return join(folder, 'copy.csv')
})
const { signal } = new AbortController()

test('every line arrives unchanged, however many and however long', async ({ committed, path }) => {
  const rows = Array.from({ length: 50_000 }, (_, n) => `${n + 1},"a ""b"", ${'x'.repeat((n * 7) % 40)}"\n`)
  await copyToFile(
    committed,
    `select n, 'a "b", ' || repeat('x', (n - 1) * 7 % 40) from generate_series(1, 50000) n`,
    path,
    signal,
  )
  expect((await readFile(path, 'utf8')) === rows.join('')).toBe(true)
  await copyToFile(committed, `select repeat('y', 1000000) from generate_series(1, 3)`, path, signal)
  expect((await readFile(path, 'utf8')) === `${'y'.repeat(1_000_000)}\n`.repeat(3)).toBe(true)
  await copyToFile(committed, 'select 1 where false', path, signal)
  expect(await readFile(path, 'utf8')).toBe('')
})

test('leaves the connection usable, in a transaction and after an error', async ({ db, committed, path }) => {
  await Promise.all([copyToFile(db, 'select 1', path, signal), copyToFile(db, 'select 2', `${path}.2`, signal)])
  expect(await readFile(`${path}.2`, 'utf8')).toBe('2\n')
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await expect(copyToFile(committed, 'select 1 / 0', path, signal)).rejects.toThrow(/division by zero/)
  const abort = new AbortController()
  const copying = copyToFile(committed, 'select * from generate_series(1, 1000000)', path, abort.signal)
  abort.abort()
  await expect(copying).rejects.toThrow(/abort/i)
  expect((await sql`select 1 as one`.execute(committed)).rows).toEqual([{ one: 1 }])
})
