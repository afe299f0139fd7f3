import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { withFolder } from '../../../test/files.ts'
import { folderOfTransmittals } from './transmittals.ts'

const test = base.extend('folder', withFolder)

test('other users of the machine can’t read the intake folder, or what was processed', async ({
  folder,
}) => {
  const intake = join(folder, 'intake')
  const inbox = await folderOfTransmittals(intake).open()
  await writeFile(join(intake, 'image.pdf'), 'a statement')
  await inbox.putAway('image.pdf', 'transmittal')
  for (const path of [
    intake,
    join(intake, 'done'),
    join(intake, 'done', 'transmittal'),
  ])
    expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0])
})
