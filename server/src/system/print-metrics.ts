import { getKeys } from '@portal/contract/lib/typed'
import { collectDefaultMetrics, Gauge } from 'prom-client'
import { cached } from '../lib/concurrency/cached.ts'
import type { Logger } from '../lib/log.ts'
import { registry } from '../lib/metrics.ts'
import {
  type FigureDeps,
  type Figures,
  readFigures,
  readPools,
} from './read-figures.ts'

const gauge = <const Label extends string>(
  name: string,
  help: string,
  ...labelNames: Label[]
) => new Gauge({ name, help, labelNames, registers: [registry] })

const gauges = {
  build: gauge(
    'portal_build_info',
    'Always 1; its labels are the version and the last migration',
    'version',
    'schema',
  ),
  connections: gauge(
    'portal_database_connections',
    'Connections of each pool by state',
    'pool',
    'state',
  ),
  waiting: gauge(
    'portal_database_waiting',
    'Queries that wait for a connection',
    'pool',
  ),
  isPaused: gauge(
    'portal_loan_dock_paused',
    '1 while calls to LoanDock are paused after repeated failures',
    'service',
  ),
  isUp: gauge('portal_database_up', '1 if the database answers'),
  diskFree: gauge(
    'portal_data_dir_free_bytes',
    'Free space of the disk that holds DATA_DIR',
  ),
  diskSize: gauge(
    'portal_data_dir_size_bytes',
    'Size of the disk that holds DATA_DIR',
  ),
}
/** Read from the database; missing while it doesn't respond. */
const readGauges = {
  replicaUp: gauge('portal_replica_up', '1 if the read replica answers'),
  replicaDelay: gauge(
    'portal_replica_delay_seconds',
    'How far the read replica is behind',
  ),
  jobs: gauge(
    'portal_jobs',
    'Jobs by state: created and retry are waiting; failed have no attempts left',
    'name',
    'state',
  ),
  oldest: gauge(
    'portal_oldest_waiting_job_seconds',
    'How long the oldest due job has waited',
    'name',
  ),
  overdue: gauge(
    'portal_overdue',
    'Open SLVs, SLR reviews, trade desk reviews and Tdocs past their SLA',
    'kind',
  ),
  backupAge: gauge(
    'portal_last_backup_age_seconds',
    'Age of the last successful backup; infinite before the first one',
  ),
}

/** Scrapes of several servers share one reading. */
const freshMs = 5_000

export type MetricsPrinter = () => Promise<string>

/** Prints the metrics of this process. */
export function createMetricsPrinter(
  deps: FigureDeps,
  log: Logger,
): MetricsPrinter {
  // Processor time, memory, garbage collection and event-loop lag. They need a
  // timer, so they are on only with metrics.
  if (!registry.getSingleMetric('process_start_time_seconds'))
    collectDefaultMetrics({ register: registry })
  const figures = cached(() => readFigures(deps), freshMs)
  return async () => {
    const read = await figures.get().catch((err) => {
      log.warn({ err }, 'could not read the metrics of the database')
      return null
    })
    setOwn(deps)
    await setDisk(deps, log)
    gauges.isUp.set(read ? 1 : 0)
    for (const single of [
      readGauges.replicaUp,
      readGauges.replicaDelay,
      readGauges.backupAge,
    ])
      single.remove()
    for (const labeled of [
      readGauges.jobs,
      readGauges.oldest,
      readGauges.overdue,
    ])
      labeled.reset()
    if (read) setRead(read)
    return registry.metrics()
  }
}

function setOwn({ node, ...deps }: FigureDeps) {
  const { version, schema } = node.build
  gauges.build.set({ version, schema }, 1)
  const circuits = node.circuits()
  for (const service of getKeys(circuits))
    gauges.isPaused.set({ service }, circuits[service] ? 1 : 0)
  for (const { pool, used, idle, waiting } of readPools({ node, ...deps })) {
    gauges.connections.set({ pool, state: 'used' }, used)
    gauges.connections.set({ pool, state: 'idle' }, idle)
    gauges.waiting.set({ pool }, waiting)
  }
}

async function setDisk({ node }: FigureDeps, log: Logger) {
  try {
    const { freeBytes, sizeBytes } = await node.readDiskSpace()
    gauges.diskFree.set(freeBytes)
    gauges.diskSize.set(sizeBytes)
  } catch (err) {
    gauges.diskFree.remove()
    gauges.diskSize.remove()
    log.warn({ err }, 'could not read the free space of DATA_DIR')
  }
}

function setRead({ now, jobs, overdue, backup, replicaDelay }: Figures) {
  for (const { name, state, count, oldestSeconds } of jobs) {
    readGauges.jobs.set({ name, state }, count)
    if (state === 'created' || state === 'retry')
      readGauges.oldest.set({ name }, oldestSeconds)
  }
  for (const kind of getKeys(overdue))
    readGauges.overdue.set({ kind }, overdue[kind])
  if (backup) {
    const at = backup.done?.endedAt.getTime()
    readGauges.backupAge.set(
      at === undefined ? Number.POSITIVE_INFINITY : (now.getTime() - at) / 1000,
    )
  }
  if (replicaDelay === undefined) return
  readGauges.replicaUp.set(replicaDelay === null ? 0 : 1)
  if (replicaDelay !== null) readGauges.replicaDelay.set(replicaDelay)
}
