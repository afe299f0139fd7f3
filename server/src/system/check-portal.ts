import { setTimeout as pause } from 'node:timers/promises'
import {
  type Check,
  type CheckName,
  checkNames,
} from '@portal/contract/system/model'
import { cached } from '../lib/concurrency/cached.ts'
import { describeFailure } from '../lib/describe-failure.ts'
import type { Logger } from '../lib/log.ts'
import {
  checkClock,
  checkMigrations,
  checkRoles,
  checkSecretKey,
  checkServer,
} from './check-database.ts'
import { checkChromium, checkDisk, checkFonts } from './check-machine.ts'
import {
  type CheckDeps,
  notChecked,
  type Outcome,
  pass,
  type Urls,
} from './check-outcome.ts'
import {
  checkBackupLogin,
  checkBackupTarget,
  checkFiles,
  checkLoanDock,
  checkMail,
} from './check-services.ts'

type Plan = {
  run: (deps: CheckDeps) => Promise<Outcome>
  /** After this time the check has failed, so that a page doesn't hang. */
  limitSeconds: number
  /** What to do if it fails with an error. */
  advice: string
}

const onDatabase =
  (run: (urls: Urls, deps: CheckDeps) => Promise<Outcome>): Plan['run'] =>
  async (deps) => {
    const urls = await deps.openDatabase()
    return urls
      ? run(urls, deps)
      : notChecked('The first start creates the database')
  }

const plans: Record<CheckName, Plan> = {
  SETTINGS: {
    run: async ({ settings }) => pass(`Valid for ${settings.env}`),
    limitSeconds: 5,
    advice: 'See "Production settings" in docs/operations.md',
  },
  DATABASE: {
    run: onDatabase(checkServer),
    limitSeconds: 5,
    advice:
      'Check the address and password in DATABASE_OWNER_URL, pg_hba.conf and the firewall',
  },
  ROLES: {
    run: onDatabase(checkRoles),
    limitSeconds: 8,
    advice:
      'Check DATABASE_URL, and create the roles: see "Roles of the database" in docs/operations.md',
  },
  MIGRATIONS: {
    run: onDatabase(checkMigrations),
    limitSeconds: 5,
    advice: 'Always migrate as the same owner: check DATABASE_OWNER_URL',
  },
  SECRET_KEY: {
    run: onDatabase(checkSecretKey),
    limitSeconds: 8,
    advice: 'Check DATABASE_URL',
  },
  CLOCK: {
    run: onDatabase(checkClock),
    limitSeconds: 5,
    advice: 'Check DATABASE_OWNER_URL',
  },
  FILES: {
    run: checkFiles,
    limitSeconds: 10,
    advice:
      'Check FILES_URL, its credentials, and that the portal may write there',
  },
  BACKUP_TARGET: {
    run: checkBackupTarget,
    limitSeconds: 10,
    advice:
      'Check BACKUP_TO, its credentials, and that the portal may write there',
  },
  BACKUP_LOGIN: {
    run: checkBackupLogin,
    limitSeconds: 12,
    advice:
      'Give the login of BACKUP_DATABASE_URL the REPLICATION attribute and a line in pg_hba.conf: see "Backup and restore" in docs/operations.md',
  },
  MAIL: {
    run: checkMail,
    limitSeconds: 10,
    advice: 'Check the address, port, user and password in SMTP_URL',
  },
  LOAN_DOCK: {
    run: checkLoanDock,
    limitSeconds: 8,
    advice: 'Check LOAN_DOCK_URL, and that this machine can reach it',
  },
  DISK: {
    run: checkDisk,
    limitSeconds: 5,
    advice: 'Create DATA_DIR, and let the portal’s user write to it',
  },
  FONTS: {
    run: checkFonts,
    limitSeconds: 5,
    advice: 'Run npm ci',
  },
  CHROMIUM: {
    run: checkChromium,
    limitSeconds: 20,
    advice:
      'Mount the temp folder without noexec, or set CHROMIUM_PATH to an installed Chromium',
  },
}

/** A check with the error that made it fail, for the log or the terminal. */
export type CheckResult = Check & { cause?: unknown }

/**
 * Runs all checks at the same time, each within its limit. `limitMs` shortens
 * the limits.
 */
export const checkPortal = (
  deps: CheckDeps,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<CheckResult[]> =>
  Promise.all(
    checkNames.map(async (name) => {
      const plan = plans[name]
      const ms = Math.min(limitMs, plan.limitSeconds * 1000)
      return { name, ...(await runWithin(ms, plan, deps)) }
    }),
  )

async function runWithin(
  ms: number,
  { run, advice }: Plan,
  deps: CheckDeps,
): Promise<Outcome> {
  const outcome = run(deps).catch(
    (cause): Outcome => ({
      state: 'FAILED',
      finding: describeFailure(cause),
      advice,
      cause,
    }),
  )
  const late = pause(ms, undefined, { ref: false }).then(
    (): Outcome => ({
      state: 'FAILED',
      finding: `No answer within ${Math.ceil(ms / 1000)} s`,
      advice,
    }),
  )
  return Promise.race([outcome, late])
}

const pageLimitMs = 10_000
const keptMs = 5000

/**
 * The checks for a page: people who open it at the same time share a run, and
 * the log has what the other systems said.
 */
export const createPortalChecker = (deps: CheckDeps, log: Logger) =>
  cached(async (): Promise<Check[]> => {
    const results = await checkPortal(deps, pageLimitMs)
    return results.map(({ cause, ...check }) => {
      if (cause) log.warn({ err: cause, check: check.name }, 'a check failed')
      return check
    })
  }, keptMs).get
