import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The text of a file in a folder, made and stored at first use; without a
 * folder it is created each time.
 */
export async function storedText(
  folder: string | undefined,
  name: string,
  make: () => string | Promise<string>,
) {
  const file = folder && join(folder, name)
  const stored = file && (await readFile(file, 'utf8').catch(() => ''))
  if (stored) return stored
  const text = await make()
  if (file) {
    await mkdir(folder, { recursive: true })
    await writeFile(file, text, { mode: 0o600 })
  }
  return text
}
