import { z } from 'zod'
import type { Jobs, NoData } from '../lib/jobs/job.ts'
import { createBackup } from './create-backup.ts'
import { type BackupSchedule, keepBackups } from './keep-backups.ts'
import type { Storage } from './open-storage.ts'

type BackupJobs = { 'keep-backups': NoData; 'create-backup': NoData }
declare module '../lib/jobs/job.ts' {
  interface JobData extends BackupJobs {}
}

type Deps = {
  backups: BackupSchedule
  /** Resolves to undefined if there are no scheduled backups. */
  openBackupStorage: () => Promise<Storage | undefined>
}

export const backupJobs: Jobs<BackupJobs, Deps> = {
  'keep-backups': {
    data: z.object({}),
    retryLimit: 0,
    retryDelay: 60,
    expireInSeconds: 3600,
    cron: '* * * * *',
    createHandler:
      ({ backups, openBackupStorage }) =>
      async () =>
        keepBackups({ ...backups, storage: await openBackupStorage() }),
  },
  'create-backup': {
    data: z.object({}),
    retryLimit: 0,
    retryDelay: 60,
    expireInSeconds: 43_200,
    createHandler:
      ({ backups, openBackupStorage }) =>
      async () => {
        const storage = await openBackupStorage()
        if (storage) await createBackup({ ...backups, storage })
      },
  },
}
