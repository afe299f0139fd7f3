import type { Actor } from '@portal/contract/user/model'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { buildApp, type Deps } from '../src/app.ts'
import { openSession } from '../src/auth/sessions/session.ts'
import type { Db } from '../src/lib/database/db.ts'
import type { FileStore } from '../src/lib/files/files.ts'
import { makeLoanDock } from '../src/lib/integrations/loan-dock.ts'
import { makeKeys } from '../src/lib/integrations/secret-key.ts'
import { watchAnswer, watchedLog } from './canary.ts'
import { factsOn } from './facts.ts'
import { test as base, makers } from './makers.ts'

type Call = { headers?: Record<string, string>; body?: unknown }
export type Caller = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  call?: Call,
) => Promise<LightMyRequestResponse>

const nowhereToStore = () => {
  throw new Error('This test keeps no files')
}
/** For tests that keep no files. */
export const noFiles: FileStore = {
  receive: nowhereToStore,
  read: nowhereToStore,
  remove: nowhereToStore,
  list: nowhereToStore,
  clear: nowhereToStore,
}

/** Of all nodes of a test. */
export const keys = makeKeys(Buffer.alloc(32, 7))

/** Nobody listens here: a test that reaches LoanDock by mistake fails at once. */
export const nowhere = 'http://127.0.0.1:9'

export const appOn = async (
  db: Db,
  clock: () => Date,
  loanDockUrl = nowhere,
  files: FileStore = noFiles,
  more: Partial<Pick<Deps, 'news' | 'canMail' | 'log'>> = {},
): Promise<FastifyInstance> => {
  const facts = await factsOn(db)
  const app = await buildApp({
    settings: {
      publicUrl: 'http://portal.example',
      brand: { name: 'Buyer', logoUrl: undefined, color: undefined },
      assignment: 'auto',
    },
    db,
    clock,
    loanDock: makeLoanDock({ url: loanDockUrl }),
    loanDockUrl,
    log: watchedLog(),
    keys,
    isReady: () => true,
    files,
    facts,
    ...more,
  })
  app.addHook('onClose', facts.close)
  return app
}

/** Whoever holds this cookie, or nobody, at this node. */
export const caller =
  (app: FastifyInstance, cookie?: string): Caller =>
  (method, path, { headers = {}, body } = {}) => {
    const options: InjectOptions = {
      method,
      url: `/api${path}`,
      headers: { ...headers, ...(cookie && { cookie: `session=${cookie}` }) },
    }
    return app.inject(body === undefined ? options : { ...options, payload: body as object })
  }

/** The whole portal over HTTP on a database of the test's own: what is done stays done, so races are real. */
export const test = base
  .extend('made', ({ committed, now }) => makers(committed, now))
  .extend('app', async ({ committed, now }, { onCleanup }) => {
    const app = await appOn(committed, () => now)
    onCleanup(() => app.close())
    return app
  })
  .extend('anyone', ({ app }) => caller(app))
  .extend('signedIn', ({ app, committed, now }) => async (actor: Actor): Promise<Caller> => {
    const asks = caller(app, await openSession(committed, actor.id, now, 'test'))
    return async (method, path, call) => watchAnswer(actor.role, `${method} ${path}`, await asks(method, path, call))
  })
  /** Callers of a portal with a mail server. */
  .extend('asks', async ({ committed, now }, { onCleanup }) => {
    const app = await appOn(committed, () => now, undefined, undefined, { canMail: true })
    onCleanup(() => app.close())
    return async (actor: Actor) => caller(app, await openSession(committed, actor.id, now, 'test'))
  })
