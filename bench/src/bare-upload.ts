import { createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { serveParent } from './lib/child.ts'

/** The limit for an upload: what comes is written as it comes, flushed, renamed; nobody is asked, nothing is looked at. */
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-bare-'))
const target = join(folder, 'target')
const server = createServer(async (request, response) => {
  await pipeline(request, createWriteStream(`${target}.new`, { flush: true }))
  await rename(`${target}.new`, target)
  response.end('{}')
})
server.listen(0, '127.0.0.1')

serveParent(
  async () => (server.address() as AddressInfo).port,
  async () => {
    server.close()
    await rm(folder, { recursive: true, force: true })
  },
)
