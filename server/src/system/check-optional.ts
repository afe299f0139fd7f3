import { existsSync } from 'node:fs'
import { maxDocumentBytes } from '@portal/contract/document/model'
import { dayMs } from '@portal/contract/sla/calendar'
import pg from 'pg'
import { appRole, asRole } from '../lib/database/roles.ts'
import { examineClamd } from '../lib/files/virus-scanner.ts'
import { checkIdentityProvider } from '../lib/integrations/oidc.ts'
import { openIntake } from '../lib/integrations/open-intake.ts'
import {
  type CheckDeps,
  fail,
  notChecked,
  type Outcome,
  pass,
  warn,
} from './check-outcome.ts'

/** The identity provider answers, and knows the portal's client. */
export async function checkSingleSignOn({
  settings: { oidc, publicUrl },
  loanDockUrl,
  clock,
}: CheckDeps): Promise<Outcome> {
  if (!oidc) return notChecked('OIDC_ISSUER is not set: single sign-on is off')
  if (oidc.isSandbox && loanDockUrl === undefined)
    return notChecked('The portal starts the sandbox’s identity provider')
  const refusal = await checkIdentityProvider({
    settings: oidc,
    publicUrl,
    clock,
  })
  if (refusal === null)
    return pass('The identity provider publishes its keys and knows the client')
  return fail(
    `The identity provider rejects the client (${refusal})`,
    'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, and whether the secret has expired',
  )
}

const maxSignatureDays = 7

/** clamd scans files of every size that people may upload. */
export async function checkVirusScanner({
  settings: { clamdUrl },
  clock,
}: CheckDeps): Promise<Outcome> {
  if (clamdUrl === undefined)
    return notChecked('CLAMD_URL is not set: files are not scanned')
  const { version, signedAt, isLargeEnough } = await examineClamd(
    clamdUrl,
    maxDocumentBytes,
  )
  if (!isLargeEnough)
    return fail(
      `${version} refuses files of 50 MB, which people may upload`,
      'Set StreamMaxLength, MaxFileSize and MaxScanSize of clamd to at least 60M, and restart it',
    )
  if (signedAt === null) return pass(`${version} scans files`)
  const day = signedAt.toISOString().slice(0, 10)
  const finding = `${version} scans files with signatures of ${day}`
  const ageDays = (clock().getTime() - signedAt.getTime()) / dayMs
  return ageDays > maxSignatureDays
    ? warn(finding, 'Check that freshclam runs where clamd runs')
    : pass(finding)
}

/** No transmittal has a file of this name. */
const absentFile = '.portal-doctor'

/**
 * The place where transmittals arrive can be read, and has or gets the folder
 * `done`, into which the portal moves them.
 */
export async function checkIntake({
  settings: { intake },
}: CheckDeps): Promise<Outcome> {
  if (!intake) return notChecked('Neither INTAKE_DIR nor INTAKE_URL is set')
  if (intake.kind === 'FOLDER' && !existsSync(intake.folder))
    return warn(
      `${intake.folder} does not exist`,
      'Mount the folder of INTAKE_DIR, or create it for the portal’s user. If it is missing, the portal creates it',
    )
  const inbox = await openIntake(intake).open()
  try {
    const files = await inbox.list()
    await inbox.putAway(absentFile, '.')
    return pass(
      `The intake can be read; ${files.length} ${files.length === 1 ? 'file waits' : 'files wait'}`,
    )
  } finally {
    await inbox.close()
  }
}

const replicaLimitMs = 4000

/** The read replica accepts the portal's login, and is a standby. */
export async function checkReplica({
  settings: { databaseReplicaUrl },
}: CheckDeps): Promise<Outcome> {
  if (databaseReplicaUrl === undefined)
    return notChecked(
      'DATABASE_REPLICA_URL is not set: reporting reads from the database',
    )
  const client = new pg.Client({
    connectionString: asRole(databaseReplicaUrl, appRole),
    application_name: 'portal doctor',
    connectionTimeoutMillis: replicaLimitMs,
    query_timeout: replicaLimitMs,
  })
  client.on('error', () => {}) // the running query fails with it
  try {
    await client.connect()
    const { rows } = await client.query<{ isStandby: boolean }>(
      'select pg_is_in_recovery() as "isStandby"',
    )
    if (rows[0]?.isStandby) return pass('The replica accepts the login')
    return warn(
      'The server in DATABASE_REPLICA_URL is not a standby',
      'Use a streaming standby, or remove DATABASE_REPLICA_URL',
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}
