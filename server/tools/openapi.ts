import { writeFile } from 'node:fs/promises'
import { buildApp } from '../src/app.ts'
import { openDb } from '../src/lib/db.ts'
import type { FileStore } from '../src/lib/files.ts'
import { makeLoanDock } from '../src/lib/loan-dock.ts'
import { makeLog } from '../src/lib/log.ts'
import { makeKeys } from '../src/lib/secret-key.ts'

/**
 * `node server/tools/openapi.ts <file>` writes the description of the API as the portal serves it. Nothing is asked of a
 * database, a file store or LoanDock.
 */
const [, , file = 'openapi.json'] = process.argv
const nowhere = 'http://127.0.0.1:9'
const none = () => {
  throw new Error('Nothing is stored here')
}
const files: FileStore = { receive: none, read: none, remove: none, list: none, clear: none }
const db = openDb({ url: 'postgres://nobody@127.0.0.1:9/none' })
const app = await buildApp({
  settings: {
    publicUrl: 'https://portal.example',
    brand: { name: 'Buyer', logoUrl: undefined, color: undefined },
    assignment: 'auto',
  },
  db,
  clock: () => new Date(),
  loanDock: makeLoanDock({ url: nowhere }),
  loanDockUrl: nowhere,
  log: makeLog('silent'),
  keys: makeKeys(Buffer.alloc(32)),
  isReady: () => true,
  files,
})
const answer = await app.inject('/api/openapi.json')
await writeFile(file, answer.body)
await app.close()
await db.destroy()
