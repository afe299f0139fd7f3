import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { CheckContent } from './document/content/check-upload.ts'
import { storeWebAssets } from './lib/http/web-assets.ts'
import type { Printer } from './lib/printing/printer.ts'
import { once } from './lib/shutdown.ts'
import { loadSla } from './lib/sla.ts'
import type { Tracing } from './lib/telemetry.ts'
import type { Stores } from './open-database.ts'
import type { Services } from './open-services.ts'
import type { Setup } from './setup.ts'
import type { Node } from './system/find-state.ts'
import { openMetricsPort } from './system/open-metrics-port.ts'
import { createMetricsPrinter } from './system/print-metrics.ts'

export type Parts = Stores &
  Services & {
    printer: Printer
    node: Node
    tracing: Tracing | undefined
    checkContent: CheckContent
  }

/** Starts to serve the portal, and returns how to stop. */
export async function startServer(setup: Setup, parts: Parts) {
  const { settings, log, shutdown, clock } = setup
  const { db } = parts
  const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))
  const hasWeb = existsSync(webFolder)
  if (hasWeb) await storeWebAssets(db, join(webFolder, 'assets'), clock())
  const app = await buildApp({
    ...parts,
    settings,
    clock,
    log,
    loanDockUrl: parts.external.loanDockUrl,
    isReady: () => shutdown.isReady,
    canMail: parts.mailer !== undefined,
    ...(hasWeb && { webFolder }),
  })
  await startMetricsPort(setup, parts)
  await app.listen({ port: settings.port, host: settings.host })
  const close = once(() => app.close())
  shutdown.add('server', close)
  return close
}

async function startMetricsPort(
  { settings, log, shutdown, clock }: Setup,
  { db, node }: Parts,
) {
  const { metrics, host } = settings
  if (metrics?.port === undefined) return
  const sla = () => loadSla(db)
  const { stop } = await openMetricsPort({
    port: metrics.port,
    host,
    token: metrics.token,
    print: createMetricsPrinter({ db, clock, node, sla }, log),
  })
  shutdown.add('metrics', stop)
}
