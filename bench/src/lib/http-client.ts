import { connect, type Socket } from 'node:net'

export type Reply = { status: number; head: string; body: Buffer }

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One kept-alive HTTP/1.1 connection that sends a request as it stands and reads an answer with a Content-Length.
 * So small because it competes with what it measures for the same cores: node:http would take as much as the bare server.
 */
export async function openConnection(
  port: number,
): Promise<{ send: (request: string) => Promise<Reply>; close: () => void }> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined
  let held: Buffer = Buffer.alloc(0)

  const fail = (error: Error) => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('data', (chunk: Buffer) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const end = held.indexOf(headEnd)
    if (end < 0) return
    const head = held.toString('latin1', 0, end)
    const isBare = head.startsWith('HTTP/1.1 304')
    const length = isBare ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) return fail(new Error(`An answer without a length:\n${head}`))
    const from = end + headEnd.length
    if (held.length < from + length) return
    const reply = { status: Number(head.slice(9, 12)), head, body: held.subarray(from, from + length) }
    held = Buffer.alloc(0)
    const { resolve } = waiting ?? {}
    waiting = undefined
    resolve?.(reply)
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('The server hung up')))

  const send = (request: string) =>
    new Promise<Reply>((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('The server hung up'))
      waiting = { resolve, reject }
      socket.write(request)
    })
  return { send, close: () => socket.destroy() }
}

type Call = { method: string; path: string; cookie?: string; json?: string; headers?: Record<string, string> }

/** A request as it goes over the wire. */
export function requestText({ method, path, cookie, json = '', headers = {} }: Call): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(cookie ? [`cookie: session=${cookie}`] : []),
    ...(json ? ['content-type: application/json', `content-length: ${Buffer.byteLength(json)}`] : []),
    ...(method !== 'GET' && !json ? ['content-length: 0'] : []),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${json}`
}

/** Stands in a request text for a number that is another one each time, always six digits. */
export const counter = '@@@@@@'
