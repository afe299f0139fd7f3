import { logOut } from '@portal/contract/auth/api'
import { resetPassword } from '@portal/contract/auth/tpr-api'
import { keyRefusal, takesKey } from '@portal/contract/integration/policy'
import type { Endpoint } from '@portal/contract/lib/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sla } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { getDbFor } from '../lib/database/db.ts'
import { forbidden, unauthorized } from '../lib/errors.ts'
import { readApiKey } from '../lib/http/api-key.ts'
import { createRequestLimit } from '../lib/http/limit-requests.ts'
import {
  createKeyLimit,
  findKey,
  type KeyState,
  storeKeyUse,
} from './keys/find-key.ts'
import type { Cookie } from './sessions/cookie.ts'
import { usePrintTicket } from './sessions/print-ticket.ts'
import {
  findSession,
  hashToken,
  type SessionState,
  storeUse,
} from './sessions/session.ts'

/**
 * A served call. Tests read these from the router, so that a new one can't be
 * forgotten.
 */
export type Operation = Pick<Endpoint, 'method' | 'access' | 'about'> & {
  url: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's session or API key; absent only on PUBLIC endpoints. */
    signedIn: SessionState | KeyState
  }
  interface FastifyInstance {
    /** Every call under /api/v1, in order of registration. */
    operations: (Operation & { endpoint: Endpoint })[]
  }
}

/**
 * How long a node may miss that another node ended a session or changed a
 * permission (architecture.md).
 */
const staleMs = 1000
/**
 * Calls that succeed for anyone, so they must not clear the cache; log-out
 * clears it only when it ends a session.
 */
const openToAnyone = new Set<string>(
  [logOut, resetPassword].map(({ path }) => `/api${path}`),
)
/**
 * Calls that may end sessions or change permissions: this node clears its cache
 * before it responds.
 */
const changesRights = ({
  method,
  routeOptions: { url = '' },
}: FastifyRequest) =>
  method !== 'GET' &&
  !openToAnyone.has(url) &&
  /^\/api\/v1\/(auth|users|companies|integration)(\/|$)/.test(url)
const cacheSize = 20_000

type Cached<State> = { state: State; since: number }

type Deps = {
  db: Db
  clock: () => Date
  cookie: Cookie
  sla: () => Promise<Sla>
}

/** Finds the session or key of a token, and caches it for `staleMs`. */
function cachedStates<State extends SessionState>(
  db: Db,
  find: (db: Db, tokenHash: Buffer, now: Date) => Promise<State | undefined>,
) {
  let cache = new Map<string, Cached<State>>()

  const getState = async (
    token: string,
    now: Date,
  ): Promise<State | undefined> => {
    const sessions = cache
    const cached = sessions.get(token)
    // An entry from the future: the clock stepped back.
    const isFresh =
      cached &&
      cached.since <= now.getTime() &&
      now.getTime() < cached.since + staleMs
    if (isFresh && cached.state.endsAt > now) return cached.state
    const state = await find(db, hashToken(token), now)
    // If `cache` was replaced during the read, this stale state goes into the
    // old map.
    sessions.delete(token)
    if (!state) return undefined
    const [oldest] = sessions.keys()
    if (sessions.size >= cacheSize && oldest !== undefined)
      sessions.delete(oldest)
    sessions.set(token, { state, since: now.getTime() })
    return state
  }
  const forget = () => {
    cache = new Map()
  }
  return { stateOf: getState, forget }
}

/**
 * Guards every endpoint: 401 without a session or API key, 403 for a
 * deactivated user or by the endpoint's rule. A route without an endpoint
 * definition fails at start.
 */
export function guard(app: FastifyInstance, { db, clock, cookie, sla }: Deps) {
  const sessions = cachedStates(db, findSession)
  const keys = cachedStates(db, findKey)
  const readSession = createSessionReader(db, cookie, sessions)
  const readKey = createKeyReader(db, keys)
  const limitRequests = createRequestLimit()
  listOperations(app)

  app.addHook('preValidation', async (request: FastifyRequest, reply) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const now = clock()
    const key = readApiKey(request)
    if (key !== undefined && !takesKey(endpoint))
      throw forbidden('API keys can’t make this call')
    if (endpoint.access === 'PUBLIC') return

    const keyState =
      key === undefined ? undefined : await readKey(request, reply, key, now)
    const session = keyState ?? (await readSession(request, endpoint, now))
    limitRequests(session.actor.id, reply)
    checkAccess(endpoint, session, keyState)
    request.signedIn = session
    request.ctx = {
      actor: session.actor,
      now,
      db: getDbFor(db, session.actor),
      sla: await sla(),
    }
  })

  const forgetSessions = () => {
    sessions.forget()
    keys.forget()
  }
  app.addHook('onSend', async (request: FastifyRequest, reply) => {
    if (reply.statusCode < 400 && changesRights(request)) forgetSessions()
  })
  return { forgetSessions }
}

type States<State extends SessionState> = ReturnType<typeof cachedStates<State>>

const createSessionReader =
  (db: Db, cookie: Cookie, sessions: States<SessionState>) =>
  async (
    request: FastifyRequest,
    { isPoll }: Endpoint,
    now: Date,
  ): Promise<SessionState> => {
    const token = cookie.read(request)
    // A print ticket opens one call with its owner's rights
    // (docs/decisions/015-printing-and-workbooks.md).
    const session = token
      ? await sessions.stateOf(token, now)
      : await usePrintTicket(db, request, now)
    if (!session) throw unauthorized('Sign in to continue')
    if (token && !isPoll && session.isActive)
      await storeUse(db, hashToken(token), session, now)
    return session
  }

function createKeyReader(db: Db, keys: States<KeyState>) {
  const limitKey = createKeyLimit()
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    now: Date,
  ): Promise<KeyState> => {
    request.cookies = {}
    const session = await keys.stateOf(key, now)
    if (!session)
      throw unauthorized(
        'This API key is unknown, expired or revoked',
        'error="invalid_token"',
      )
    limitKey(key, now, reply)
    if (session.isActive) await storeKeyUse(db, hashToken(key), session, now)
    return session
  }
}

/** Adds every endpoint to `app.operations`, also those of later scopes. */
function listOperations(app: FastifyInstance) {
  app.decorate('operations', [])
  app.addHook('onRoute', ({ config, url, method }) => {
    if (!url.startsWith('/api/v1/') || method === 'HEAD') return
    const endpoint = config?.endpoint
    if (!endpoint)
      throw new Error(`${method} ${url} has no endpoint definition`)
    app.operations.push({
      method: endpoint.method,
      url,
      access: endpoint.access,
      about: endpoint.about,
      endpoint,
    })
  })
}

function checkAccess(
  endpoint: Endpoint,
  { isActive, actor }: SessionState,
  keyState: KeyState | undefined,
) {
  if (!isActive) throw forbidden('This account is not active')
  const refusal =
    keyState && keyRefusal(endpoint, keyState.actor, keyState.scopes)
  if (refusal)
    throw forbidden(
      refusal.reason,
      refusal.missing &&
        `error="insufficient_scope", scope="${refusal.missing.join(' ')}"`,
    )
  if (endpoint.access !== 'PUBLIC' && !endpoint.access(actor))
    throw forbidden('You do not have permission to do this')
}
