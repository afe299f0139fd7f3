import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOnce } from '../files/create-once.ts'

/** Each use has its own key, so that one reveals nothing of another. */
type KeyUse =
  | 'mailed code'
  | 'link'
  | 'throttle'
  | 'authenticator app'
  | 'reset address'
  | 'webhook'
  | 'recovery code'
  | 'single sign-on'
  | 'backup'
  | 'unsubscribe'
  | 'fingerprint'

export type Keys = {
  sign: (use: KeyUse, ...words: readonly string[]) => Buffer
  /** Encrypts (AES-256-GCM) for one `owner`. */
  seal: (use: KeyUse, secret: Uint8Array, owner: string) => Buffer
  /**
   * Decrypts; throws if it was changed or sealed for another owner or with
   * another key.
   */
  unseal: (use: KeyUse, sealed: Uint8Array, owner: string) => Buffer
}

const ivBytes = 12
const tagBytes = 16

/** The keys derived from a secret of at least 32 bytes. */
export function createKeys(secret: Uint8Array): Keys {
  const keyFor = (use: string) =>
    Buffer.from(
      hkdfSync('sha256', secret, '', `loan-review portal: ${use}`, 32),
    )
  return {
    // As JSON, so that ['a', 'bc'] is not ['ab', 'c'].
    sign: (use, ...words) =>
      createHmac('sha256', keyFor(use)).update(JSON.stringify(words)).digest(),
    seal: (use, plain, owner) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyFor(use), iv).setAAD(
        Buffer.from(owner),
      )
      return Buffer.concat([
        iv,
        cipher.update(plain),
        cipher.final(),
        cipher.getAuthTag(),
      ])
    },
    unseal: (use, sealed, owner) => {
      const bytes = Buffer.from(sealed)
      const decipher = createDecipheriv(
        'aes-256-gcm',
        keyFor(use),
        bytes.subarray(0, ivBytes),
        {
          authTagLength: tagBytes,
        },
      )
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([
        decipher.update(bytes.subarray(ivBytes, -tagBytes)),
        decipher.final(),
      ])
    },
  }
}

const wanted = 32

/** The secret in the folder, created at the first start. */
async function storedSecret(folder: string): Promise<Buffer> {
  const file = join(folder, 'secret-key')
  await mkdir(folder, { recursive: true })
  await createOnce(file, `${randomBytes(wanted).toString('base64')}\n`)
  await chmod(file, 0o600)
  const kept = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (kept.length < wanted)
    throw new Error(
      `${file} contains no secret key: restore it, or delete it to generate a new one`,
    )
  return kept
}

/** The portal's keys, without creating a secret; undefined if there is none. */
export async function findKeys(
  secretKey: string | undefined,
  folder: string,
): Promise<Keys | undefined> {
  if (secretKey === undefined && !existsSync(join(folder, 'secret-key')))
    return undefined
  return openKeys(secretKey, folder)
}

/**
 * The portal's keys: from SECRET_KEY (base64), else from `secret-key` in the
 * data folder.
 */
export const openKeys = async (
  secretKey: string | undefined,
  folder: string,
): Promise<Keys> =>
  createKeys(
    secretKey === undefined
      ? await storedSecret(folder)
      : Buffer.from(secretKey, 'base64'),
  )
