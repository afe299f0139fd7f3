import { access, constants, mkdir } from 'node:fs/promises'

/** Creates DATA_DIR if it is missing. Throws if it can't be written. */
export async function checkDataDir(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (cause) {
    throw new Error(
      `DATA_DIR (${folder}) can’t be written. Let the portal’s user write to it`,
      { cause },
    )
  }
}
