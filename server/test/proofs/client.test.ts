import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { listen } from '../listen.ts'
import { test } from '../service-keys.ts'

type Call = { params?: object; body?: object }
type Answer = { response: Response; data?: { total: number } }
type Portal = Record<
  'GET' | 'POST',
  (path: string, call: Call) => Promise<Answer>
>

const source = new URL('../../../client/src/create-portal.ts', import.meta.url)

/** The client package. Its types are generated when it is built. */
async function connect(url: string, key: string): Promise<Portal> {
  const { createPortal } = await import(source.href)
  return createPortal({ url, key })
}

/**
 * A server before the portal that loses the first response, after the portal
 * has done what the call asks. `statuses` are those of the portal's responses.
 */
async function loseFirstResponse(app: FastifyInstance, how: 'BREAK' | 503) {
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const { statusCode, body } = await app.inject({
      method: request.method as 'POST',
      url: request.url ?? '',
      headers: request.headers,
      payload: await buffer(request),
    })
    statuses.push(statusCode)
    const isFirst = statuses.length === 1
    if (isFirst && how === 'BREAK') response.destroy()
    else if (isFirst) response.writeHead(503, { 'retry-after': '0' }).end()
    else
      response
        .writeHead(statusCode, { 'content-type': 'application/json' })
        .end(body)
  })
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${port}`, statuses }
}

test.for(['BREAK', 503] as const)(
  'the client repeats a comment whose response was lost (%s), and it is there once',
  async (how, { app, made, createServiceKey }) => {
    const manager = await made.underwriter(
      'manageIntegrations',
      'viewSlvDepartment',
      'myOwn',
    )
    const { id } = await made.slv({ status: 'REVIEW' })
    const { key } = await createServiceKey(manager, [
      'viewSlvDepartment',
      'myOwn',
    ])
    const { url, statuses } = await loseFirstResponse(app, how)
    const portal = await connect(url, key)
    const { response } = await portal.POST('/v1/conversation-log/proxy-loan', {
      body: { proxyLoanId: id, type: 'INTERNAL', message: 'Twice?' },
    })
    expect(response.status).toBe(200)
    expect(statuses).toEqual([200, 200])
    const { data } = await portal.GET('/v1/proxy-loan/{id}/conversation-log', {
      params: { path: { id } },
    })
    expect(data?.total).toBe(1)
  },
)
