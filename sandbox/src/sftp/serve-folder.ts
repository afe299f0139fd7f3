import type { Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'

const { STATUS_CODE: code } = ssh2.utils.sftp

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  ...{ mode, uid, gid, size },
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Entries still to be listed of an open folder, or an open file. */
type Opened = { file?: FileHandle; folder?: string; names: string[] }

/** Serves one folder over SFTP, to list, read and move files; nothing outside of it can be named. */
export function serveFolder(sftp: SFTPWrapper, root: string) {
  const opened: Opened[] = []
  const resolve = (path: string) => join(root, posix.normalize(`/${path}`))
  const toHandle = (one: Opened): Buffer => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(opened.push(one) - 1)
    return handle
  }
  const find = (handle: Buffer): Opened => opened[handle.readUInt32BE()] ?? { names: [] }
  const answer = (id: number, work: () => Promise<unknown>) =>
    work().catch((error) => sftp.status(id, isMissing(error) ? code.NO_SUCH_FILE : code.FAILURE))
  const done = (id: number, work: () => Promise<unknown>) =>
    answer(id, async () => {
      await work()
      sftp.status(id, code.OK)
    })

  sftp.on('STAT', (id, path) => answer(id, async () => sftp.attrs(id, attributesOf(await lstat(resolve(path))))))
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      const folder = resolve(path)
      sftp.handle(id, toHandle({ folder, names: await readdir(folder) }))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const { folder = root, names } = find(handle)
      if (names.length === 0) return sftp.status(id, code.EOF)
      const entries = names.splice(0).map(async (filename) => {
        const attrs = attributesOf(await lstat(join(folder, filename)))
        return { filename, longname: filename, attrs }
      })
      return sftp.name(id, await Promise.all(entries))
    }),
  )
  sftp.on('OPEN', (id, path) =>
    answer(id, async () => sftp.handle(id, toHandle({ file: await open(resolve(path)), names: [] }))),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = Buffer.alloc(Math.min(length, 256 * 1024))
      const { bytesRead = 0 } = (await find(handle).file?.read(bytes, 0, bytes.length, offset)) ?? {}
      if (bytesRead === 0) sftp.status(id, code.EOF)
      else sftp.data(id, bytes.subarray(0, bytesRead))
    }),
  )
  sftp.on('CLOSE', (id, handle) => done(id, async () => find(handle).file?.close()))
  sftp.on('MKDIR', (id, path) => done(id, () => mkdir(resolve(path))))
  sftp.on('RENAME', (id, from, to) => done(id, () => rename(resolve(from), resolve(to))))
}
