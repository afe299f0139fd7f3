import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { reachableHost } from './lib/reachable-host.ts'
import { makeAccounts } from './loan-dock/accounts.ts'
import { makeLoanDock } from './loan-dock/app.ts'
import { newYorkDay } from './loan-dock/calendar.ts'
import { type Faults, makeFaultSwitch } from './loan-dock/faults.ts'
import { drawLoans, openLoanBook } from './loan-dock/loan-book.ts'
import { makePortalOrigins } from './loan-dock/return-address.ts'
import { openTicketOffice } from './loan-dock/tickets.ts'
import { makeMailboxApp } from './mailbox/app.ts'
import { makePost } from './mailbox/post.ts'
import { makeSmtp } from './mailbox/smtp.ts'

const loanCount = 10_000

export type SandboxOptions = {
  /** Each port: 0 takes any free one. */
  loanDockPort: number
  smtpPort: number
  mailboxPort: number
  /** The address to listen on. */
  host?: string
  /** Origins that sign-in may lead back to, such as 'http://localhost:3000'. */
  portalOrigins: readonly string[]
  /** Keeps LoanDock's key and the day its loans are told from; without it, both are new at each start. */
  dataDir?: string
  log?: (line: string) => void
  now?: () => Date
}

export type Sandbox = {
  loanDockUrl: string
  smtpUrl: string
  mailboxUrl: string
  faults: { get: () => Faults; set: (faults: Faults) => void }
  /** Adds a portal whose address was not known before. */
  allowPortal: (origin: string) => void
  stop: () => Promise<void>
}

/** The day that the loans are told from: today, or the day of the first start when there is a folder to keep it in. */
const loansAsOf = async (now: () => Date, folder?: string): Promise<string> => {
  if (folder === undefined) return newYorkDay(now())
  const file = join(folder, 'loans-as-of.txt')
  const kept = await readFile(file, 'utf8').catch(() => '')
  const day = z.iso.date().safeParse(kept.trim())
  if (day.success) return day.data
  await mkdir(folder, { recursive: true })
  await writeFile(file, newYorkDay(now()))
  return newYorkDay(now())
}

const portOf = (server: Server) => {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port')
  return address.port
}

const listen = async (server: Server, port: number, host: string) => {
  server.listen(port, host)
  await once(server, 'listening')
}

/**
 * Starts LoanDock and the mailbox as real servers, with 10,000 loans. Rejects in production, and when a port is taken;
 * then nothing is left running.
 */
export const startSandbox = async (options: SandboxOptions): Promise<Sandbox> => {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The LoanDock sandbox lets anyone sign in as anyone and does not start in production. Set LOAN_DOCK_URL and SMTP_URL instead.',
    )
  const { host = '127.0.0.1', log = () => undefined, now = () => new Date(), dataDir } = options
  const accounts = makeAccounts()
  const faults = makeFaultSwitch()
  const origins = makePortalOrigins(options.portalOrigins)
  const book = openLoanBook(drawLoans(loanCount, await loansAsOf(now, dataDir), accounts))
  const tickets = await openTicketOffice(now, dataDir)
  const post = makePost()

  const loanDock = makeLoanDock({ accounts, book, tickets, faults, origins, log, now })
  const mailbox = makeMailboxApp(post, log)
  const smtp = makeSmtp({ post, now, log })
  const stop = async () => {
    await Promise.all([loanDock.close(), mailbox.close(), new Promise<void>((done) => smtp.close(done))])
  }

  try {
    await loanDock.listen({ port: options.loanDockPort, host })
    await mailbox.listen({ port: options.mailboxPort, host })
    await listen(smtp.server, options.smtpPort, host)
  } catch (error) {
    await stop()
    throw error
  }
  const name = reachableHost(host)
  return {
    loanDockUrl: `http://${name}:${portOf(loanDock.server)}`,
    mailboxUrl: `http://${name}:${portOf(mailbox.server)}`,
    smtpUrl: `smtp://${name}:${portOf(smtp.server)}`,
    faults,
    allowPortal: origins.allow,
    stop,
  }
}
