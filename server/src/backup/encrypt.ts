import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import {
  Decrypter,
  Encrypter,
  generateX25519Identity,
  identityToRecipient,
} from 'age-encryption'
import type { Storage } from './open-storage.ts'

const isIdentity = (key: string) => key.startsWith('AGE-SECRET-KEY-1')
const options = {
  params: {
    [constants.ZSTD_c_checksumFlag]: 1,
    [constants.ZSTD_c_compressionLevel]: 3,
  },
}
/**
 * A stream's reader handles its error; an error before it reads must not end
 * the process.
 */
const ignore = () => undefined

/** A problem with a backup, with a message for the operator. */
export class BackupError extends Error {}

/**
 * Creates a key pair: the portal needs only the recipient, a restore needs the
 * identity.
 */
export async function createKey() {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The extension of a stored object's name. */
export const endingFor = (key: string | undefined) =>
  key ? '.zst.age' : '.zst'

/**
 * Compresses a stream with zstd and encrypts it with age for the key, an
 * identity or a recipient. The tools `age -d` and `zstd -d` open it.
 */
export async function encrypt(
  content: AsyncIterable<Uint8Array>,
  key: string | undefined,
): Promise<Readable> {
  const compressed = pipeline(content, createZstdCompress(options), ignore).on(
    'error',
    ignore,
  )
  if (!key) return compressed
  const encrypter = new Encrypter()
  encrypter.addRecipient(isIdentity(key) ? await identityToRecipient(key) : key)
  return Readable.fromWeb(
    await encrypter.encrypt(Readable.toWeb(compressed)),
  ).on('error', ignore)
}

/**
 * Reverses `encrypt`. Throws BackupError for a missing or wrong key and for
 * damaged data.
 */
async function* decrypt(
  name: string,
  content: Readable,
  key: string | undefined,
): AsyncIterable<Buffer> {
  const damaged = (cause: unknown) =>
    new BackupError(`${name} in the backup is damaged`, { cause })
  let compressed: Readable = content
  if (name.endsWith('.age')) {
    if (!key) throw new BackupError('The backup is encrypted: set BACKUP_KEY')
    if (!isIdentity(key))
      throw new BackupError(
        'BACKUP_KEY must be the identity (AGE-SECRET-KEY-1…) to restore',
      )
    const decrypter = new Decrypter()
    decrypter.addIdentity(key)
    const opened = decrypter.decrypt(Readable.toWeb(content)).catch((cause) => {
      if (String(cause).includes('no identity matched'))
        throw new BackupError('BACKUP_KEY is not the key of this backup', {
          cause,
        })
      throw damaged(cause)
    })
    compressed = Readable.fromWeb(await opened)
  }
  try {
    yield* pipeline(compressed, createZstdDecompress(), ignore)
  } catch (cause) {
    throw damaged(cause)
  }
}

/**
 * Reads an object of a backup, encrypted or not. `name` may lack the extension.
 * Throws BackupError if it is missing.
 */
export async function openObject(
  source: { storage: Storage; key: string | undefined },
  name: string,
) {
  const names = /\.(zst|age)$/.test(name)
    ? [name]
    : [`${name}.zst.age`, `${name}.zst`]
  for (const each of names) {
    const content = await source.storage.get(each)
    if (content) return decrypt(each, content, source.key)
  }
  throw new BackupError(`${name} is missing from the backup`)
}
