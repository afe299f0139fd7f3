/**
 * Makes a write happen once: a retry without a response in between sends the
 * same Idempotency-Key.
 */
export type Intent = {
  /** The key for this request; another body gets another key. */
  keyFor: (sent: string) => string
  /** The server responded: the next request gets a new key. */
  answered: () => void
}

export const createIntent = (newKey: () => string = randomKey): Intent => {
  let open: { sent: string; key: string } | null = null
  return {
    keyFor: (sent) => {
      if (open?.sent !== sent) open = { sent, key: newKey() }
      return open.key
    },
    answered: () => {
      open = null
    },
  }
}

/** A byte of a version 4 UUID (RFC 9562): the version, the variant, or as is. */
const stampByte = (byte: number, index: number): number => {
  if (index === 6) return (byte & 0x0f) | 0x40
  if (index === 8) return (byte & 0x3f) | 0x80
  return byte
}

/**
 * A version 4 UUID. `crypto.randomUUID` is missing on plain http,
 * `getRandomValues` is not.
 */
const randomKey = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    stampByte(byte, index).toString(16).padStart(2, '0'),
  ).join('')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}
