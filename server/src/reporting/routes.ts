import { pdfType, xlsxType, zipType } from '@portal/contract/lib/media-types'
import * as api from '@portal/contract/reporting/api'
import type { ConsistencyQuery } from '@portal/contract/reporting/consistency'
import * as consistency from '@portal/contract/reporting/consistency-api'
import * as lists from '@portal/contract/reporting/list-api'
import {
  exceptionsFile,
  type ReportAudience,
  reportingFile,
  slvFile,
  slvReportFile,
  slvWorkbookFile,
} from '@portal/contract/reporting/model'
import * as schedules from '@portal/contract/reporting/schedule-api'
import * as figures from '@portal/contract/reporting/summary-api'
import * as letters from '@portal/contract/slv/decision/letter-api'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import type { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { tdocWorkbookFile } from '@portal/contract/tdoc/model'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Facts } from '../analytics/open-facts.ts'
import { throttle, toNetwork } from '../auth/factors/throttle.ts'
import type { Cookie } from '../auth/sessions/cookie.ts'
import { hashToken } from '../auth/sessions/session.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict, unauthorized } from '../lib/errors.ts'
import type { FileStore } from '../lib/files/files.ts'
import { watchDisconnect } from '../lib/http/disconnect.ts'
import { keepId } from '../lib/http/idempotency.ts'
import { toRoute } from '../lib/http/route-of.ts'
import { attached, createDownloads } from '../lib/http/send-download.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import type { Printer } from '../lib/printing/printer.ts'
import { getLetter, verifyLetter } from '../slv/find-letter.ts'
import { findSlv } from '../slv/lock.ts'
import { exportExceptions } from './exports/export-exceptions.ts'
import { exportSlvFile } from './exports/export-slv-file.ts'
import {
  checkDownload,
  checkTdocDownload,
  exportSlvs,
  exportTdocs,
} from './exports/export-slvs.ts'
import { countCapacity } from './figures/count-capacity.ts'
import { countConsistency } from './figures/count-consistency.ts'
import { findNames } from './figures/find-names.ts'
import { readBoth, summarizeSlvs } from './figures/summarize-slvs.ts'
import { type PrintOptions, printFigures, printReport } from './print-page.ts'
import { readReport } from './report/read-report.ts'
import { findRecipients, sendReport } from './report/send-report.ts'
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  getSchedule,
  listSchedules,
  sendSchedule,
} from './schedules/create-schedule.ts'

function scheduleRoutes(
  app: FastifyInstance,
  { canMail }: { canMail: boolean },
) {
  const checkMail = () => {
    if (!canMail)
      throw conflict(
        'This portal can’t send email: no mail server is configured',
      )
  }
  serve(app, schedules.listSchedules, async ({ ctx }) => ({
    items: await listSchedules(ctx),
    canMail,
  }))
  serveOnce(
    app,
    schedules.createSchedule,
    ({ ctx, body }) => {
      checkMail()
      return createSchedule(ctx, body)
    },
    { keep: keepId, read: ({ ctx }, { id }) => getSchedule(ctx, id) },
  )
  serve(app, schedules.changeSchedule, ({ ctx, params, body }) =>
    changeSchedule(ctx, params.id, body),
  )
  serveOnce(
    app,
    schedules.sendSchedule,
    ({ ctx, params }) => {
      checkMail()
      return sendSchedule(ctx, params.id)
    },
    { read: ({ ctx, params }) => getSchedule(ctx, params.id) },
  )
  serve(app, schedules.deleteSchedule, ({ ctx, params }) =>
    deleteSchedule(ctx, params.id),
  )
}

type Deps = {
  cookie: Cookie
  clock: () => Date
  brandName: string
  printer: Printer | undefined
  files: FileStore
  facts: Facts
  canMail: boolean
  keys: Keys
  publicUrl: string
  db: Ctx['db']
}

export function reportingRoutes(app: FastifyInstance, deps: Deps) {
  const { canMail, keys, publicUrl } = deps
  serve(app, api.getReport, async ({ ctx, params, query }) => ({
    ...(await readReport(ctx, params.id, query.audience)),
    publicUrl,
  }))
  letterRoutes(app, deps)
  serve(app, api.listReportRecipients, async ({ ctx, params }) => ({
    items: await findRecipients(ctx, params.id),
    canMail,
  }))
  serveOnce(
    app,
    api.sendReport,
    ({ ctx, params, body }) =>
      sendReport(ctx, params.id, body.userIds, { canMail, keys }),
    {
      read: async ({ ctx, params, body }) => {
        await findSlv(ctx, params.id)
        return { sent: body.userIds.length }
      },
    },
  )
  serve(app, lists.checkDownload, ({ ctx, query }) => checkDownload(ctx, query))
  serve(app, lists.checkTdocDownload, ({ ctx, query }) =>
    checkTdocDownload(ctx, query),
  )
  figureRoutes(app, deps.facts)
  scheduleRoutes(app, { canMail })
  printRoutes(app, deps)
  workbookRoutes(app, deps.brandName)
  fileRoute(app, deps)
}

function letterRoutes(app: FastifyInstance, { db, clock, keys }: Deps) {
  serve(app, letters.getLetter, ({ ctx, params }) => getLetter(ctx, params.id))
  serve(app, letters.verifyLetter, async ({ params, reply }) => {
    const deps = { db, now: clock(), keys }
    await throttle(deps, 'verify', toNetwork(reply.request.ip))
    reply.header('x-robots-tag', 'noindex')
    return verifyLetter(deps, params.code)
  })
}

function figureRoutes(app: FastifyInstance, facts: Facts) {
  const [summary, capacity, both] = [
    summarizeSlvs(facts),
    countCapacity(facts),
    readBoth(facts),
  ]
  const names = findNames(facts)
  serve(app, figures.getSummary, ({ ctx, query }) => summary(ctx, query))
  serve(app, figures.getCapacity, ({ ctx, query }) => capacity(ctx, query))
  serve(app, figures.getFigures, ({ ctx, query }) => both(ctx, query))
  serve(app, consistency.getConsistency, ({ ctx, query }) =>
    countConsistency(ctx, query),
  )
  serve(app, figures.getReportedSellers, ({ query }) =>
    names.sellers(query.search),
  )
  serve(app, figures.getReportedPrograms, ({ query }) =>
    names.programs(query.search),
  )
}

/** The pages of the portal, printed. */
function printRoutes(app: FastifyInstance, { cookie, clock, printer }: Deps) {
  /** Sends a PDF that is printed with the rights of the request's session. */
  const sendPdf = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    print: (options: PrintOptions) => Promise<Buffer>,
  ) => {
    const token = cookie.read(request)
    if (!token) throw unauthorized('Sign in to continue')
    const signal = watchDisconnect(reply)
    const pdf = await print({
      printer,
      owner: { sessionHash: hashToken(token) },
      signal,
      clock,
    }).catch((error) => {
      // A client that disconnected isn't a server error.
      throw signal.aborted ? signal.reason : error
    })
    return attached(reply, pdfType, name).send(pdf)
  }
  app.route<{ Body: z.output<typeof api.printReport.body> }>({
    ...toRoute(api.printReport),
    handler: (request, reply) =>
      sendPdf(request, reply, slvReportFile, (options) =>
        printReport(request.ctx, request.body, options),
      ),
  })
  app.route<{ Querystring: z.output<typeof figures.downloadReporting.query> }>({
    ...toRoute(figures.downloadReporting),
    handler: (request, reply) => {
      const search = request.url.split('?').slice(1).join('?')
      return sendPdf(request, reply, reportingFile, (options) =>
        printFigures(request.ctx, request.query, search, options),
      )
    },
  })
}

function workbookRoutes(app: FastifyInstance, brandName: string) {
  // One thread writes them, so more at a time would only be slower for
  // everyone.
  const sendWorkbook = createDownloads({
    total: 3,
    perCompany: 2,
    perPerson: 1,
    waitingPerPerson: 5,
    message:
      'Your other workbooks are still being written. Try again when they are done.',
  })
  app.route<{ Querystring: SlvListQuery }>({
    ...toRoute(lists.downloadSlvs),
    handler: (request, reply) =>
      sendWorkbook(request, reply, {
        type: xlsxType,
        name: slvWorkbookFile,
        write: () => exportSlvs(request.ctx, request.query, { brandName }),
      }),
  })
  app.route<{ Querystring: TdocListQuery }>({
    ...toRoute(lists.downloadTdocs),
    handler: (request, reply) =>
      sendWorkbook(request, reply, {
        type: xlsxType,
        name: tdocWorkbookFile,
        write: () => exportTdocs(request.ctx, request.query, { brandName }),
      }),
  })
  app.route<{ Querystring: ConsistencyQuery }>({
    ...toRoute(consistency.downloadExceptions),
    handler: (request, reply) =>
      sendWorkbook(request, reply, {
        type: xlsxType,
        name: exceptionsFile,
        write: () =>
          exportExceptions(request.ctx, request.query, { brandName }),
      }),
  })
}

function fileRoute(
  app: FastifyInstance,
  { cookie, clock, printer, files, brandName }: Deps,
) {
  const sendFile = createDownloads({
    total: 3,
    perCompany: 2,
    perPerson: 1,
    waitingPerPerson: 2,
    message:
      'Your other files are still being packed. Try again when they are done.',
  })
  app.route({
    ...toRoute(api.downloadSlvFile),
    exposeHeadRoute: false,
    handler: (request, reply) => {
      const { ctx } = request
      const { id } = api.downloadSlvFile.params.parse(request.params)
      const token = cookie.read(request)
      const signal = watchDisconnect(reply)
      const print = async (audience?: ReportAudience) => {
        // A call with an API key has no session.
        const owner =
          token && !ctx.actor.isService
            ? { sessionHash: hashToken(token) }
            : { userId: ctx.actor.id }
        const options = { printer, owner, signal, clock }
        return printReport(ctx, { proxyLoanId: id, audience }, options)
      }
      return sendFile(request, reply, {
        type: zipType,
        name: slvFile,
        write: () => exportSlvFile(ctx, id, { files, print, brandName }),
      })
    },
  })
}
