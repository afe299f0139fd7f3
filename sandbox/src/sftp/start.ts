import { createHash, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import ssh2 from 'ssh2'
import { portOf, reachableHost } from '../lib/http-server.ts'
import { storedText } from '../lib/stored.ts'
import { serveFolder } from './serve-folder.ts'

const account = { user: 'lender', password: 'portal-demo' }

type SftpOptions = {
  folder: string
  port: number
  host?: string
  /** Stores the host's key; without it, it is new at each start. */
  dataDir?: string
}

/** The host's private key in PEM. Made by Node: some of the keys that ssh2 generates can't be parsed again. */
const makeHostKey = () =>
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

/** An SFTP server with one account, like a lender's from which transmittals are fetched. */
export async function startSftp({ folder, port, host = '127.0.0.1', dataDir }: SftpOptions) {
  await mkdir(folder, { recursive: true })
  const hostKey = await storedText(dataDir, 'sftp-host-key', makeHostKey)
  const clients = new Set<ssh2.Connection>()
  let logins = 0
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => client.end())
    client.on('authentication', (attempt) => {
      const { method, username } = attempt
      if (method !== 'password' || username !== account.user || attempt.password !== account.password)
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
