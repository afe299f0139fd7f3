import { setTimeout as pause } from 'node:timers/promises'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { getBranding, getProfile } from '@portal/contract/auth/api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Facts } from './analytics/open-facts.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { assignmentRoutes } from './assignment/routes.ts'
import { guard } from './auth/guard.ts'
import { authRoutes } from './auth/routes.ts'
import {
  challengeCookie,
  deviceCookie,
  oidcCookie,
  sessionCookie,
} from './auth/sessions/cookie.ts'
import { ticketReader } from './auth/sessions/tickets.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { dataCaptureRoutes } from './data-capture/routes.ts'
import { createContentChecker } from './document/content/check-upload.ts'
import { makeConverter } from './document/preview/convert-picture.ts'
import { makeEmailReader } from './document/preview/read-email.ts'
import { documentRoutes } from './document/routes.ts'
import { guidelineRoutes } from './guideline/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { integrationRoutes } from './integration/routes.ts'
import { cached } from './lib/concurrency/cached.ts'
import type { Db } from './lib/database/db.ts'
import type { Listener } from './lib/database/listen.ts'
import { unavailable } from './lib/errors.ts'
import type { FileStore } from './lib/files/files.ts'
import { openApi } from './lib/http/openapi.ts'
import { pages } from './lib/http/pages.ts'
import { findWebAsset } from './lib/http/web-assets.ts'
import { webServer } from './lib/http/web-server.ts'
import type { LoanDock } from './lib/integrations/loan-dock.ts'
import { makeOidc } from './lib/integrations/oidc.ts'
import { passkeysOf } from './lib/integrations/passkeys.ts'
import type { Keys } from './lib/integrations/secret-key.ts'
import type { Logger } from './lib/log.ts'
import { measureAnswer } from './lib/metrics.ts'
import type { Printer } from './lib/printing/printer.ts'
import type { Settings } from './lib/settings.ts'
import { loadSla } from './lib/sla.ts'
import type { Tracing } from './lib/telemetry.ts'
import { liveRoutes } from './live/routes.ts'
import { loanRoutes } from './loan/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { peopleRoutes } from './people/routes.ts'
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
  const {
    settings,
    db,
    clock,
    loanDock,
    loanDockUrl,
    log,
    isReady,
    webFolder,
  } = deps
  const {
    keys,
    files,
    listener,
    printer,
    facts,
    node,
    tracing,
    canMail = false,
  } = deps
  const brandName = settings.brand.name
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
  const nodeDeps = { db, clock, node }
  if (settings.metrics) {
    const { port, token } = settings.metrics
    if (token !== undefined && port === undefined)
      metricsRoute(
        app,
        token,
        createMetricsPrinter({ ...nodeDeps, sla: sla.get }, log),
      )
  }
  const isSecure = settings.publicUrl.startsWith('https:')
  const cookie = sessionCookie(isSecure)
  const cookies = {
    session: cookie,
    challenge: challengeCookie(isSecure),
    device: deviceCookie(isSecure),
    oidc: oidcCookie(isSecure),
  }

  await app.register(fastifySwagger, {
    // Finds no routes by itself, since none has a tag: the description is
    // generated from the endpoints.
    openapi: {},
    hideUntagged: true,
    transformObject: () =>
      openApi(
        app.operations.map(({ endpoint }) => endpoint),
        { session: cookie.name, challenge: cookies.challenge.name },
      ),
  })
  const { checkContent, stop } = createContentChecker()
  app.addHook('onClose', stop)
  const converter = makeConverter()
  app.addHook('onClose', converter.stop)
  const emails = makeEmailReader(files)
  app.addHook('onClose', emails.stop)
  const { forgetSessions } = guard(app, { db, clock, cookie, sla: sla.get })

  await app.register(
    async (api) => {
      authRoutes(api, {
        keys,
        cookies,
        forgetSessions,
        loanDockUrl,
        log,
        signIn: () => ({ db, now: clock(), keys }),
        brand: settings.brand,
        readTicket: ticketReader(loanDockUrl),
        oidc:
          settings.oidc &&
          makeOidc({
            settings: settings.oidc,
            publicUrl: settings.publicUrl,
            clock,
          }),
        firstAdminEmail: settings.firstAdminEmail,
        passkeys: passkeysOf(settings.publicUrl, brandName),
      })
      peopleRoutes(api)
      assignmentRoutes(api)
      loanRoutes(api, { loanDock })
      guidelineRoutes(api, { files, checkContent, brandName })
      slvRoutes(api, { loanDock, assignment: settings.assignment })
      exchangeRoutes(api, { files, loanDock, brandName })
      slvRequestRoutes(api)
      historyRoutes(api)
      slaRoutes(api, { forget: sla.drop })
      tdocRoutes(api, { loanDock, files, converter })
      dataCaptureRoutes(api, {
        files,
        checkContent,
        brandName,
        rowsPerDay: settings.captureRowsPerDay,
      })
      reviewCategoryRoutes(api)
      analyticsRoutes(api)
      reportingRoutes(api, {
        cookie,
        clock,
        brandName,
        printer,
        canMail,
        keys,
        facts,
      })
      conversationRoutes(api)
      documentRoutes(api, { files, checkContent, converter, emails })
      notificationRoutes(api, { listener, canMail })
      viewRoutes(api)
      retentionRoutes(api, {
        files,
        log,
        retentionYears: settings.retentionYears,
      })
      integrationRoutes(api, {
        keys,
        allowsPrivate: settings.webhookAllowPrivate ?? false,
      })
      liveRoutes(api, { db, clock, log, listener, cookie })
      systemRoutes(api, nodeDeps)
      addHealthRoutes(api, nodeDeps, isReady)
      api.get('/openapi.json', { schema: { hide: true } }, async () =>
        app.swagger(),
      )
      await api.register(fastifySwaggerUi, {
        routePrefix: '/docs',
        indexPrefix: '/api',
        staticCSP: docsPolicy,
      })
    },
    { prefix: '/api' },
  )
  const { scimTokens: tokens, groupRoles, publicUrl } = settings
  if (tokens) {
    const context = async () => ({ db, now: clock(), sla: await sla.get() })
    const scim = {
      tokens,
      groupRoles: groupRoles ?? [],
      publicUrl,
      brandName,
      keys,
      context,
      forgetSessions,
    }
    await app.register((scope) => scimRoutes(scope, scim), {
      prefix: '/scim/v2',
    })
  }
  if (webFolder) {
    const asked = [getProfile, getBranding].map(({ path }) => `/api${path}`)
    await pages(app, webFolder, {
      isFor: (request) => cookie.read(request) !== undefined,
      asked,
      logoUrl: settings.brand.logoUrl,
      findAsset: (name) => findWebAsset(db, name),
    })
  }
  return app
}

/** Swagger UI styles its elements inline, but runs no inline script. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
  api.get('/ready', { schema: { hide: true } }, async () => {
    if (!isReady()) throw unavailable('The portal is starting or shutting down')
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
