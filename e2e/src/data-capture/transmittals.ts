import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { IntakeRun } from '@portal/contract/data-capture/api'
import type { SampleFile } from '../document/sample-files.ts'
import { get } from '../lib/calls.ts'
import type { Someone } from '../lib/people.ts'

const folder = () => process.env.INTAKE_DIR ?? ''

/**
 * Puts a transmittal into the folder: the images first, then the index. The
 * files are old enough to be complete.
 */
export const dropTransmittal = async (
  index: SampleFile,
  images: readonly SampleFile[],
) => {
  await mkdir(folder(), { recursive: true })
  const anHourAgo = new Date(Date.now() - 3_600_000)
  for (const { name, buffer } of [...images, index]) {
    const partPath = join(folder(), `.${name}.part`)
    await writeFile(partPath, buffer)
    await utimes(partPath, anHourAgo, anHourAgo)
    await rename(partPath, join(folder(), name))
  }
}

/** Waits until a transmittal has been read. */
export const waitUntilRead = async (someone: Someone, indexName: string) => {
  const getEnd = async () => {
    const { items }: { items: IntakeRun[] } = await get(
      someone,
      '/api/v1/tdocs/intake/runs',
    )
    const run = items.find(({ indexFileName }) => indexFileName === indexName)
    return run?.endedAt ?? null
  }
  await expect.poll(getEnd, { timeout: 20_000 }).not.toBeNull()
}
