import { once } from 'node:events'
import { createServer } from 'node:net'
import { listen } from './listen.ts'
import { eicar } from './sample-files.ts'

/**
 * A clamd with one signature, by its protocol (man clamd, INSTREAM), because
 * npm has no package with the real one. `sizeLimit` is its StreamMaxLength.
 */
export async function startClamd({ sizeLimit = 1 << 30 } = {}) {
  const server = createServer(async (socket) => {
    const pieces: Buffer[] = []
    let received = Buffer.alloc(0)
    let size = 0
    socket.on('error', () => undefined)
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const command = 'zINSTREAM\0'.length
      let at = command
      while (received.length >= at + 4) {
        const length = received.readUInt32BE(at)
        if (received.length < at + 4 + length) return
        if (length === 0) {
          const file = Buffer.concat(pieces)
          socket.end(
            file.includes(eicar)
              ? 'stream: Eicar-Test-Signature FOUND\0'
              : 'stream: OK\0',
          )
          return
        }
        size += length
        if (size > sizeLimit)
          return socket.end('INSTREAM size limit exceeded. ERROR\0')
        pieces.push(received.subarray(at + 4, at + 4 + length))
        at += 4 + length
      }
      received = Buffer.concat([
        received.subarray(0, command),
        received.subarray(at),
      ])
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
