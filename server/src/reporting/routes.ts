import { pdfType, xlsxType } from '@portal/contract/lib/media-types'
import * as api from '@portal/contract/reporting/api'
import { reportingFile, slvReportFile, slvWorkbookFile } from '@portal/contract/reporting/model'
import * as figures from '@portal/contract/reporting/summary-api'
import type { SlvListQuery } from '@portal/contract/slv/list-query'
import * as tdocs from '@portal/contract/tdoc/api'
import type { TdocListQuery } from '@portal/contract/tdoc/list-query'
import { tdocWorkbookFile } from '@portal/contract/tdoc/model'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SessionCookie } from '../auth/cookie.ts'
import { hashOf } from '../auth/session.ts'
import { disconnectOf } from '../lib/disconnect.ts'
import { unauthorized } from '../lib/errors.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import type { Printer } from '../lib/printer.ts'
import { routeOf } from '../lib/route-of.ts'
import type { Keys } from '../lib/secret-key.ts'
import { serve } from '../lib/serve.ts'
import { unlessStalled } from '../lib/unless-stalled.ts'
import { countCapacity, tellCapacity } from './count-capacity.ts'
import { getReport } from './detail.ts'
import { checkDownload, exportSlvs } from './export-slvs.ts'
import { checkTdocDownload, exportTdocs } from './export-tdocs.ts'
import { findNames } from './find-names.ts'
import type { FigureKeeper } from './keep-figures.ts'
import { printFigures } from './print-figures.ts'
import { printReport } from './print-report.ts'
import { readBoth } from './read-both.ts'
import { scheduleRoutes } from './schedule-routes.ts'
import { findRecipients, sendReport } from './send-report.ts'
import { summariseSlvs, tellSummary } from './summarise-slvs.ts'

type Deps = {
  cookie: SessionCookie
  clock: () => Date
  brandName: string
  /** Absent where nothing is printed. */
  printer: Printer | undefined
  keeper: FigureKeeper
  /** Whether there is a mail server. */
  canMail: boolean
  keys: Keys
}

/** What is saved and never shown: under its name, and with nothing in it that could run. */
const attached = (reply: FastifyReply, type: string, name: string) =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-security-policy', 'sandbox')
    .header('cross-origin-resource-policy', 'same-origin')

/** Somebody who takes nothing for so long gives their place to others. */
const stalledMs = 60_000

/** An asker who left is no fault of ours; nobody reads the answer. */
const givenUp = (signal: AbortSignal, error: unknown): never => {
  throw signal.aborted ? signal.reason : error
}

export function reportingRoutes(
  app: FastifyInstance,
  { cookie, clock, brandName, printer, keeper, canMail, keys }: Deps,
) {
  // Each writes as fast as one thread can: more at once would only make everybody else wait.
  const workbooks = createFairQueue({
    ...{ total: 3, perCompany: 2, perPerson: 1, waitingPerPerson: 5 },
    message: 'Your other workbooks are still being written. Try again when they are done.',
  })

  serve(app, api.getReport, ({ ctx, params }) => getReport(ctx, params.id))
  serve(app, api.listReportRecipients, async ({ ctx, params }) => ({
    items: await findRecipients(ctx, params.id),
    canMail,
  }))
  serve(app, api.sendReport, ({ ctx, params, body }) => sendReport(ctx, params.id, body.userIds, { canMail, keys }))
  serve(app, api.checkDownload, ({ ctx, query }) => checkDownload(ctx, query))
  serve(app, tdocs.checkTdocDownload, ({ ctx, query }) => checkTdocDownload(ctx, query))
  const tell = { summary: tellSummary(), capacity: tellCapacity() }
  const summary = summariseSlvs(keeper, tell.summary)
  const capacity = countCapacity(keeper, tell.capacity)
  const both = readBoth(keeper, tell)
  serve(app, figures.getSummary, ({ ctx, query }) => summary(ctx, query))
  serve(app, figures.getCapacity, ({ ctx, query }) => capacity(ctx, query))
  serve(app, figures.getFigures, ({ ctx, query }) => both(ctx, query))
  const names = findNames(keeper)
  serve(app, figures.getReportedSellers, ({ query }) => names.sellers(query.search))
  serve(app, figures.getReportedPrograms, ({ query }) => names.programs(query.search))

  scheduleRoutes(app, { canMail })

  const { printReport: print } = api
  app.route<{ Body: z.output<typeof print.body> }>({
    ...routeOf(print),
    handler: async (request, reply) => {
      const token = cookie.read(request)
      if (!token) throw unauthorized('Sign in to go on')
      const { ctx } = request
      const signal = disconnectOf(reply)
      const asked = { slvId: request.body.proxyLoanId, sessionHash: hashOf(token), signal, clock }
      const pdf = await printReport(ctx, printer, asked).catch((error) => givenUp(signal, error))
      return attached(reply, pdfType, slvReportFile).send(pdf)
    },
  })

  app.route<{ Querystring: z.output<typeof figures.downloadReporting.query> }>({
    ...routeOf(figures.downloadReporting),
    handler: async (request, reply) => {
      const token = cookie.read(request)
      if (!token) throw unauthorized('Sign in to go on')
      const { ctx, query } = request
      const signal = disconnectOf(reply)
      // As it was written: what was read from it stands in another form.
      const search = request.url.split('?').slice(1).join('?')
      const asked = { query, search, asker: { sessionHash: hashOf(token) }, signal, clock }
      const pdf = await printFigures(ctx, printer, asked).catch((error) => givenUp(signal, error))
      return attached(reply, pdfType, reportingFile).send(pdf)
    },
  })

  /** Sends a list as a workbook, once the queue allows it. */
  const sendWorkbook = async (
    { ctx }: FastifyRequest,
    reply: FastifyReply,
    name: string,
    write: () => Promise<AsyncGenerator<Buffer>>,
  ) => {
    const leave = await workbooks.enter(ctx.actor, disconnectOf(reply))
    try {
      const bytes = await write()
      // If the client disconnects, the stream ends and reading stops.
      const stream = unlessStalled(bytes, stalledMs).once('close', leave)
      return attached(reply, xlsxType, name).send(stream)
    } catch (error) {
      leave()
      throw error
    }
  }
  app.route<{ Querystring: SlvListQuery }>({
    ...routeOf(api.downloadSlvs),
    handler: (request, reply) =>
      sendWorkbook(request, reply, slvWorkbookFile, () => exportSlvs(request.ctx, request.query, { brandName })),
  })
  app.route<{ Querystring: TdocListQuery }>({
    ...routeOf(tdocs.downloadTdocs),
    handler: (request, reply) =>
      sendWorkbook(request, reply, tdocWorkbookFile, () => exportTdocs(request.ctx, request.query, { brandName })),
  })
}
