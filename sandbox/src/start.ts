import { civil } from '@portal/contract/sla/calendar'
import { createServer, portOf, reachableHost } from './lib/http-server.ts'
import { storedText } from './lib/stored.ts'
import { addFaults } from './loan-dock/faults.ts'
import { loanRoutes } from './loan-dock/loan-routes.ts'
import { createLoanIndex, drawLoans } from './loan-dock/loans.ts'
import { ssoRoutes } from './loan-dock/sso-routes.ts'
import { openTickets } from './loan-dock/tickets.ts'
import { createMailbox } from './mailbox/mails.ts'
import { faultRoutes, messageRoutes, pageRoutes } from './mailbox/routes.ts'
import { openSmtp } from './mailbox/smtp.ts'

const loanCount = 10_000
const loanDockInfo = {
  title: 'LoanDock',
  description:
    "The buyer's loan platform, as the portal sees it. This is a sandbox: its people and loans are fictional.",
}
const mailboxInfo = {
  title: 'Mailbox',
  description: 'Mails that the portal sent to the sandbox over SMTP.',
}

export type SandboxOptions = {
  loanDockPort: number
  smtpPort: number
  mailboxPort: number
  host?: string
  /** Origins that sign-in may return to, such as 'http://localhost:3000'. */
  portalOrigins: readonly string[]
  /**
   * Stores LoanDock's key and the day of its loans; without it, both are new at
   * each start.
   */
  dataDir?: string
  log?: (line: string) => void
  now?: () => Date
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/**
 * Starts LoanDock and the mailbox as real servers, with 10,000 loans. Rejects
 * in production, and when a port is taken; then nothing is left running.
 */
export async function startSandbox(options: SandboxOptions) {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The LoanDock sandbox lets anyone sign in as anyone and does not start in production. Set LOAN_DOCK_URL and SMTP_URL instead.',
    )
  const {
    portalOrigins,
    host = '127.0.0.1',
    log = () => undefined,
    now = () => new Date(),
    dataDir,
  } = options
  const tickets = await openTickets(now, dataDir)
  // As of the day of the first start, so that a restart has the same loans.
  const loanDay = await storedText(
    dataDir,
    'loans-as-of.txt',
    () => civil(now()).day,
  )
  const loans = drawLoans(loanCount, loanDay.trim())

  const loanDock = await createServer(loanDockInfo, log)
  const faults = addFaults(loanDock, log)
  await loanRoutes(loanDock, createLoanIndex(loans), now)
  ssoRoutes(loanDock, { tickets, portalOrigins, log })

  const mailbox = createMailbox()
  const mailboxApp = await createServer(mailboxInfo, log)
  const smtp = openSmtp({ mailbox, now, log }, { port: options.smtpPort, host })
  messageRoutes(mailboxApp, mailbox)
  faultRoutes(mailboxApp, mailbox, smtp)
  pageRoutes(mailboxApp, mailbox)

  const stop = async () => {
    await Promise.all([loanDock.close(), mailboxApp.close(), smtp.set(false)])
  }
  try {
    await loanDock.listen({ port: options.loanDockPort, host })
    await mailboxApp.listen({ port: options.mailboxPort, host })
    await smtp.set(true)
    const name = reachableHost(host)
    return {
      loanDockUrl: `http://${name}:${portOf(loanDock.server)}`,
      mailboxUrl: `http://${name}:${portOf(mailboxApp.server)}`,
      smtpUrl: `smtp://${name}:${smtp.port()}`,
      faults,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
