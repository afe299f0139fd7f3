import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { posix } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type SFTPWrapper } from 'ssh2'
import type { Transmittals } from './transmittals.ts'

type Account = { url: string /** 'SHA256:…' */; hostKey: string }

const readyMs = 10_000
const silentMs = 30_000
const kindBits = 0o170000
const plainFile = 0o100000
const noSuchFile = 2

/** An SFTP account. The host key protects the password. */
export const sftpTransmittals = ({ url, hostKey }: Account): Transmittals => {
  const { hostname, port, username, password, pathname } = new URL(url)
  const folder = decodeURIComponent(pathname) || '/'
  return {
    source: `sftp://${username}@${hostname}${pathname}`,
    open: async () => {
      const client = new Client()
      client.on('error', () => undefined) // the pending request reports it
      const ready = once(client, 'ready')
      client.connect({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? 22 : Number(port),
        username: decodeURIComponent(username),
        password: decodeURIComponent(password),
        readyTimeout: readyMs,
        keepaliveInterval: 10_000,
        hostVerifier: (key: Buffer) =>
          computeFingerprint(key) === hostKey.replace(/=$/, ''),
      })
      await ready
      try {
        const sftp = await promisify<SFTPWrapper>((done) => client.sftp(done))()
        sftp.on('error', () => undefined) // the same
        return inboxOn(client, sftp, folder)
      } catch (error) {
        client.end()
        throw error
      }
    },
  }
}

const computeFingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=$/, '')}`

function inboxOn(client: Client, sftp: SFTPWrapper, folder: string) {
  const place = (...names: string[]) =>
    posix.join(folder, ...names.map((name) => posix.basename(name)))
  const createFolder = async (path: string) => {
    const exists = await new Promise<boolean>((resolve) =>
      sftp.stat(path, (error) => resolve(!error)),
    )
    if (!exists)
      await inTime(promisify<void>((done) => sftp.mkdir(path, done))())
  }
  return {
    list: async () => {
      const entries = await inTime(
        promisify((done: ListDone) => sftp.readdir(folder, done))(),
      )
      return entries
        .filter(({ attrs }) => (attrs.mode & kindBits) === plainFile)
        .map(({ filename, attrs }) => ({
          name: filename,
          size: attrs.size,
          modifiedAt: new Date(attrs.mtime * 1000),
        }))
    },
    read: (name: string) => {
      const content = sftp.createReadStream(place(name))
      // The reader gets errors of the stream. Later ones, as when the
      // connection ends first, don't matter.
      content.on('error', () => undefined)
      return content
    },
    putAway: async (name: string, into: string) => {
      await createFolder(place('done'))
      await createFolder(place('done', into))
      await inTime(
        promisify<void>((done) =>
          sftp.rename(place(name), place('done', into, name), done),
        )(),
      ).catch(unlessGone)
    },
    close: async () => void client.end(),
  }
}

type ListDone = Parameters<SFTPWrapper['readdir']>[1] extends infer T
  ? Extract<T, (...args: never[]) => unknown>
  : never

const silence = async () => {
  await pause(silentMs, undefined, { ref: false })
  throw new Error('The SFTP host did not respond')
}

/** Fails if the host is silent for too long. */
const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([answer, silence()])

function unlessGone(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === noSuchFile))
    throw error
}
