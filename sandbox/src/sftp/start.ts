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

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  const hash = createHash('sha256')
  for (const one of [key].flat().slice(0, 1)) hash.update(one.getPublicSSH())
  return `SHA256:${hash.digest('base64').replace(/=$/, '')}`
}

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
      const { method, username } = attempt
      if (
        method !== 'password' ||
        username !== account.user ||
        attempt.password !== account.password
      )
        return attempt.reject(['password'])
      logins++
      attempt.accept()
    })
    client.on('session', (accept) => {
      accept().on('sftp', (open) => serveFolder(open(), folder))
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    /** With the account and its password. */
    url: `sftp://${account.user}:${account.password}@${reachableHost(host)}:${portOf(server)}/`,
    hostKey: fingerprintOf(hostKey),
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

const describeFiles = (folder: string, names: readonly string[]) =>
  Promise.all(
    names.map(async (filename) => {
      const attrs = attributesOf(await lstat(join(folder, filename)))
      return { filename, longname: filename, attrs }
    }),
  )

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Entries still to be listed of an open folder, or an open file. */
type Opened = { file?: FileHandle; folder?: string; names: string[] }

/**
 * Serves one folder over SFTP, to list, read and move files; nothing outside of
 * it can be named.
 */
function serveFolder(sftp: SFTPWrapper, root: string) {
  const opened: Opened[] = []
  const resolve = (path: string) => join(root, posix.normalize(`/${path}`))
  const toHandle = (one: Opened): Buffer => {
    const handle = Buffer.alloc(4)
    handle.writeUInt32BE(opened.push(one) - 1)
    return handle
  }
  const find = (handle: Buffer): Opened =>
    opened[handle.readUInt32BE()] ?? { names: [] }
  const answer = (id: number, work: () => Promise<unknown>) =>
    work().catch((error) =>
      sftp.status(id, isMissing(error) ? code.NO_SUCH_FILE : code.FAILURE),
    )
  const done = (id: number, work: () => Promise<unknown>) =>
    answer(id, async () => {
      await work()
      sftp.status(id, code.OK)
    })

  sftp.on('STAT', (id, path) =>
    answer(id, async () =>
      sftp.attrs(id, attributesOf(await lstat(resolve(path)))),
    ),
  )
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
      return sftp.name(id, await describeFiles(folder, names.splice(0)))
    }),
  )
  sftp.on('OPEN', (id, path) =>
    answer(id, async () =>
      sftp.handle(id, toHandle({ file: await open(resolve(path)), names: [] })),
    ),
  )
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const bytes = Buffer.alloc(Math.min(length, 256 * 1024))
      const { bytesRead = 0 } =
        (await find(handle).file?.read(bytes, 0, bytes.length, offset)) ?? {}
      if (bytesRead === 0) sftp.status(id, code.EOF)
      else sftp.data(id, bytes.subarray(0, bytesRead))
    }),
  )
  sftp.on('CLOSE', (id, handle) =>
    done(id, async () => find(handle).file?.close()),
  )
  sftp.on('MKDIR', (id, path) => done(id, () => mkdir(resolve(path))))
  sftp.on('RENAME', (id, from, to) =>
    done(id, () => rename(resolve(from), resolve(to))),
  )
}
