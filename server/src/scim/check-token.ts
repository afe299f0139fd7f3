import { createHash, timingSafeEqual } from 'node:crypto'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header has one of these secrets; all are compared, each in constant time. */
export const tokenChecker = (tokens: readonly string[]) => {
  const hashes = tokens.map(hashOf)
  return (header: string | undefined): boolean => {
    const hash = hashOf(/^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? '')
    return hashes.map((known) => timingSafeEqual(known, hash)).includes(true)
  }
}
