import { buildApp } from '../src/app.ts'
import { openDb } from '../src/lib/database/db.ts'
import type { FileStore } from '../src/lib/files/files.ts'
import { makeLoanDock } from '../src/lib/integrations/loan-dock.ts'
import { makeKeys } from '../src/lib/integrations/secret-key.ts'
import { makeLog } from '../src/lib/log.ts'
import { factsOn } from './facts.ts'

/**
 * One node of the portal as a process of its own, for what two of them must not both allow. Told by `node` the database's
 * address, the instant that it is and the secret key; says its port on its first line and ends with its input.
 */
const [url = '', now = '', key = ''] = process.argv.slice(2)
const none = () => {
  throw new Error('This node keeps no files')
}
const files: FileStore = { receive: none, read: none, remove: none, list: none, clear: none }
const nowhere = 'http://127.0.0.1:9'

const db = openDb({ url })
const facts = await factsOn(db)
const app = await buildApp({
  settings: {
    publicUrl: 'http://portal.example',
    brand: { name: 'Buyer', logoUrl: undefined, color: undefined },
    assignment: 'auto',
  },
  db,
  clock: () => new Date(now),
  loanDock: makeLoanDock({ url: nowhere }),
  loanDockUrl: nowhere,
  log: makeLog('silent'),
  keys: makeKeys(Buffer.from(key, 'base64')),
  isReady: () => true,
  files,
  facts,
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
process.stdin.resume().once('end', async () => {
  await app.close()
  await facts.close()
  await db.destroy()
})
