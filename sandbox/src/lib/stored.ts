import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The text of a file in a folder, created and stored at first use. Without a
 * folder, it is created each time.
 */
export async function storedText(
  folder: string | undefined,
  name: string,
  create: () => string | Promise<string>,
) {
  if (!folder) return create()
  const file = join(folder, name)
  const stored = await readFile(file, 'utf8').catch(() => '')
  if (stored) return stored
  const text = await create()
  await mkdir(folder, { recursive: true })
  await writeFile(file, text, { mode: 0o600 })
  return text
}
