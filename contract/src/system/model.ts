import { z } from 'zod'

/** The services that a node calls and whose last results it remembers. */
export const services = [
  'LOAN_DOCK_LOOKUPS',
  'LOAN_DOCK_DELIVERIES',
  'MAIL',
  'FILES',
] as const
export type Service = (typeof services)[number]

export const serviceLabels: Record<Service, string> = {
  LOAN_DOCK_LOOKUPS: 'LoanDock lookups',
  LOAN_DOCK_DELIVERIES: 'LoanDock deliveries',
  MAIL: 'Mail',
  FILES: 'File storage',
}

/**
 * IDLE: not called since the node started. PAUSED: calls to LoanDock stop for a
 * few seconds after repeated failures.
 */
const serviceStates = ['OK', 'FAILING', 'PAUSED', 'IDLE', 'OFF'] as const
export type ServiceState = (typeof serviceStates)[number]

export const serviceStateLabels: Record<ServiceState, string> = {
  OK: 'Working',
  FAILING: 'Failing',
  PAUSED: 'Paused',
  IDLE: 'Not used yet',
  OFF: 'Not set up',
}

const Instant = z.iso.datetime().nullable()

/** The last results of this node's calls to one service. */
const ServiceStatus = z.object({
  service: z.enum(services),
  state: z.enum(serviceStates),
  lastSuccessAt: Instant,
  lastFailureAt: Instant,
  lastFailure: z.string().nullable(),
})

export const System = z.object({
  warnings: z
    .array(z.string())
    .describe(
      'Problems to fix although the portal works, such as a nearly full disk',
    ),
  /** The node that responds. */
  node: z.object({
    version: z.string(),
    commit: z.string().nullable(),
    schema: z.string().describe('The last applied migration'),
    startedAt: z.iso.datetime(),
  }),
  services: z.array(ServiceStatus),
  database: z.object({
    isAvailable: z.boolean(),
    /**
     * Null without a replica; `behindSeconds` is null while it is unavailable.
     */
    replica: z
      .object({
        isAvailable: z.boolean(),
        behindSeconds: z.number().nullable(),
      })
      .nullable(),
  }),
  /** Null if backups aren't set up. */
  backup: z
    .object({
      lastAt: Instant,
      coveredTo: Instant.describe('The latest time that can be restored'),
      isLate: z.boolean(),
      failedAt: Instant.describe(
        'The newest failure since the last successful backup',
      ),
    })
    .nullable(),
  openSessions: z.number().int(),
  signedIn: z.number().int().describe('People with an open session'),
  throttled: z
    .number()
    .int()
    .describe(
      'Accounts and network addresses that are throttled after too many attempts',
    ),
})
export type System = z.infer<typeof System>

/** A job whose attempts all failed. Its data is never shown. */
export const FailedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  key: z.string().nullable(),
  failure: z.string(),
  createdAt: z.iso.datetime(),
  failedAt: z.iso.datetime(),
  attempts: z.number().int(),
})
export type FailedJob = z.infer<typeof FailedJob>

const jobActions = ['RETRY', 'DROP'] as const
export type JobAction = (typeof jobActions)[number]

/** An administrator's action on a failed job. */
export const JobChange = z.object({
  id: z.number().int(),
  at: z.iso.datetime(),
  actorName: z.string(),
  action: z.enum(jobActions),
  jobId: z.uuid(),
  jobName: z.string(),
  jobKey: z.string().nullable(),
})
export type JobChange = z.infer<typeof JobChange>

/** What `npm run doctor` and Settings > System check, in this order. */
export const checkNames = [
  'SETTINGS',
  'DATABASE',
  'ROLES',
  'MIGRATIONS',
  'SECRET_KEY',
  'CLOCK',
  'FILES',
  'BACKUP_TARGET',
  'BACKUP_LOGIN',
  'MAIL',
  'LOAN_DOCK',
  'SINGLE_SIGN_ON',
  'VIRUS_SCANNER',
  'INTAKE',
  'REPLICA',
  'DISK',
  'FONTS',
  'CHROMIUM',
] as const
export type CheckName = (typeof checkNames)[number]

export const checkLabels: Record<CheckName, string> = {
  SETTINGS: 'Settings',
  DATABASE: 'Database',
  ROLES: 'Database roles',
  MIGRATIONS: 'Migrations',
  SECRET_KEY: 'Secret key',
  CLOCK: 'Clock',
  FILES: 'File storage',
  BACKUP_TARGET: 'Backup target',
  BACKUP_LOGIN: 'Backup login',
  MAIL: 'Mail',
  LOAN_DOCK: 'LoanDock',
  SINGLE_SIGN_ON: 'Single sign-on',
  VIRUS_SCANNER: 'Virus scanner',
  INTAKE: 'Transmittals',
  REPLICA: 'Read replica',
  DISK: 'Disk space',
  FONTS: 'Fonts',
  CHROMIUM: 'Chromium',
}

/** SKIPPED: not set up, or it needs something else that failed. */
const checkStates = ['OK', 'WARNING', 'FAILED', 'SKIPPED'] as const
export type CheckState = (typeof checkStates)[number]

export const checkStateLabels: Record<CheckState, string> = {
  OK: 'OK',
  WARNING: 'Warning',
  FAILED: 'Failed',
  SKIPPED: 'Not checked',
}

/** What one check found, and what to do about it. */
export const Check = z.object({
  name: z.enum(checkNames),
  state: z.enum(checkStates),
  finding: z.string(),
  /** Null if there is nothing to do. */
  advice: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

const count = z.number().int()

/** What a new portal needs before people can use it. */
export const Setup = z.object({
  programs: z.object({
    /** Also of programs that ended or have not started. */
    total: count,
    /** On the day of the answer. */
    active: count,
    /** Those of them with published guidelines, in effect now or later. */
    withGuidelines: count,
    /** The last day on which guidelines of one of them start; null if none do. */
    guidelinesFrom: z.iso.date().nullable(),
  }),
  /** Active people by role. */
  people: z.object({
    underwriters: count,
    /** Underwriters to whom new requests are assigned. */
    receivers: count,
    sellers: count,
    reviewers: count,
    hasSingleSignOn: z.boolean(),
    hasProvisioning: z.boolean(),
  }),
  /** Where the caller's test email goes; `isOn` without a mail server is false. */
  mail: z.object({ isOn: z.boolean(), address: z.string() }),
  /** The last successful backup of each target, the scheduled one first. */
  backups: z.array(
    z.object({
      target: z.string(),
      lastAt: Instant,
      isScheduled: z.boolean(),
      isLate: z.boolean(),
    }),
  ),
  sla: z.object({
    /** Null if the targets and the calendar are as they were installed. */
    changedAt: Instant,
    holidaysUntil: z.iso.date().nullable(),
  }),
  branding: z.object({
    name: z.string(),
    hasLogo: z.boolean(),
    hasColor: z.boolean(),
    hasContact: z.boolean(),
  }),
})
export type Setup = z.infer<typeof Setup>
