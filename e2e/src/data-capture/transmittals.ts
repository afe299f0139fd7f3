import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { IntakeRun } from '@portal/contract/data-capture/api'
import type { SampleFile } from '../document/sample-files.ts'
import type { Someone } from '../lib/story.ts'

const folder = () => process.env.INTAKE_DIR ?? ''

/** Puts a transmittal into the folder: the images first, then the index. The files are old enough to be complete. */
export const dropTransmittal = async (index: SampleFile, images: readonly SampleFile[]) => {
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
    const { items }: { items: IntakeRun[] } = await (await request.get('/api/v1/tdocs/intake/runs')).json()
    return items.find(({ indexFileName }) => indexFileName === indexName)?.endedAt ?? null
  }
  await expect.poll(ended, { timeout: 20_000 }).not.toBeNull()
}

/** A scan of one sheet as fax machines write it (CCITT G4): white, with a black bar from top to bottom. */
export const scanOf = (name: string): SampleFile => {
  const [width, height] = [64, 80]
  // The first row: 16 white, 32 black, white to its end. Each other one is as the one above it.
  const rows = `001101010000001101010${'1'.repeat(1 + 3 * (height - 1))}${'000000000001'.repeat(2)}`
  const bits = rows.padEnd(Math.ceil(rows.length / 8) * 8, '0').match(/.{8}/g) ?? []
  const strip = Buffer.from(bits.map((byte) => Number.parseInt(byte, 2)))
  const fields = [
    [256, width],
    [257, height],
    [258, 1],
    [259, 4], // CCITT G4
    [262, 0], // 0 is white
    [273, 8],
    [277, 1],
    [278, height],
    [279, strip.length],
  ]
  const start = 8 + strip.length + (strip.length % 2)
  const whole = Buffer.alloc(start + 2 + fields.length * 12 + 4)
  whole.write('II*\0', 'latin1')
  whole.writeUInt32LE(start, 4)
  strip.copy(whole, 8)
  whole.writeUInt16LE(fields.length, start)
  for (const [index, [tag = 0, value = 0]] of fields.entries()) {
    const place = start + 2 + index * 12
    whole.writeUInt16LE(tag, place)
    whole.writeUInt16LE(4, place + 2)
    whole.writeUInt32LE(1, place + 4)
    whole.writeUInt32LE(value, place + 8)
  }
  return { name, mimeType: 'image/tiff', buffer: whole }
}
