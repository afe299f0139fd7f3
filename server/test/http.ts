import type { Actor } from '@portal/contract/user/model'
import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse,
} from 'fastify'
import { buildApp, type Deps } from '../src/app.ts'
import { openSession } from '../src/auth/sessions/session.ts'
import { openContentChecker } from '../src/document/content/check-upload.ts'
import type { Db } from '../src/lib/database/db.ts'
import { type FileStore, storeAway } from '../src/lib/files/files.ts'
import { createLoanDock } from '../src/lib/integrations/loan-dock.ts'
import { createKeys } from '../src/lib/integrations/secret-key.ts'
import { watchServices } from '../src/lib/integrations/watch-services.ts'
import type { Node } from '../src/system/find-state.ts'
import { watchAnswer, watchedLog } from './canary.ts'
import { factsOn } from './facts.ts'
import { test as base } from './makers.ts'

type Call = { headers?: Record<string, string>; body?: unknown }
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  call?: Call,
) => Promise<LightMyRequestResponse>

const refuse = () => {
  throw new Error('This test stores no files')
}
/** For tests that store no files: what they read is missing. */
const noFiles: FileStore = {
  receive: refuse,
  read: () => Promise.reject(storeAway('This test stores no files')),
  remove: refuse,
  list: refuse,
  clear: refuse,
}

/**
 * Of all tests of a worker, and ends with it: a thread takes longer to start
 * than to check a file.
 */
export const { checkContent } = openContentChecker()

/** Of all nodes of a test. */
export const keys = createKeys(Buffer.alloc(32, 7))

type More = Partial<
  Pick<Deps, 'listener' | 'canMail' | 'log' | 'node' | 'tracing'>
> & {
  settings?: Partial<Deps['settings']>
}

/**
 * Nothing listens here: a test that calls LoanDock by mistake fails
 * immediately.
 */
export const nowhere = 'http://127.0.0.1:9'

/** A node without a replica, backups or mail that has served no requests. */
export const plainNode = (clock: () => Date): Node => ({
  build: {
    version: '1.2.3',
    commit: 'abc1234',
    schema: '0051',
    startedAt: clock(),
  },
  results: watchServices(clock).results,
  circuits: () => ({ LOAN_DOCK_LOOKUPS: false, LOAN_DOCK_DELIVERIES: false }),
  canMail: false,
  sendTestMail: undefined,
  replica: undefined,
  check: async () => [],
  backups: { target: undefined, warnHours: 26 },
  readDiskSpace: async () => ({ freeBytes: 50e9, sizeBytes: 100e9 }),
})

export const appOn = async (
  db: Db,
  clock: () => Date,
  loanDockUrl = nowhere,
  files: FileStore = noFiles,
  { settings, ...more }: More = {},
): Promise<FastifyInstance> => {
  const facts = await factsOn(db)
  const app = await buildApp({
    settings: {
      publicUrl: 'http://portal.example',
      brand: {
        name: 'Buyer',
        logoUrl: undefined,
        color: undefined,
        supportEmail: undefined,
        supportPhone: undefined,
      },
      assignment: 'auto',
      ...settings,
    },
    db,
    clock,
    loanDock: createLoanDock({ url: loanDockUrl }),
    loanDockUrl,
    log: watchedLog(),
    keys,
    isReady: () => true,
    files,
    checkContent,
    facts,
    node: plainNode(clock),
    ...more,
  })
  app.addHook('onClose', () => facts.close())
  return app
}

/** Calls an app with a session cookie, or without one. */
export const caller =
  (app: FastifyInstance, cookie?: string): Caller =>
  (method, path, { headers = {}, body } = {}) => {
    const options: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...headers, ...(cookie && { cookie: `session=${cookie}` }) },
    }
    return app.inject(
      body === undefined ? options : { ...options, payload: body as object },
    )
  }

/**
 * The whole portal over HTTP on the test's own database, with real commits, so
 * races are real.
 */
export const test = base
  /** Starts a node, which stops when the test ends. */
  .extend('startNode', async ({ committed, now }, { onCleanup }) => {
    const nodes: FastifyInstance[] = []
    onCleanup(async () => {
      for (const node of nodes) await node.close()
    })
    return async (
      clock = () => now,
      more: Parameters<typeof appOn>[4] = {},
    ) => {
      const node = await appOn(committed, clock, undefined, undefined, more)
      nodes.push(node)
      return node
    }
  })
  .extend('app', ({ startNode }) => startNode())
  .extend('anyone', ({ app }) => caller(app))
  /** Signs a person in at a node. */
  .extend(
    'signInAt',
    ({ committed, now }) =>
      async (node: FastifyInstance, { id }: { id: string }, at = now) => {
        return caller(node, await openSession(committed, id, at, 'test'))
      },
  )
  .extend(
    'signedIn',
    ({ app, signInAt }) =>
      async (actor: Actor): Promise<Caller> => {
        const asks = await signInAt(app, actor)
        return async (method, path, call) =>
          watchAnswer(
            actor.role,
            `${method} ${path}`,
            await asks(method, path, call),
          )
      },
  )
  /** Callers of a portal with a mail server. */
  .extend('asks', async ({ startNode, signInAt }) => {
    const node = await startNode(undefined, { canMail: true })
    return (actor: Actor) => signInAt(node, actor)
  })
