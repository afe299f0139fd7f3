import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { IntakeRun } from '@portal/contract/data-capture/api'
import type { SampleFile } from '../document/sample-files.ts'
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
  const rested = new Date(Date.now() - 3_600_000)
  for (const { name, buffer } of [...images, index]) {
    const place = join(folder(), `.${name}.part`)
    await writeFile(place, buffer)
    await utimes(place, rested, rested)
    await rename(place, join(folder(), name))
  }
}

/** Waits until a transmittal has been read. */
export const isRead = async ({ request }: Someone, indexName: string) => {
  const ended = async () => {
    const { items }: { items: IntakeRun[] } = await (
      await request.get('/api/v1/tdocs/intake/runs')
    ).json()
    return (
      items.find(({ indexFileName }) => indexFileName === indexName)?.endedAt ??
      null
    )
  }
  await expect.poll(ended, { timeout: 20_000 }).not.toBeNull()
}
