import { describeTarget } from './backup/open-storage.ts'
import { lastMigration } from './lib/database/migrate.ts'
import type { Cluster, Stores } from './open-database.ts'
import type { Services } from './open-services.ts'
import { getVersion, type Setup } from './setup.ts'
import { createPortalChecker } from './system/check-portal.ts'
import type { Node } from './system/find-state.ts'
import { readDiskSpace } from './system/read-disk-space.ts'
import { sendTestMail } from './system/send-test-mail.ts'

type NodeParts = {
  startedAt: Date
  cluster: Cluster
  stores: Stores
  services: Services
}

/** What the state of the system and the metrics say about this process. */
export async function describeNode(
  { settings, log, clock }: Setup,
  { startedAt, cluster, stores, services }: NodeParts,
): Promise<Node> {
  const { db, replica } = stores
  const { results, loanDock, mailer, keys, unscannedFiles, external } = services
  const { to } = settings.backup
  const texts = {
    brandName: settings.brand.name,
    publicUrl: settings.publicUrl,
  }
  const check = createPortalChecker(
    {
      settings,
      openDatabase: async () => cluster,
      openFiles: async () => unscannedFiles,
      keys,
      loanDockUrl: external.loanDockUrl,
      smtpUrl: external.smtpUrl,
      clock,
    },
    log,
  )
  return {
    build: {
      version: getVersion(settings),
      commit: settings.buildCommit ?? null,
      schema: await lastMigration(db),
      startedAt,
    },
    results,
    replica,
    circuits: loanDock.circuits,
    canMail: mailer !== undefined,
    sendTestMail: mailer && ((to) => sendTestMail({ mailer, ...texts }, to)),
    check,
    backups: {
      target: to === undefined ? undefined : describeTarget(to),
      warnHours: settings.backupWarnHours,
    },
    readDiskSpace: () => readDiskSpace(settings.dataDir),
  }
}
