import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { withFolder } from '../../test/files.ts'
import { checkDataDir } from './check-data-dir.ts'

const test = base.extend('folder', withFolder)

test('a missing folder is created', async ({ folder }) => {
  const missing = join(folder, 'data')
  await checkDataDir(missing)
  expect(existsSync(missing)).toBe(true)
})

test('a folder that can’t be written is named', async ({ folder }) => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const inFile = join(file, 'data')
  await expect(checkDataDir(inFile)).rejects.toThrow(
    `DATA_DIR (${inFile}) can’t be written`,
  )
})
