import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AppError, unavailable } from '../errors.ts'

export type VirusScanner = {
  /**
   * The name of the virus in a file; null when there is none. Throws
   * unavailable when the scanner can't be reached.
   */
  scan: (content: Readable) => Promise<string | null>
}

const scanLimitMs = 120_000
const askLimitMs = 5000
const streamCommand = Buffer.from('zINSTREAM\0')

/** Connects to `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. */
function connectTo(address: string, limitMs: number) {
  const { protocol, hostname, port, pathname } = new URL(address)
  const socket = connect(
    protocol === 'unix:'
      ? { path: pathname }
      : { host: hostname, port: Number(port || 3310) },
  )
  return socket.setTimeout(limitMs, () =>
    socket.destroy(new Error('clamd did not respond')),
  )
}

/**
 * The clamd at an address, by its INSTREAM command (man clamd): pieces after
 * their length in four bytes, then a length of zero.
 */
export const openClamd = (address: string): VirusScanner => {
  return {
    scan: async (content) => {
      const socket = connectTo(address, scanLimitMs)
      // Read from the start: clamd answers early, and stops reading, when a
      // file is too large for it.
      const answer = text(socket)
      const send = (piece: Uint8Array) =>
        new Promise<void>((resolve, reject) =>
          socket.write(piece, (error) => (error ? reject(error) : resolve())),
        )
      const sendAll = async () => {
        await send(streamCommand)
        for await (const piece of content) {
          await send(encodeLength(piece.length))
          await send(piece)
        }
        await send(encodeLength(0))
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

const encodeLength = (bytes: number) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** `stream: OK`, `stream: <name> FOUND`, or an error of clamd. */
function readAnswer(answer: string): string | null {
  const [, found] = /^stream: (.{1,200}) FOUND\0?$/.exec(answer) ?? []
  if (found) return found
  if (/^stream: OK\0?$/.test(answer)) return null
  throw new Error(`clamd answered: ${answer.slice(0, 200)}`)
}

/**
 * Scans a harmless file with the clamd at an address. Returns its version, the
 * day of its signatures if it says so, and whether it accepts files of `bytes`.
 */
export async function examineClamd(address: string, bytes: number) {
  await openClamd(address).scan(Readable.from([Buffer.from('harmless')]))
  // Such as `ClamAV 1.4.3/27830/Sat Nov 28 09:31:01 2026`.
  const [version = '', , signed = ''] = (
    await ask(address, Buffer.from('zVERSION\0'))
  ).split('/')
  // clamd refuses a piece that is too long when it has read the length.
  const start = Buffer.concat([streamCommand, encodeLength(bytes)])
  const answer = await ask(address, start)
  const signedAt = Date.parse(signed)
  return {
    version,
    signedAt: Number.isNaN(signedAt) ? null : new Date(signedAt),
    isLargeEnough: !answer.includes('size limit exceeded'),
  }
}

async function ask(address: string, bytes: Buffer): Promise<string> {
  const socket = connectTo(address, askLimitMs)
  try {
    socket.end(bytes)
    return (await text(socket)).replace('\0', '')
  } finally {
    socket.destroy()
  }
}
