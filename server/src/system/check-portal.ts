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
  checkIntake,
  checkReplica,
  checkSingleSignOn,
  checkVirusScanner,
} from './check-optional.ts'
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
    advice:
      'Check the address, port, user and password in SMTP_URL. smtps:// is for port 465; smtp:// for 25 and 587, where TLS starts later',
  },
  LOAN_DOCK: {
    run: checkLoanDock,
    limitSeconds: 8,
    advice: 'Check LOAN_DOCK_URL, and that this machine can reach it',
  },
  SINGLE_SIGN_ON: {
    run: checkSingleSignOn,
    limitSeconds: 10,
    advice:
      'Check that OIDC_ISSUER is exactly the issuer in its /.well-known/openid-configuration, and that this machine can reach it',
  },
  VIRUS_SCANNER: {
    run: checkVirusScanner,
    limitSeconds: 10,
    advice:
      'Check CLAMD_URL, that clamd runs, and that it listens there (TCPSocket or LocalSocket)',
  },
  INTAKE: {
    run: checkIntake,
    limitSeconds: 12,
    advice:
      'Check INTAKE_DIR, or INTAKE_URL and INTAKE_HOST_KEY, and that the portal may read and write there',
  },
  REPLICA: {
    run: checkReplica,
    limitSeconds: 8,
    advice:
      'Check DATABASE_REPLICA_URL: a standby with hot_standby = on has the same logins as the database',
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
  Promise.all(checkNames.map((name) => checkOne(name, deps, limitMs))).then(
    skipWithoutDatabase,
  )

/** Runs one check within its limit. */
export async function checkOne(
  name: CheckName,
  deps: CheckDeps,
  limitMs = Number.POSITIVE_INFINITY,
): Promise<CheckResult> {
  const plan = plans[name]
  const ms = Math.min(limitMs, plan.limitSeconds * 1000)
  return { name, ...(await runWithin(ms, plan, deps)) }
}

/** What fails only because the owner can't log in to the database. */
const needOwner: readonly CheckName[] = ['MIGRATIONS', 'SECRET_KEY', 'CLOCK']

function skipWithoutDatabase(results: CheckResult[]): CheckResult[] {
  const database = results.find(({ name }) => name === 'DATABASE')
  if (database?.state !== 'FAILED') return results
  return results.map((result) =>
    result.state === 'FAILED' && needOwner.includes(result.name)
      ? { name: result.name, ...notChecked('The database check failed') }
      : result,
  )
}

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
