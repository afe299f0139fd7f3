import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError, unavailable } from '../errors.ts'

export type VirusScanner = {
  /**
   * The name of the virus in a file; null when there is none. Throws
   * unavailable when the scanner can't be reached.
   */
  scan: (content: Readable) => Promise<string | null>
}

const limitMs = 120_000

/**
 * The clamd at an address (`tcp://host:3310` or `unix:/run/clamav/clamd.ctl`),
 * by its INSTREAM command (man clamd): pieces after their length in four bytes,
 * then a length of zero.
 */
export const openClamd = (address: string): VirusScanner => {
  const { protocol, hostname, port, pathname } = new URL(address)
  const place =
    protocol === 'unix:'
      ? { path: pathname }
      : { host: hostname, port: Number(port || 3310) }
  return {
    scan: async (content) => {
      const socket = connect(place)
      socket.setTimeout(limitMs, () =>
        socket.destroy(new Error('clamd did not respond')),
      )
      // Read from the start: clamd answers early, and stops reading, when a
      // file is too large for it.
      const answer = text(socket)
      const send = (piece: Uint8Array) =>
        new Promise<void>((resolve, reject) =>
          socket.write(piece, (error) => (error ? reject(error) : resolve())),
        )
      const sendAll = async () => {
        await send(Buffer.from('zINSTREAM\0'))
        for await (const piece of content) {
          await send(encodeLength(piece))
          await send(piece)
        }
        await send(encodeLength(Buffer.alloc(0)))
      }
      try {
        const sending = sendAll()
        sending.catch(() => undefined) // clamd's answer says why it stopped reading
        return readAnswer(await answer)
      } catch (error) {
        if (error instanceof AppError) throw error
        throw unavailable('The virus scanner is unavailable. Try again.', error)
      } finally {
        socket.destroy()
        content.destroy() // holds a file open if clamd could not be reached
      }
    },
  }
}

const encodeLength = (piece: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}

/** `stream: OK`, `stream: <name> FOUND`, or an error of clamd. */
function readAnswer(answer: string): string | null {
  const [, found] = /^stream: (.{1,200}) FOUND\0?$/.exec(answer) ?? []
  if (found) return found
  if (/^stream: OK\0?$/.test(answer)) return null
  throw new Error(`clamd answered: ${answer.slice(0, 200)}`)
}
