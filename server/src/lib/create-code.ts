import { randomBytes } from 'node:crypto'
import { codeAlphabet } from '@portal/contract/lib/paper-code'

/**
 * A code of random signs of `codeAlphabet`, five bits each: every byte chooses
 * one of 32 signs, all equally often.
 */
export const createCode = (length: number): string =>
  [...randomBytes(length)]
    .map((byte) => codeAlphabet[byte % codeAlphabet.length])
    .join('')
