import { type IncomingMessage, request } from 'node:http'
import type { StreamEvent } from '@portal/contract/live/model'
import type { FastifyInstance } from 'fastify'
import { vi } from 'vitest'

/** How long an event may take, even on a busy machine. */
const soon = { timeout: 20_000, interval: 10 }

/** Opens a stream of a listening app, and collects what it sends. */
export async function openStream(
  app: FastifyInstance,
  token: string,
  headers: Record<string, string> = {},
  age = 0,
) {
  const [address] = app.addresses()
  if (!address || typeof address === 'string')
    throw new Error('The app listens to no port')
  const events: StreamEvent[] = []
  let text = ''
  let isOver = false
  const sent = request({
    host: '127.0.0.1',
    port: address.port,
    path: `/api/v1/stream?age=${age}`,
    agent: false as const,
    headers: { cookie: `session=${token}`, ...headers },
  })
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end()
  })
  answer.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
    for (const [, json = ''] of chunk.matchAll(/^data: (\{"kind.*)$/gm))
      events.push(JSON.parse(json))
  })
  for (const end of ['end', 'error', 'close'])
    answer.once(end, () => (isOver = true))
  return {
    answer,
    events,
    text: () => text,
    isOver: () => isOver,
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? '',
    until: (holds: () => boolean) =>
      vi.waitFor(() => {
        if (!holds()) throw new Error(`The stream had only sent: ${text}`)
      }, soon),
    close: () => sent.destroy(),
  }
}
