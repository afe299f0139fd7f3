import { logOut } from '@portal/contract/auth/api'
import { resetPassword } from '@portal/contract/auth/tpr-api'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { dbOf } from '../lib/database/db.ts'
import { forbidden, unauthorized } from '../lib/errors.ts'
import { findKept, idempotencyKeyOf } from '../lib/http/idempotency.ts'
import { checkStoredAnswer } from './sessions/check-stored.ts'
import type { Cookie } from './sessions/cookie.ts'
import { usePrintTicket } from './sessions/print-ticket.ts'
import { findSession, hashOf, type SessionState, storeUse } from './sessions/session.ts'

/** A served call. Tests read these from the router, so that a new one can't be forgotten. */
export type Operation = Pick<Endpoint, 'method' | 'access' | 'about'> & { url: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call under /api/v1, in order of registration. */
    operations: (Operation & { endpoint: Endpoint })[]
  }
}

/** How long a node may miss that another node ended a session or changed a permission (architecture.md). */
const staleMs = 1000
/** Calls that succeed for anyone, so they must not clear the cache; log-out clears it only when it ends a session. */
const openToAnyone = new Set<string>([logOut, resetPassword].map(({ path }) => `/api${path}`))
/** Calls that may end sessions or change permissions: this node clears its cache before it responds. */
const changesRights = ({ method, routeOptions: { url = '' } }: FastifyRequest) =>
  method !== 'GET' && !openToAnyone.has(url) && /^\/api\/v1\/(auth|users|companies)(\/|$)/.test(url)
const cacheSize = 20_000

type CachedSession = { state: SessionState; since: number }

type Deps = { db: Db; clock: () => Date; cookie: Cookie; sla: () => Promise<Sla> }

/**
 * Guards every endpoint: 401 without a session, 403 for a deactivated user or if the endpoint's rule refuses the actor. A
 * route without an endpoint definition fails at start. `forgetSessions` clears this node's cache.
 */
export function guard(app: FastifyInstance, { db, clock, cookie, sla }: Deps) {
  let cache = new Map<string, CachedSession>()

  const stateOf = async (token: string, now: Date): Promise<SessionState | undefined> => {
    const sessions = cache
    const cached = sessions.get(token)
    // An entry from the future: the clock stepped back.
    const isFresh = cached && cached.since <= now.getTime() && now.getTime() < cached.since + staleMs
    if (isFresh && cached.state.endsAt > now) return cached.state
    const state = await findSession(db, hashOf(token), now)
    // If `cache` was replaced during the read, this stale state goes into the old map.
    sessions.delete(token)
    if (!state) return undefined
    const [oldest] = sessions.keys()
    if (sessions.size >= cacheSize && oldest !== undefined) sessions.delete(oldest)
    sessions.set(token, { state, since: now.getTime() })
    return state
  }

  app.decorate('operations', [])
  app.addHook('onRoute', ({ config, url, method }) => {
    if (!url.startsWith('/api/v1/') || method === 'HEAD') return
    const endpoint = config?.endpoint
    if (!endpoint) throw new Error(`${method} ${url} has no endpoint definition`)
    app.operations.push({ method: endpoint.method, url, access: endpoint.access, about: endpoint.about, endpoint })
  })

  app.addHook('preValidation', async (request: FastifyRequest) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.access === 'PUBLIC') return
    const token = cookie.read(request)
    const now = clock()
    // A print ticket opens one call with its owner's rights (docs/decisions/015-printing-and-workbooks.md).
    const session = token ? await stateOf(token, now) : await usePrintTicket(db, request, now)
    if (!session) throw unauthorized('Sign in to continue')
    if (!session.isActive) throw forbidden('This account is not active')
    if (token && !endpoint.isPoll) await storeUse(db, hashOf(token), session, now)
    if (!endpoint.access(session.actor)) throw forbidden('You do not have permission to do this')
    request.ctx = { actor: session.actor, now, db: dbOf(db, session.actor), sla: await sla() }
  })

  // A caller who has lost access must not get an earlier response about it.
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const { method, ctx, params, body } = request
    const key = method === 'POST' && ctx ? idempotencyKeyOf(request) : undefined
    const stored = key === undefined ? undefined : await findKept(ctx, key)
    const about = request.routeOptions.config.endpoint?.about
    if (stored) await checkStoredAnswer(ctx, { about, params, body, answer: stored.answer })
  })

  const forgetSessions = () => {
    cache = new Map()
  }
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    if (reply.statusCode < 400 && changesRights(request)) forgetSessions()
  })
  return { forgetSessions }
}
