import { type AddressInfo, connect, createServer } from 'node:net'
import { serveParent } from './lib/child.ts'

// What a load balancer does at least: each new connection goes to the next process, and past one that takes none.

const ports = process.argv.slice(2).map(Number)
let turn = 0

const server = createServer({ noDelay: true }, (client) => {
  client.on('error', () => client.destroy())
  const first = turn++
  const attempt = (tried: number) => {
    const backend = connect({ port: ports[(first + tried) % ports.length] ?? 0, host: '127.0.0.1', noDelay: true })
    let isThere = false
    backend.once('error', () => {
      if (!isThere && tried + 1 < ports.length) attempt(tried + 1)
      else client.destroy()
    })
    backend.once('connect', () => {
      isThere = true
      client.pipe(backend).pipe(client)
      backend.once('close', () => client.destroy())
      client.once('close', () => backend.destroy())
    })
  }
  attempt(0)
})
server.listen(0, '127.0.0.1')

serveParent(
  async () => (server.address() as AddressInfo).port,
  async () => {
    server.close()
  },
)
