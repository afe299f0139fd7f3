/** Bytes as text: UTF-16 by its mark, UTF-8, or what Windows wrote before there was UTF-8. A cut last letter is left out. */
export const decoded = (bytes: Uint8Array<ArrayBuffer>): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes, { stream: true })
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
