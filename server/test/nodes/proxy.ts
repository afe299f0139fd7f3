import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from '../listen.ts'

/** Names the node that responded. */
export const nodeHeader = 'x-node'

/** How long a request waits for a node: lb_try_duration of Caddy. */
const waitMs = 10_000

/**
 * A load balancer in front of nodes, as deploy/Caddyfile configures one:
 * requests go in rotation to nodes whose /api/ready succeeds, and to another
 * node only if the connection was refused. Anything else that fails is a 502.
 */
export async function startProxy(urls: readonly string[], probeEveryMs = 200) {
  const agent = new Agent({ keepAlive: true, timeout: 55_000 })
  const nodes = urls.map((url) => ({
    url,
    isReady: false,
    isDrained: false,
    inFlight: 0,
  }))
  const ending = new AbortController()
  let turn = 0

  const probe = async (node: (typeof nodes)[number]) => {
    while (!ending.signal.aborted) {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(5000)])
      node.isReady = await fetch(`${node.url}/api/ready`, { signal }).then(
        async (answer) => (await answer.text()) !== '' && answer.ok,
        () => false,
      )
      await pause(probeEveryMs, undefined, { signal: ending.signal }).catch(
        () => undefined,
      )
    }
  }
  const probes = nodes.map(probe)

  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming)
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      const usable = nodes.filter(
        ({ isReady, isDrained }) => isReady && !isDrained,
      )
      const node = usable[turn++ % usable.length]
      if (!node) {
        await pause(20)
        continue
      }
      node.inFlight++
      const isSent = await forward(
        agent,
        node.url,
        incoming,
        body,
        response,
      ).finally(() => node.inFlight--)
      if (isSent) return
      node.isReady = false
    }
    response.writeHead(503).end('no node is ready')
  }
  const server = createServer(
    (incoming, response) => void serve(incoming, response),
  )
  const port = await listen(server)

  const stop = async () => {
    ending.abort()
    await Promise.all(probes)
    server.closeAllConnections()
    agent.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  /**
   * Stops sending requests to a node and waits for those in flight; false
   * resumes sending.
   */
  const drain = async (url: string, isDrained = true) => {
    const node = nodes.find((one) => one.url === url)
    if (!node) throw new Error(`The proxy has no node ${url}`)
    node.isDrained = isDrained
    while (isDrained && node.inFlight > 0) await pause(10)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    readyNodes: () => nodes.filter(({ isReady }) => isReady).length,
    drain,
    stop,
  }
}

/**
 * False if the connection was refused, so that the node can't have seen the
 * request.
 */
const forward = (
  agent: Agent,
  node: string,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
) =>
  new Promise<boolean>((resolve) => {
    const { method, headers, url } = incoming
    const sent = request(
      `${node}${url}`,
      { agent, ...(method && { method }), headers },
      (answer) => {
        const {
          connection: _connection,
          'keep-alive': _keepAlive,
          ...rest
        } = answer.headers
        response.writeHead(answer.statusCode ?? 502, {
          ...rest,
          [nodeHeader]: node,
        })
        answer.pipe(response)
        answer
          .on('error', () => response.destroy())
          .on('close', () => resolve(true))
      },
    )
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') return resolve(false)
      if (!response.headersSent)
        response.writeHead(502, { [nodeHeader]: node }).end(error.code)
      resolve(true)
    })
    sent.end(body)
  })
