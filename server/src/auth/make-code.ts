import { timingSafeEqual } from 'node:crypto'
import { code as codeRules } from '@portal/contract/auth/model'
import type { Keys } from '../lib/secret-key.ts'

/**
 * The mailed code of a challenge, by how many were asked for: six digits that only the portal can make. So none is kept,
 * neither in the database nor in a job, and a mail that is sent again says the same.
 */
export function codeOf(keys: Keys, challengeId: string, number: number): string {
  const bytes = keys.sign('mailed code', challengeId, String(number))
  // 64 bits over a million codes: no code is likelier than another by more than one in ten million million.
  const digits = bytes.readBigUInt64BE() % 10n ** BigInt(codeRules.digits)
  return String(digits).padStart(codeRules.digits, '0')
}

/** The token of an invitation's or a reset's link: 256 bits that only the portal can make of the link's id. */
export const linkTokenOf = (keys: Keys, linkId: string): string => keys.sign('link', linkId).toString('base64url')

/** Whether two texts are the same, in a time that says nothing of where they differ. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
