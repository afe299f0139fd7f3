import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { Stats } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
} from 'node:fs/promises'
import { join, posix } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import { portOf, reachableHost } from '../lib/http-server.ts'
import { storedText } from '../lib/stored.ts'

const account = { user: 'lender', password: 'portal-demo' }
const maxReadBytes = 256 * 1024

type SftpOptions = {
  folder: string
  port: number
  host?: string
  /** Stores the host's key; without it, it is new at each start. */
  dataDir?: string
}

/**
 * The host's private key in PEM. Made by Node: some of the keys that ssh2
 * generates can't be parsed again.
 */
const createHostKey = () =>
  generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey

function computeFingerprint(privateKey: string): string {
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw parsed
  // ssh2 returns a list where a file has several keys; this one has one.
  const key = Array.isArray(parsed) ? parsed[0] : parsed
  const hash = createHash('sha256').update(key.getPublicSSH()).digest('base64')
  return `SHA256:${hash.replace(/=$/, '')}`
}

const hasPassword = (attempt: ssh2.AuthContext): boolean =>
  attempt.method === 'password' &&
  attempt.username === account.user &&
  attempt.password === account.password

/**
 * An SFTP server with one account, like a lender's from which transmittals are
 * fetched.
 */
export async function startSftp({
  folder,
  port,
  host = '127.0.0.1',
  dataDir,
}: SftpOptions) {
  await mkdir(folder, { recursive: true })
  const hostKey = await storedText(dataDir, 'sftp-host-key', createHostKey)
  const clients = new Set<ssh2.Connection>()
  let logins = 0
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => client.end())
    client.on('authentication', (attempt) => {
      if (!hasPassword(attempt)) return attempt.reject(['password'])
      logins++
      attempt.accept()
    })
    client.on('session', (acceptSession) => {
      const session = acceptSession()
      session.on('sftp', (acceptSftp) => serveFolder(acceptSftp(), folder))
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    /** With the account and its password. */
    url: `sftp://${account.user}:${account.password}@${reachableHost(host)}:${portOf(server)}/`,
    hostKey: computeFingerprint(hostKey),
    logins: () => logins,
    stop: async () => {
      for (const client of clients) client.end()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

const { STATUS_CODE: code } = ssh2.utils.sftp

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats) => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.floor(atimeMs / 1000),
  mtime: Math.floor(mtimeMs / 1000),
})

async function describeFile(folder: string, filename: string) {
  const attrs = attributesOf(await lstat(join(folder, filename)))
  return { filename, longname: filename, attrs }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** A file, or a folder with the names that are still to be listed. */
type OpenItem = { file: FileHandle } | { folder: string; names: string[] }

/**
 * The files and folders that a client has open. The handle that it gets is an
 * index of `items` in four bytes.
 */
class OpenItems {
  readonly #items: OpenItem[] = []

  /** Returns the handle. */
  add(item: OpenItem): Buffer {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(this.#items.length)
    this.#items.push(item)
    return handle
  }

  find(handle: Buffer): OpenItem | undefined {
    return this.#items[handle.readUInt32BE()]
  }

  findFile(handle: Buffer): FileHandle | undefined {
    const item = this.find(handle)
    return item && 'file' in item ? item.file : undefined
  }
}

/** Runs the work that answers a request; tells the client if it fails. */
async function answer(
  sftp: SFTPWrapper,
  id: number,
  work: () => Promise<unknown>,
) {
  try {
    await work()
  } catch (error) {
    sftp.status(id, isMissing(error) ? code.NO_SUCH_FILE : code.FAILURE)
  }
}

/**
 * Serves one folder over SFTP, to list, read and move files; nothing outside of
 * it can be named.
 */
function serveFolder(sftp: SFTPWrapper, root: string) {
  const openItems = new OpenItems()
  const resolve = (path: string) => join(root, posix.normalize(`/${path}`))
  serveListing(sftp, openItems, resolve)
  serveReading(sftp, openItems, resolve)
  serveMoving(sftp, resolve)
}

/** The path on this machine of a path that the client names. */
type Resolve = (path: string) => string

function serveListing(
  sftp: SFTPWrapper,
  openItems: OpenItems,
  resolve: Resolve,
) {
  const sendAttributes = async (id: number, path: string) => {
    const stats = await lstat(resolve(path))
    sftp.attrs(id, attributesOf(stats))
  }
  const openFolder = async (id: number, path: string) => {
    const folder = resolve(path)
    const names = await readdir(folder)
    sftp.handle(id, openItems.add({ folder, names }))
  }
  /** Sends all names in the first answer, and the end in the second. */
  const listFolder = async (id: number, handle: Buffer) => {
    const item = openItems.find(handle)
    const isListed = !item || !('names' in item) || item.names.length === 0
    if (isListed) return sftp.status(id, code.EOF)
    const names = item.names.splice(0)
    const files = names.map((name) => describeFile(item.folder, name))
    sftp.name(id, await Promise.all(files))
  }
  sftp.on('STAT', (id, path) =>
    answer(sftp, id, () => sendAttributes(id, path)),
  )
  sftp.on('OPENDIR', (id, path) => answer(sftp, id, () => openFolder(id, path)))
  sftp.on('READDIR', (id, handle) =>
    answer(sftp, id, () => listFolder(id, handle)),
  )
}

function serveReading(
  sftp: SFTPWrapper,
  openItems: OpenItems,
  resolve: Resolve,
) {
  const openFile = async (id: number, path: string) => {
    const file = await open(resolve(path))
    sftp.handle(id, openItems.add({ file }))
  }
  const sendPart = async (
    id: number,
    handle: Buffer,
    offset: number,
    length: number,
  ) => {
    const bytes = Buffer.alloc(Math.min(length, maxReadBytes))
    const file = openItems.findFile(handle)
    const result = await file?.read(bytes, 0, bytes.length, offset)
    if (!result || result.bytesRead === 0) return sftp.status(id, code.EOF)
    sftp.data(id, bytes.subarray(0, result.bytesRead))
  }
  const closeItem = async (id: number, handle: Buffer) => {
    await openItems.findFile(handle)?.close()
    sftp.status(id, code.OK)
  }
  sftp.on('OPEN', (id, path) => answer(sftp, id, () => openFile(id, path)))
  sftp.on('READ', (id, handle, offset, length) =>
    answer(sftp, id, () => sendPart(id, handle, offset, length)),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(sftp, id, () => closeItem(id, handle)),
  )
}

function serveMoving(sftp: SFTPWrapper, resolve: Resolve) {
  const createFolder = async (id: number, path: string) => {
    await mkdir(resolve(path))
    sftp.status(id, code.OK)
  }
  const move = async (id: number, from: string, to: string) => {
    await rename(resolve(from), resolve(to))
    sftp.status(id, code.OK)
  }
  sftp.on('MKDIR', (id, path) => answer(sftp, id, () => createFolder(id, path)))
  sftp.on('RENAME', (id, from, to) =>
    answer(sftp, id, () => move(id, from, to)),
  )
}
