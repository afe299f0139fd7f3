// A receiver of webhooks, as another company would run it: verifies each
// delivery, and reports it to the story.
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * What the story tells the receiver: its secret, or the status of its answers.
 */
export type Order = { secret: string } | { status: number }
export type Receipt = {
  id: string
  body: string
  isGenuine: boolean
  status: number
}

let secret = ''
let status = 204
process.on('message', (order: Order) => {
  if ('secret' in order) secret = order.secret
  else status = order.status
})
process.on('disconnect', () => process.exit())

const isGenuine = (body: string, headers: Record<string, string>) => {
  try {
    new Webhook(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const headers = request.headers as Record<string, string>
    const id = headers['webhook-id'] ?? ''
    process.send?.({
      id,
      body,
      isGenuine: isGenuine(body, headers),
      status,
    } satisfies Receipt)
    response.writeHead(status).end()
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
