import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx, Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { forbidden, unauthorized } from '../lib/errors.ts'
import { findKept, idempotencyKeyOf } from '../lib/idempotency.ts'
import { dbOf } from '../lib/tenants.ts'
import { checkKept } from './check-kept.ts'
import type { SessionCookie } from './cookie.ts'
import { usePrintTicket } from './print-ticket.ts'
import { findSession, hashOf, noteUse, type SessionState } from './session.ts'

/** One call that is served, as the router has it: tests ask every one of them, so a new one cannot be forgotten. */
export type Operation = Pick<Endpoint, 'method' | 'access' | 'about'> & { url: string }

declare module 'fastify' {
  interface FastifyInstance {
    /** Every call under /api/v1, in the order in which they were served. */
    operations: (Operation & { endpoint: Endpoint })[]
  }
  interface FastifyRequest {
    /** Absent only on PUBLIC endpoints. */
    ctx: Ctx
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** How long a node may miss that another node ended a session or changed a permission (architecture.md). */
const staleMs = 1000
/** Calls that may end sessions or change permissions: this node clears its cache before it responds. */
const changesRights = ({ method, routeOptions: { url = '' } }: FastifyRequest) =>
  method !== 'GET' && /^\/api\/v1\/(auth|users|companies)(\/|$)/.test(url)
const cacheSize = 20_000

type Known = { state: SessionState; since: number }

type House = { db: Db; clock: () => Date; cookie: SessionCookie; sla: () => Promise<Sla> }

/**
 * Stands before every endpoint: no session 401, switched off 403, function-level rule missed 403.
 * A route without an endpoint definition, which says who may call it, stops startup (lib/route-of.ts).
 */
export function guard(app: FastifyInstance, { db, clock, cookie, sla }: House) {
  let known = new Map<string, Known>()

  const stateOf = async (token: string, now: Date): Promise<SessionState | undefined> => {
    const sessions = known
    const cached = sessions.get(token)
    // Nothing is from the future, unless the clock stepped back.
    const isFresh = cached && cached.since <= now.getTime() && now.getTime() < cached.since + staleMs
    if (isFresh && cached.state.endsAt > now) return cached.state
    const state = await findSession(db, hashOf(token), now)
    // An unknown cookie takes no place; the oldest entry makes room for a new one. What was read before `known` was
    // replaced goes into the old map, which nobody reads.
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
    // A print ticket stands for its asker in one call, and nowhere else (docs/decisions/015-printing-and-workbooks.md).
    const session = token ? await stateOf(token, now) : await usePrintTicket(db, request, now)
    if (!session) throw unauthorized('Sign in to go on')
    if (!session.isActive) throw forbidden('This account is not active')
    if (token && !endpoint.isPoll) await noteUse(db, hashOf(token), session, now)
    if (!endpoint.access(session.actor)) throw forbidden('You do not have the permission for this')
    request.ctx = { actor: session.actor, now, db: dbOf(db, session.actor), sla: await sla() }
  })

  // A caller who has lost access must not get an earlier response about it.
  app.addHook('preHandler', async (request: FastifyRequest) => {
    const { method, ctx, params, body } = request
    const key = method === 'POST' && ctx ? idempotencyKeyOf(request) : undefined
    const kept = key === undefined ? undefined : await findKept(ctx, key)
    const about = request.routeOptions.config.endpoint?.about
    if (kept) await checkKept(ctx, { about, params, body, answer: kept.answer })
  })

  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    if (reply.statusCode < 400 && changesRights(request)) known = new Map()
  })
}
