import { once } from 'node:events'
import { createServer } from 'node:http'
import { hasToken } from '../lib/http/bearer-token.ts'
import type { MetricsPrinter } from './print-metrics.ts'

export const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

type Options = {
  port: number
  host: string
  token: string | undefined
  print: MetricsPrinter
}

/**
 * Serves /metrics on a separate port. A token, if there is one, is required
 * there too.
 */
export async function openMetricsPort({ port, host, token, print }: Options) {
  const server = createServer(async ({ url, headers }, answer) => {
    if (url?.split('?', 1)[0] !== '/metrics') return answer.writeHead(404).end()
    if (token !== undefined && !hasToken(headers.authorization, [token]))
      return answer.writeHead(401).end()
    try {
      const text = await print()
      answer.writeHead(200, { 'content-type': metricsType }).end(text)
    } catch {
      answer.writeHead(500).end()
    }
  })
  server.listen(port, host)
  await once(server, 'listening')
  const stop = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop,
  }
}
