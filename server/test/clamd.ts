import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen.ts'
import { eicar } from './sample-files.ts'

const command = 'zINSTREAM\0'.length
const versionCommand = 'zVERSION\0'
const tooLarge = 'INSTREAM size limit exceeded. ERROR\0'

/**
 * A clamd with one signature, by its protocol (man clamd, INSTREAM and
 * VERSION), because npm has no package with the real one. `sizeLimit` is its
 * StreamMaxLength.
 */
export async function startClamd({
  sizeLimit = 1 << 30,
  version = 'ClamAV 1.4.3',
} = {}) {
  const server = createServer((socket) => {
    const scan = createScan(sizeLimit)
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      if (received.toString() === versionCommand)
        return void socket.end(`${version}\0`)
      if (readLength(received) > sizeLimit) return void socket.end(tooLarge)
      for (
        let piece = readPiece(received);
        piece;
        piece = readPiece(received)
      ) {
        const answer = scan(piece)
        if (answer !== null) return void socket.end(answer)
        received = Buffer.concat([
          received.subarray(0, command),
          received.subarray(command + 4 + piece.length),
        ])
      }
    })
  })
  const port = await listen(server)
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    await closed
  }
  return { url: `tcp://127.0.0.1:${port}`, stop }
}

/** The length of the first piece after the command; 0 until it is here. */
const readLength = (received: Buffer): number =>
  received.length < command + 4 ? 0 : received.readUInt32BE(command)

/** The first piece after the command; undefined until it is complete. */
function readPiece(received: Buffer): Buffer | undefined {
  if (received.length < command + 4) return undefined
  const start = command + 4
  const end = start + readLength(received)
  return received.length < end ? undefined : received.subarray(start, end)
}

/** Takes the pieces of a file; returns the answer once there is one. */
function createScan(sizeLimit: number) {
  const pieces: Buffer[] = []
  let size = 0
  return (piece: Buffer): string | null => {
    if (piece.length === 0)
      return Buffer.concat(pieces).includes(eicar)
        ? 'stream: Eicar-Test-Signature FOUND\0'
        : 'stream: OK\0'
    size += piece.length
    if (size > sizeLimit) return tooLarge
    pieces.push(piece)
    return null
  }
}
