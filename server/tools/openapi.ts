import { writeFile } from 'node:fs/promises'
import { openFacts } from '../src/analytics/open-facts.ts'
import { buildApp } from '../src/app.ts'
import { openDb } from '../src/lib/database/db.ts'
import type { FileStore } from '../src/lib/files/files.ts'
import { createLoanDock } from '../src/lib/integrations/loan-dock.ts'
import { createKeys } from '../src/lib/integrations/secret-key.ts'
import { watchServices } from '../src/lib/integrations/watch-services.ts'
import { createLog } from '../src/lib/log.ts'

/**
 * `node server/tools/openapi.ts <file>` writes the description of the API for
 * integrators, and `… <file> full` that of every call; no database, file store
 * or LoanDock is used.
 */
const [, , file = 'openapi.json', which] = process.argv
const address =
  which === 'full' ? '/api/openapi-full.json' : '/api/openapi.json'
const nowhere = 'http://127.0.0.1:9'
const none = () => {
  throw new Error('Nothing is stored here')
}
const files: FileStore = {
  receive: none,
  read: none,
  remove: none,
  list: none,
  clear: none,
}
const db = openDb({ url: 'postgres://none@127.0.0.1:9/none' })
const loanDock = createLoanDock({ url: nowhere })
const app = await buildApp({
  settings: {
    publicUrl: 'https://portal.example',
    brand: {
      name: 'Buyer',
      logoUrl: undefined,
      color: undefined,
      supportEmail: undefined,
      supportPhone: undefined,
    },
    assignment: 'auto',
  },
  db,
  clock: () => new Date(),
  loanDock,
  loanDockUrl: nowhere,
  log: createLog('silent'),
  keys: createKeys(Buffer.alloc(32)),
  isReady: () => true,
  files,
  checkContent: none,
  facts: openFacts({ db, folder: '' }),
  node: {
    build: { version: '', commit: null, schema: '', startedAt: new Date() },
    results: watchServices(() => new Date()).results,
    circuits: loanDock.circuits,
    canMail: false,
    sendTestMail: undefined,
    replica: undefined,
    check: async () => [],
    backups: { target: undefined, warnHours: 26 },
    readDiskSpace: async () => ({ freeBytes: 0, sizeBytes: 0 }),
  },
})
const answer = await app.inject(address)
await writeFile(file, answer.body)
await app.close()
await db.destroy()
