import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'

export type Arrived = { name: string; size: number; modifiedAt: Date }

export type Inbox = {
  list: () => Promise<Arrived[]>
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Moves a file below done/; does nothing if it is gone. */
  putAway: (name: string, folder: string) => Promise<void>
  close: () => Promise<void>
}

export type Transmittals = {
  /** A name for display, without secrets. */
  source: string
  open: () => Promise<Inbox>
}

/**
 * Images contain borrower data, which other users of the machine must not read.
 */
const privateFolder = { recursive: true, mode: 0o700 } as const

/** A local or mounted folder, created if it is missing. */
export const folderOfTransmittals = (folder: string): Transmittals => ({
  source: `folder ${basename(folder)}`,
  open: async () => {
    await mkdir(folder, privateFolder)
    return {
      list: async () => {
        const entries = await readdir(folder, { withFileTypes: true })
        const files = await Promise.all(
          entries
            .filter((entry) => entry.isFile())
            .map(({ name }) => arrived(folder, name)),
        )
        return files.flatMap((file) => file ?? [])
      },
      read: (name) => readBytes(join(folder, basename(name))),
      putAway: async (name, into) => {
        const done = join(folder, 'done', basename(into))
        await mkdir(done, privateFolder)
        await rename(
          join(folder, basename(name)),
          join(done, basename(name)),
        ).catch(unlessGone)
      },
      close: async () => undefined,
    }
  },
})

/** Doesn't follow links. */
async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  yield* file.createReadStream()
}

async function arrived(
  folder: string,
  name: string,
): Promise<Arrived | undefined> {
  const found = await lstat(join(folder, name)).catch(unlessGone)
  return found?.isFile()
    ? { name, size: found.size, modifiedAt: found.mtime }
    : undefined
}

/** Someone removed it meanwhile. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
