import { type FileHandle, open } from 'node:fs/promises'

export type Content = {
  name: string
  size: number
  /** For libraries that read the file themselves. */
  fd: number
  /** Reads up to `length` bytes; fewer at the end. */
  read: (offset: number, length: number) => Promise<Buffer>
  /** Reads from an offset in pieces; each is valid until the next is read. */
  pieces: (from?: number) => AsyncGenerator<Buffer>
}

const pieceBytes = 1 << 20

export async function withContent<T>(
  { path, name, size }: { path: string; name: string; size: number },
  work: (content: Content) => Promise<T>,
): Promise<T> {
  const handle = await open(path, 'r')
  try {
    return await work(toContent(handle, name, size))
  } finally {
    await handle.close()
  }
}

function toContent(handle: FileHandle, name: string, size: number): Content {
  const read = async (offset: number, length: number) => {
    const buffer = Buffer.allocUnsafe(
      Math.max(0, Math.min(length, size - offset)),
    )
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset)
    return buffer.subarray(0, bytesRead)
  }
  async function* pieces(from = 0) {
    const piece = Buffer.allocUnsafe(pieceBytes)
    for (let offset = from; offset < size; ) {
      const { bytesRead } = await handle.read(piece, 0, pieceBytes, offset)
      if (bytesRead === 0) return
      yield piece.subarray(0, bytesRead)
      offset += bytesRead
    }
  }
  return { name, size, fd: handle.fd, read, pieces }
}
