import { setTimeout as pause } from 'node:timers/promises'
import { getBranding, getProfile } from '@portal/contract/auth/api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Facts } from './analytics/open-facts.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assignmentRoutes } from './assignment/routes.ts'
import { guard } from './auth/guard.ts'
import { authRoutes } from './auth/routes.ts'
import {
  type Cookie,
  type Cookies,
  challengeCookie,
  deviceCookie,
  oidcCookie,
  sessionCookie,
} from './auth/sessions/cookie.ts'
import { ticketReader } from './auth/sessions/tickets.ts'
import { authorityRoutes } from './authority/routes.ts'
import { conditionRoutes } from './condition/routes.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { dataCaptureRoutes } from './data-capture/routes.ts'
import type { CheckContent } from './document/content/check-upload.ts'
import { openConverter } from './document/preview/convert-picture.ts'
import { openEmailReader } from './document/preview/read-email.ts'
import { documentRoutes } from './document/routes.ts'
import { guidelineRoutes } from './guideline/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { integrationRoutes } from './integration/routes.ts'
import { cached } from './lib/concurrency/cached.ts'
import type { Ctx, Sla } from './lib/ctx.ts'
import type { Db } from './lib/database/db.ts'
import type { Listener } from './lib/database/listen.ts'
import { unavailable } from './lib/errors.ts'
import type { FileStore } from './lib/files/files.ts'
import { pages } from './lib/http/pages.ts'
import { findWebAsset } from './lib/http/web-assets.ts'
import { sendRefusal, webServer } from './lib/http/web-server.ts'
import type { LoanDock } from './lib/integrations/loan-dock.ts'
import { Oidc } from './lib/integrations/oidc.ts'
import { createPasskeys } from './lib/integrations/passkeys.ts'
import type { Keys } from './lib/integrations/secret-key.ts'
import type { Logger } from './lib/log.ts'
import { measureAnswer } from './lib/metrics.ts'
import { serveDescriptions } from './lib/openapi/serve-descriptions.ts'
import type { Printer } from './lib/printing/printer.ts'
import type { Settings } from './lib/settings.ts'
import { loadSla } from './lib/sla.ts'
import type { Tracing } from './lib/telemetry.ts'
import { liveRoutes } from './live/routes.ts'
import { loanRoutes } from './loan/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { peopleRoutes } from './people/routes.ts'
import { priceRoutes } from './price/routes.ts'
import { reportingRoutes } from './reporting/routes.ts'
import { retentionRoutes } from './retention/routes.ts'
import { reviewCategoryRoutes } from './review-category/routes.ts'
import { scimRoutes } from './scim/routes.ts'
import { slaRoutes } from './sla/routes.ts'
import { exchangeRoutes } from './slv/exchange/routes.ts'
import { slvRoutes } from './slv/routes.ts'
import { slvRequestRoutes } from './slv-request/routes.ts'
import { findWarnings, type Node, type NodeDeps } from './system/find-state.ts'
import { createMetricsPrinter } from './system/print-metrics.ts'
import { metricsRoute, systemRoutes } from './system/routes.ts'
import { tdocRoutes } from './tdoc/routes.ts'
import { viewRoutes } from './view/routes.ts'

export type Deps = {
  settings: Pick<Settings, 'publicUrl' | 'brand' | 'assignment'> &
    Partial<
      Pick<
        Settings,
        | 'trustedProxies'
        | 'captureRowsPerDay'
        | 'retentionYears'
        | 'metrics'
        | 'webhookAllowPrivate'
        | 'oidc'
        | 'scimTokens'
        | 'groupRoles'
        | 'firstAdminEmail'
      >
    >
  db: Db
  clock: () => Date
  loanDock: LoanDock
  loanDockUrl: string
  log: Logger
  keys: Keys
  isReady: () => boolean
  files: FileStore
  checkContent: CheckContent
  /**
   * Changes by other nodes. Without it, nothing that they may change is cached.
   */
  listener?: Listener
  canMail?: boolean
  printer?: Printer
  facts: Facts
  node: Node
  tracing?: Tracing | undefined
  webFolder?: string
}

/**
 * The whole portal as one Fastify server that doesn't listen yet: the API, its
 * description, and the built web.
 */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { settings, db, clock, log, isReady, listener, tracing } = deps
  const app = await webServer(
    log,
    settings.publicUrl,
    settings.trustedProxies,
    {
      tracing,
      ...(settings.metrics && { measure: measureAnswer }),
    },
  )
  // A node that isn't ready closes connections after each response, so that the
  // next requests go to another node.
  app.addHook('onRequest', async (_request, reply) => {
    if (!isReady()) reply.header('connection', 'close')
  })
  const sla = cached(() => loadSla(db), 1000)
  listener?.on('sla', sla.drop)
  addMetricsRoute(app, deps, sla.get)

  const isSecure = settings.publicUrl.startsWith('https:')
  const cookies = {
    session: sessionCookie(isSecure),
    challenge: challengeCookie(isSecure),
    device: deviceCookie(isSecure),
    oidc: oidcCookie(isSecure),
  }
  const { forgetSessions } = guard(app, {
    db,
    clock,
    cookie: cookies.session,
    sla: sla.get,
  })
  const shared: Shared = { cookies, sla, forgetSessions }
  await app.register((api) => addApi(api, deps, shared), {
    prefix: '/api',
  })
  await addScim(app, deps, shared)
  await addPages(app, deps, cookies.session)
  return app
}

/** What several routes of this app share. */
type Shared = {
  cookies: Cookies
  sla: { get: () => Promise<Sla>; drop: () => void }
  forgetSessions: () => void
}

function addMetricsRoute(
  app: FastifyInstance,
  { settings: { metrics }, db, clock, node, log }: Deps,
  sla: Shared['sla']['get'],
) {
  if (metrics?.token === undefined || metrics.port !== undefined) return
  const print = createMetricsPrinter({ db, clock, node, sla }, log)
  metricsRoute(app, metrics.token, print)
}

async function addApi(api: FastifyInstance, deps: Deps, shared: Shared) {
  addSignIn(api, deps, shared)
  addAreas(api, deps, shared)
  const { db, clock, node, isReady } = deps
  const nodeDeps = { db, clock, node }
  systemRoutes(api, { ...nodeDeps, settings: deps.settings })
  addHealthRoutes(api, nodeDeps, isReady)
  await serveDescriptions(api, {
    session: shared.cookies.session.name,
    challenge: shared.cookies.challenge.name,
  })
}

function addSignIn(
  api: FastifyInstance,
  { settings, db, clock, keys, loanDockUrl, log, canMail = false }: Deps,
  { cookies, forgetSessions }: Shared,
) {
  const { publicUrl, brand, oidc, firstAdminEmail } = settings
  authRoutes(api, {
    keys,
    cookies,
    forgetSessions,
    loanDockUrl,
    log,
    signIn: () => ({ db, now: clock(), keys }),
    brand,
    canMail,
    readTicket: ticketReader(loanDockUrl),
    oidc: oidc && new Oidc({ settings: oidc, publicUrl, clock }),
    firstAdminEmail,
    passkeys: createPasskeys(publicUrl, brand.name),
  })
}

/** Loaded only when needed, because the example is the demo's. */
async function addExample(ctx: Ctx) {
  const demo = await import('./demo/guidelines.ts')
  return demo.addExample(ctx)
}

/** The routes of all areas but sign-in and system. */
function addAreas(api: FastifyInstance, deps: Deps, shared: Shared) {
  const { db, clock, log, listener } = deps
  peopleRoutes(api)
  assignmentRoutes(api)
  authorityRoutes(api)
  priceRoutes(api)
  slvRequestRoutes(api)
  historyRoutes(api)
  reviewCategoryRoutes(api)
  analyticsRoutes(api)
  conversationRoutes(api)
  viewRoutes(api)
  slaRoutes(api, { forget: shared.sla.drop })
  addLoanAreas(api, deps)
  addDocumentAreas(api, deps)
  addOfficeAreas(api, deps, shared.cookies.session)
  liveRoutes(api, { db, clock, log, listener, cookie: shared.cookies.session })
}

function addLoanAreas(api: FastifyInstance, deps: Deps) {
  const { settings, loanDock, files, checkContent } = deps
  const brandName = settings.brand.name
  loanRoutes(api, { loanDock })
  slvRoutes(api, { loanDock, assignment: settings.assignment })
  exchangeRoutes(api, { files, loanDock, brandName })
  guidelineRoutes(api, { files, checkContent, brandName, addExample })
  conditionRoutes(api, { files, checkContent })
  dataCaptureRoutes(api, {
    files,
    loanDock,
    checkContent,
    brandName,
    rowsPerDay: settings.captureRowsPerDay,
  })
}

/** What shows documents in the browser. */
function addDocumentAreas(
  api: FastifyInstance,
  { files, loanDock, checkContent }: Deps,
) {
  const converter = openConverter()
  api.addHook('onClose', converter.stop)
  const emails = openEmailReader(files)
  api.addHook('onClose', emails.stop)
  documentRoutes(api, { files, checkContent, converter, emails })
  tdocRoutes(api, { loanDock, files, converter })
}

/** Reports, notifications, retention and integrations. */
function addOfficeAreas(api: FastifyInstance, deps: Deps, cookie: Cookie) {
  const { settings, db, clock, log, keys, files, listener } = deps
  const { printer, facts, canMail = false } = deps
  const { publicUrl, retentionYears } = settings
  reportingRoutes(api, {
    cookie,
    clock,
    brandName: settings.brand.name,
    printer,
    files,
    canMail,
    keys,
    facts,
    db,
    publicUrl,
  })
  notificationRoutes(api, { db, listener, canMail, clock, keys, publicUrl })
  retentionRoutes(api, { files, log, retentionYears })
  integrationRoutes(api, {
    keys,
    allowsPrivate: settings.webhookAllowPrivate ?? false,
  })
}

async function addScim(
  app: FastifyInstance,
  { settings, db, clock, keys }: Deps,
  { sla, forgetSessions }: Shared,
) {
  const { scimTokens: tokens, groupRoles = [], publicUrl, brand } = settings
  if (!tokens) return
  const context = async () => ({ db, now: clock(), sla: await sla.get() })
  const scim = {
    tokens,
    groupRoles,
    publicUrl,
    brandName: brand.name,
    keys,
    context,
    forgetSessions,
  }
  await app.register((scope) => scimRoutes(scope, scim), {
    prefix: '/scim/v2',
  })
}

/** The built web, if there is one. */
async function addPages(
  app: FastifyInstance,
  { settings, db, webFolder }: Deps,
  cookie: Cookie,
) {
  if (!webFolder) return
  const preloaded = [getProfile, getBranding].map(({ path }) => `/api${path}`)
  await pages(app, webFolder, {
    isFor: (request) => cookie.read(request) !== undefined,
    asked: preloaded,
    logoUrl: settings.brand.logoUrl,
    findAsset: (name) => findWebAsset(db, name),
  })
}

function addHealthRoutes(
  api: FastifyInstance,
  deps: NodeDeps,
  isReady: () => boolean,
) {
  let warnings: string[] = []
  const check = cached(async () => {
    warnings = await findWarnings(deps)
  }, 5000)
  api.get('/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  api.get('/ready', { schema: { hide: true } }, async (request, reply) => {
    // Sent rather than thrown: starting and stopping aren't errors to log.
    if (!isReady())
      return sendRefusal(
        unavailable('The portal is starting or shutting down'),
        request,
        reply,
      )
    await sql`select 1`.execute(deps.db)
    // A replica that hangs doesn't delay the response: the warning appears in
    // the next one.
    await Promise.race([
      check.get().catch(() => undefined),
      pause(300, undefined, { ref: false }),
    ])
    return { status: 'ready', warnings }
  })
}
