import { createHash, timingSafeEqual } from 'node:crypto'

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether an Authorization header contains one of these secrets. Compares all
 * of them, each in constant time.
 */
export function hasToken(
  header: string | undefined,
  tokens: readonly string[],
): boolean {
  const hash = sha256(/^Bearer +([\x21-\x7e]+)$/i.exec(header ?? '')?.[1] ?? '')
  return tokens
    .map((token) => timingSafeEqual(sha256(token), hash))
    .includes(true)
}
