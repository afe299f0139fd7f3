import type { Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join, posix } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'

const { STATUS_CODE: code, OPEN_MODE: mode } = ssh2.utils.sftp

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  ...{ mode, uid, gid, size },
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

type Opened = { kind: 'FILE'; file: FileHandle } | { kind: 'FOLDER'; path: string; isRead: boolean }

/** Answers SFTP with one folder of this machine: nothing outside of it can be named. */
export function serveFolder(sftp: SFTPWrapper, root: string) {
  const opened = new Map<number, Opened>()
  let last = 0
  const placeOf = (path: string) => join(root, posix.normalize(`/${path}`))
  const keep = (one: Opened): Buffer => {
    last++
    opened.set(last, one)
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(last)
    return handle
  }
  const find = (handle: Buffer) => opened.get(handle.length === 4 ? handle.readUInt32BE() : -1)
  const fileOf = (handle: Buffer) => {
    const one = find(handle)
    if (one?.kind !== 'FILE') throw new Error('This is no open file')
    return one.file
  }
  /** Does what was asked; what goes wrong is told by its code. */
  const answer = (id: number, work: () => Promise<unknown>) =>
    work().catch((error) => sftp.status(id, isGone(error) ? code.NO_SUCH_FILE : code.FAILURE))
  const done = (id: number, work: () => Promise<unknown>) =>
    answer(id, async () => {
      await work()
      sftp.status(id, code.OK)
    })

  sftp.on('REALPATH', (id, path) => {
    const filename = posix.normalize(`/${path}`)
    sftp.name(id, [{ filename, longname: filename, attrs: noAttributes }])
  })
  for (const asked of ['STAT', 'LSTAT'] as const)
    sftp.on(asked, (id: number, path: string) =>
      answer(id, async () => sftp.attrs(id, attributesOf(await lstat(placeOf(path))))),
    )
  sftp.on('FSTAT', (id, handle) => answer(id, async () => sftp.attrs(id, attributesOf(await fileOf(handle).stat()))))
  sftp.on('OPENDIR', (id, path) =>
    answer(id, async () => {
      await readdir(placeOf(path))
      sftp.handle(id, keep({ kind: 'FOLDER', path: placeOf(path), isRead: false }))
    }),
  )
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const folder = find(handle)
      if (folder?.kind !== 'FOLDER') throw new Error('This is no open folder')
      if (folder.isRead) return sftp.status(id, code.EOF)
      folder.isRead = true
      const names = await readdir(folder.path)
      const entries = names.map(async (filename) => {
        const attrs = attributesOf(await lstat(join(folder.path, filename)))
        return { filename, longname: filename, attrs }
      })
      return sftp.name(id, await Promise.all(entries))
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, async () => {
      const way = flags & mode.WRITE ? (flags & mode.TRUNC ? 'w' : flags & mode.CREAT ? 'a' : 'r+') : 'r'
      sftp.handle(id, keep({ kind: 'FILE', file: await open(placeOf(path), way) }))
    }),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = Buffer.alloc(Math.min(length, 256 * 1024))
      const { bytesRead } = await fileOf(handle).read(bytes, 0, bytes.length, offset)
      if (bytesRead === 0) sftp.status(id, code.EOF)
      else sftp.data(id, bytes.subarray(0, bytesRead))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) => done(id, () => fileOf(handle).write(data, 0, data.length, offset)))
  sftp.on('CLOSE', (id, handle) =>
    done(id, async () => {
      const one = find(handle)
      opened.delete(handle.readUInt32BE())
      if (one?.kind === 'FILE') await one.file.close()
    }),
  )
  sftp.on('MKDIR', (id, path) => done(id, () => mkdir(placeOf(path))))
  sftp.on('RENAME', (id, from, to) => done(id, () => rename(placeOf(from), placeOf(to))))
  sftp.on('REMOVE', (id, path) => done(id, () => unlink(placeOf(path))))
}

/** What nobody asks of a name that was only made whole. */
const noAttributes = { mode: 0, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
