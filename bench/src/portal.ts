import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slvReportPath } from '@portal/contract/reporting/model'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../../server/src/app.ts'
import { openDb } from '../../server/src/lib/db.ts'
import { openDiskStore } from '../../server/src/lib/files-disk.ts'
import { listenTo } from '../../server/src/lib/listen.ts'
import { makeLoanDock } from '../../server/src/lib/loan-dock.ts'
import { makeLog } from '../../server/src/lib/log.ts'
import { makePrinter } from '../../server/src/lib/printer.ts'
import { makeKeys } from '../../server/src/lib/secret-key.ts'
import { keepFigures } from '../../server/src/reporting/keep-figures.ts'
import { serveParent } from './lib/child.ts'

/** SQL as it went to PostgreSQL. */
export type Sent = { text: string; values: unknown[]; name?: string }

const [url = '', webFolder, replicaUrl] = process.argv.slice(2)
const filesFolder = await mkdtemp(join(tmpdir(), 'portal-bench-files-'))
/** LoanDock is not part of what is measured: nobody listens there. */
const nowhere = 'http://127.0.0.1:9'

const db = openDb({ url })
const log = makeLog('info')
const replica = replicaUrl ? openDb({ url: replicaUrl, size: 4 }) : undefined
const news = listenTo(url, log)
/** Where it listens, once it does. */
const port = () => (app.server.address() as AddressInfo).port
const printer = makePrinter({
  origin: () => `http://127.0.0.1:${port()}`,
  start: slvReportPath,
  log,
  chromiumPath: process.env.CHROMIUM_PATH,
})
const app: FastifyInstance = await buildApp({
  settings: {
    publicUrl: 'http://127.0.0.1',
    brand: { name: 'Buyer', logoUrl: undefined, color: undefined },
    assignment: 'auto',
  },
  db,
  clock: () => new Date(),
  loanDock: makeLoanDock({ url: nowhere }),
  loanDockUrl: nowhere,
  log,
  keys: makeKeys(randomBytes(32)),
  news,
  isReady: () => true,
  printer,
  figures: keepFigures(replica ?? db, db),
  files: await openDiskStore(filesFolder),
  ...(webFolder && { webFolder }),
})
await app.listen({ port: 0, host: '127.0.0.1' })

const asItWas = pg.Client.prototype.query
let recorded: Sent[] = []

/** Notes all SQL from now on. Never on while something is measured. */
function record() {
  recorded = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    // What the connection that brings news asks has no part in a call: it is of no pool, which would release it.
    if (!('release' in this)) return Reflect.apply(asItWas, this, args)
    const [query, values] = args
    if (typeof query === 'string') recorded.push({ text: query, values: Array.isArray(values) ? values : [] })
    else if (typeof query === 'object' && query !== null && 'text' in query) {
      const { text, values: given, name } = query as { text: string; values?: unknown[]; name?: string }
      recorded.push({ text, values: structuredClone(given ?? []), ...(name && { name }) })
    }
    return Reflect.apply(asItWas, this, args)
  } as typeof asItWas
}

function stopRecording(): Sent[] {
  pg.Client.prototype.query = asItWas
  return recorded
}

export type PortalQuestion = 'port' | 'record' | 'recorded' | 'cpu' | 'memory'

serveParent(
  async (question: PortalQuestion) => {
    if (question === 'port') return port()
    if (question === 'record') return record()
    if (question === 'cpu') return process.cpuUsage()
    if (question === 'memory') return process.memoryUsage.rss()
    return stopRecording().map(({ values, ...sent }) => ({ ...sent, values: values.map(asText) }))
  },
  async () => {
    await printer.stop()
    await app.close()
    await news.stop()
    await replica?.destroy()
    await db.destroy()
    await rm(filesFolder, { recursive: true, force: true })
  },
)

/** A value as PostgreSQL reads it, null as null: what pg itself makes of it. */
function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((part) => JSON.stringify(String(part))).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
