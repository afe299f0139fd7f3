import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import ssh2 from 'ssh2'
import { reachableHost } from '../lib/reachable-host.ts'
import { serveFolder } from './serve-folder.ts'

const account = { user: 'lender', password: 'portal-demo' }

export type SftpOptions = {
  /** What the account sees. */
  folder: string
  /** 0 takes any free one. */
  port: number
  host?: string
  /** Keeps the host's key; without it, it is new at each start. */
  dataDir?: string
}

export type Sftp = {
  /** With the account and its password. */
  url: string
  /** 'SHA256:…' */
  hostKey: string
  /** How many have signed in. */
  logins: () => number
  stop: () => Promise<void>
}

/** The host's key: kept, so that whoever pinned it knows it again. */
async function hostKeyIn(dataDir?: string): Promise<string> {
  const file = dataDir && join(dataDir, 'sftp-host-key')
  const kept = file && (await readFile(file, 'utf8').catch(() => ''))
  if (kept) return kept
  // By node: of the keys that ssh2 makes itself, now and then one cannot be read again.
  const { privateKey: made } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  if (file) {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, made, { mode: 0o600 })
  }
  return made
}

function fingerprintOf(privateKey: string): string {
  const key = ssh2.utils.parseKey(privateKey)
  if (key instanceof Error) throw key
  const [first] = [key].flat()
  if (!first) throw new Error('The host key cannot be read')
  return `SHA256:${createHash('sha256').update(first.getPublicSSH()).digest('base64').replace(/=$/, '')}`
}

/** An SFTP server with one account, as a lender's is from which transmittals are fetched. */
export async function startSftp({ folder, port, host = '127.0.0.1', dataDir }: SftpOptions): Promise<Sftp> {
  await mkdir(folder, { recursive: true })
  const hostKey = await hostKeyIn(dataDir)
  const clients = new Set<ssh2.Connection>()
  let logins = 0
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => client.end()) // whoever breaks off is gone
    client.on('authentication', (asked) => {
      const isRight =
        asked.method === 'password' && asked.username === account.user && asked.password === account.password
      if (!isRight) return asked.reject(['password'])
      logins++
      asked.accept()
    })
    client.on('session', (accept) => {
      accept().on('sftp', (open) => serveFolder(open(), folder))
    })
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  return {
    url: `sftp://${account.user}:${account.password}@${reachableHost(host)}:${taken}/`,
    hostKey: fingerprintOf(hostKey),
    logins: () => logins,
    stop: async () => {
      for (const client of clients) client.end()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
