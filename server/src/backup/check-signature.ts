import { createHash, type Hash, timingSafeEqual } from 'node:crypto'
import type { Keys } from '../lib/integrations/secret-key.ts'
import { BackupError } from './encrypt.ts'

/**
 * Checks that a backup was written by a portal that knows SECRET_KEY.
 * Encryption doesn't prove it: its key is public.
 */
export type Signer = {
  sign: (...words: readonly string[]) => string
  /** Throws BackupError for a missing or wrong signature. */
  check: (
    object: string,
    signature: string | undefined,
    ...words: readonly string[]
  ) => void
}

const advice =
  'Set the SECRET_KEY of the portal that made the backup. If you trust the target, add --accept-unsigned'

export function createSigner(keys: Keys): Signer {
  const signature = (words: readonly string[]) => keys.sign('backup', ...words)
  return {
    sign: (...words) => signature(words).toString('base64'),
    check: (object, given, ...words) => {
      if (given === undefined)
        throw new BackupError(
          `${object} in the backup is not signed. ${advice}`,
        )
      const wanted = signature(words)
      const found = Buffer.from(given, 'base64')
      if (found.length !== wanted.length || !timingSafeEqual(found, wanted))
        throw new BackupError(
          `${object} in the backup was altered, or signed with another key. ${advice}`,
        )
    },
  }
}

/** Accepts every backup, including those made before backups were signed. */
export const acceptUnsigned: Pick<Signer, 'check'> = { check: () => undefined }

/**
 * Passes a stream through and computes its SHA-256, which is available when it
 * ends.
 */
export function hashing(content: AsyncIterable<Uint8Array>) {
  const hash: Hash = createHash('sha256')
  async function* pass() {
    for await (const chunk of content) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: pass(), digest: () => hash.digest('hex') }
}
