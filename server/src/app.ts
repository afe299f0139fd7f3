import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import { getBranding, getProfile } from '@portal/contract/auth/api'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { challengeCookie, deviceCookie, sessionCookie } from './auth/cookie.ts'
import { factorRoutes } from './auth/factor-routes.ts'
import { guard } from './auth/guard.ts'
import { logIn } from './auth/log-in.ts'
import { authRoutes } from './auth/routes.ts'
import { closeSession, hashOf } from './auth/session.ts'
import { ticketReader } from './auth/tickets.ts'
import { tprRoutes } from './auth/tpr-routes.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { dataCaptureRoutes } from './data-capture/routes.ts'
import { makeJudge } from './document/check-upload.ts'
import { documentRoutes } from './document/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { cached } from './lib/cached.ts'
import type { Db } from './lib/db.ts'
import { unavailable } from './lib/errors.ts'
import type { FileStore } from './lib/files.ts'
import type { News } from './lib/listen.ts'
import type { LoanDock } from './lib/loan-dock.ts'
import type { Logger } from './lib/log.ts'
import { openApi } from './lib/openapi.ts'
import { pages } from './lib/pages.ts'
import { passkeysOf } from './lib/passkeys.ts'
import type { Printer } from './lib/printer.ts'
import type { Keys } from './lib/secret-key.ts'
import type { Settings } from './lib/settings.ts'
import { webServer } from './lib/web-server.ts'
import { loanRoutes } from './loan/routes.ts'
import { notificationRoutes } from './notification/routes.ts'
import { type FigureKeeper, keepFigures } from './reporting/keep-figures.ts'
import { reportingRoutes } from './reporting/routes.ts'
import { reviewCategoryRoutes } from './review-category/routes.ts'
import { loadSla } from './sla/load.ts'
import { slaRoutes } from './sla/routes.ts'
import { slvRoutes } from './slv/routes.ts'
import { slvRequestRoutes } from './slv-request/routes.ts'
import { tdocRoutes } from './tdoc/routes.ts'
import { userRoutes } from './user/routes.ts'

export type House = {
  settings: Pick<Settings, 'publicUrl' | 'brand' | 'assignment'> &
    Partial<Pick<Settings, 'trustedProxies' | 'captureRowsPerDay'>>
  db: Db
  clock: () => Date
  loanDock: LoanDock
  loanDockUrl: string
  log: Logger
  /** What signs codes, links and throttles, and seals authenticator apps. */
  keys: Keys
  isReady: () => boolean
  /** Where the bytes of documents are. */
  files: FileStore
  /** What other nodes changed; absent, nothing that they may change is remembered. */
  news?: News
  /** Whether there is a mail server. */
  canMail?: boolean
  /** Absent where nothing is printed. */
  printer?: Printer
  /** What reporting counts from; absent, it is kept from `db`. */
  figures?: FigureKeeper
  /** Where the built web lies; absent where only the API is wanted. */
  webFolder?: string
}

/** The whole portal behind one Fastify: API, its description, and the built web. Not listening yet. */
export async function buildApp(house: House): Promise<FastifyInstance> {
  const { settings, db, clock, loanDock, loanDockUrl, log, isReady, webFolder } = house
  const app = await webServer(log, settings.publicUrl, settings.trustedProxies)
  const sla = cached(() => loadSla(db), 1000)
  house.news?.on('sla', sla.drop)
  const isSecure = settings.publicUrl.startsWith('https:')
  const cookie = sessionCookie(isSecure)
  const cookies = { session: cookie, challenge: challengeCookie(isSecure), device: deviceCookie(isSecure) }

  await app.register(fastifySwagger, {
    // Describes nothing by itself: no route of ours has a tag. What it hands to its page is made of the endpoints.
    openapi: {},
    hideUntagged: true,
    transformObject: () =>
      openApi(
        app.operations.map(({ endpoint }) => endpoint),
        { session: cookie.name, challenge: cookies.challenge.name },
      ),
  })
  const readTicket = ticketReader(loanDockUrl)
  const { judge, stop } = makeJudge()
  app.addHook('onClose', stop)
  guard(app, { db, clock, cookie, sla: sla.get })

  await app.register(
    async (api) => {
      authRoutes(api, {
        cookie,
        brand: settings.brand,
        loanDockUrl,
        enter: (loanDockId, userAgent, former) =>
          logIn({ db, now: clock(), readTicket, userAgent, former }, loanDockId),
        leave: (token) => closeSession(db, hashOf(token)),
      })
      const passkeys = passkeysOf(settings.publicUrl, settings.brand.name)
      tprRoutes(api, { db, clock, keys: house.keys, passkeys, brandName: settings.brand.name, cookies })
      factorRoutes(api, { keys: house.keys, passkeys, brandName: settings.brand.name, cookie })
      userRoutes(api)
      loanRoutes(api, { loanDock })
      slvRoutes(api, { loanDock, assignment: settings.assignment })
      slvRequestRoutes(api)
      historyRoutes(api)
      slaRoutes(api, { forget: sla.drop })
      tdocRoutes(api, { loanDock, files: house.files })
      dataCaptureRoutes(api, {
        ...{ files: house.files, judge },
        brandName: settings.brand.name,
        rowsPerDay: settings.captureRowsPerDay,
      })
      reviewCategoryRoutes(api)
      reportingRoutes(api, {
        cookie,
        clock,
        brandName: settings.brand.name,
        printer: house.printer,
        canMail: house.canMail ?? false,
        keys: house.keys,
        keeper: house.figures ?? keepFigures(db),
      })
      conversationRoutes(api)
      documentRoutes(api, { files: house.files, judge })
      notificationRoutes(api, { news: house.news, canMail: house.canMail ?? false })
      state(api, db, isReady)
      api.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
      await api.register(fastifySwaggerUi, { routePrefix: '/docs', indexPrefix: '/api', staticCSP: docsPolicy })
    },
    { prefix: '/api' },
  )
  if (webFolder) {
    const asked = [getProfile, getBranding].map(({ path }) => `/api${path}`)
    await pages(app, webFolder, {
      isFor: (request) => cookie.read(request) !== undefined,
      asked,
      logoUrl: settings.brand.logoUrl,
    })
  }
  return app
}

/** The description's own page runs no inline script; its library styles its elements inline. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For whoever watches over the process: alive, and able to serve. */
function state(api: FastifyInstance, db: Db, isReady: () => boolean) {
  api.get('/health', { schema: { hide: true } }, async () => ({ status: 'ok' }))
  api.get('/ready', { schema: { hide: true } }, async () => {
    if (!isReady()) throw unavailable('Starting or ending')
    await sql`select 1`.execute(db)
    return { status: 'ready' }
  })
}
