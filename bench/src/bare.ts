import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import pg from 'pg'
import { serveParent } from './lib/child.ts'
import type { Sent } from './portal.ts'

// The bare limit of a list: Fastify, one named prepared statement, JSON.stringify. No session, no rules, no schema, no log.

const [url = ''] = process.argv.slice(2)
/** As many as the portal has (openDb). */
const pool = new pg.Pool({ connectionString: url, max: 20 })
const statements: Sent[][] = []

const app = Fastify()
// A poll that found nothing new: an answer without a body, and its tag.
app.get('/same', (request, reply) => reply.code(304).header('etag', request.headers['if-none-match']).send())
app.get('/:statement', async (request, reply) => {
  const { statement } = request.params as { statement: string }
  const all = statements[Number(statement)]
  if (!all) return reply.code(404).send()
  let rows: unknown[] = []
  for (const sent of all) rows = (await pool.query(sent)).rows
  return reply.type('application/json').send(JSON.stringify(rows))
})
await app.listen({ port: 0, host: '127.0.0.1' })

serveParent(
  async (question: 'port' | Sent | Sent[]) => {
    if (question === 'port') return (app.server.address() as AddressInfo).port
    return statements.push(Array.isArray(question) ? question : [question]) - 1
  },
  async () => {
    await app.close()
    await pool.end()
  },
)
