import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { checkTicketKeys } from '../auth/sessions/tickets.ts'
import { openStorage, type Storage } from '../backup/open-storage.ts'
import { openReplication } from '../lib/database/replication.ts'
import { createLoanDock } from '../lib/integrations/loan-dock.ts'
import { checkMailServer } from '../lib/integrations/mail.ts'
import {
  type CheckDeps,
  fail,
  notChecked,
  type Outcome,
  pass,
  warn,
} from './check-outcome.ts'

/** Stores a file, reads it and deletes it. */
export async function checkFiles({ openFiles }: CheckDeps): Promise<Outcome> {
  const content = randomUUID()
  const files = await openFiles()
  const received = await files.receive(Readable.from([Buffer.from(content)]))
  let key: string
  try {
    key = await received.keep()
  } catch (error) {
    await received.drop()
    throw error
  }
  const stored = await files
    .read(key)
    .then(text)
    .finally(() => files.remove(key))
  return compare(stored, content, 'FILES_URL')
}

const compare = (stored: string, content: string, setting: string) =>
  stored === content
    ? pass('A file was written, read and deleted')
    : fail(
        'The file that was read differs from the one that was written',
        `Check that ${setting} names the right location`,
      )

/** The target of scheduled backups can be written, read and cleared. */
export async function checkBackupTarget({
  settings: { backup },
}: CheckDeps): Promise<Outcome> {
  if (backup.to === undefined)
    return warn(
      'No backups are scheduled',
      'Set BACKUP_TO and BACKUP_KEY: see "Backup and restore" in docs/operations.md',
    )
  const content = randomUUID()
  const name = `checks/${content}`
  const storage = await openStorage(backup.to)
  await storage.put(name, Readable.from([Buffer.from(content)]))
  const stored = await readText(storage, name).finally(() =>
    storage.remove(name),
  )
  const outcome = compare(stored, content, 'BACKUP_TO')
  if (outcome.state !== 'OK' || backup.key) return outcome
  return warn(
    'Backups are not encrypted',
    'Set BACKUP_KEY: npm run backup -- --new-key creates one',
  )
}

async function readText(storage: Storage, name: string): Promise<string> {
  const stored = await storage.get(name)
  return stored ? text(stored) : ''
}

/** The backup login can replicate, and the server keeps WAL for it. */
export async function checkBackupLogin({
  settings: { backup },
  openDatabase,
}: CheckDeps): Promise<Outcome> {
  const url = backup.databaseUrl ?? (await openDatabase())?.ownerUrl
  if (backup.to === undefined || url === undefined)
    return notChecked('No backups are scheduled')
  const replication = await openReplication(url)
  try {
    await replication.keepWal(`portal_doctor_${randomUUID().slice(0, 8)}`)
    return pass('The login can replicate')
  } finally {
    replication.end()
  }
}

/** The mail server accepts the connection and the login. Sends nothing. */
export async function checkMail({
  loanDockUrl,
  smtpUrl,
}: CheckDeps): Promise<Outcome> {
  if (smtpUrl === undefined && loanDockUrl === undefined)
    return notChecked('SMTP_URL is not set: the portal starts the sandbox')
  if (smtpUrl === undefined)
    return warn(
      'SMTP_URL is not set: codes, invitations and notifications are not emailed',
      'Set SMTP_URL and MAIL_FROM',
    )
  await checkMailServer(smtpUrl)
  const { host, username } = new URL(smtpUrl)
  return pass(
    username
      ? `${host} accepts the connection and the login`
      : `${host} accepts the connection; SMTP_URL has no login`,
  )
}

/** No loan has it, so LoanDock answers that it isn't there. */
const absentLoan = '0000000000'

/** LoanDock looks up a loan and publishes the keys of its sign-in. */
export async function checkLoanDock({
  loanDockUrl,
}: CheckDeps): Promise<Outcome> {
  if (loanDockUrl === undefined)
    return notChecked('LOAN_DOCK_URL is not set: the portal starts the sandbox')
  await createLoanDock({ url: loanDockUrl }).findLoan(absentLoan)
  await checkTicketKeys(loanDockUrl)
  return pass('It answers lookups and publishes its sign-in keys')
}
