import { demoPassword, reviewers } from './demo/people.ts'
import type { Logger } from './lib/log.ts'
import type { Settings } from './lib/settings.ts'

type Addresses = { loanDockUrl: string; mailboxUrl?: string }

type StartReport = {
  /** Reports that a part of the start is done. */
  step: (name: string) => void
  /** Reports that the portal is serving requests. */
  ready: (addresses: Addresses) => void
}

const print = (text: string) => process.stdout.write(`${text}\n`)

/**
 * Reports the progress of the start: as text for people who try the portal, and
 * in production as lines of the log, so that it has only JSON.
 */
export function createStartReport(settings: Settings, log: Logger) {
  const began = performance.now()
  const toSeconds = (ms: number) => Number((ms / 1000).toFixed(2))
  const isProduction = settings.env === 'production'
  let last = began
  const report: StartReport = {
    step: (name) => {
      const now = performance.now()
      const seconds = toSeconds(now - last)
      last = now
      if (isProduction) log.info({ seconds }, `start: ${name}`)
      else print(`  ${name.padEnd(28)} ${seconds.toFixed(2)} s`)
    },
    ready: (addresses) => {
      const seconds = toSeconds(performance.now() - began)
      if (isProduction) log.info({ seconds, url: settings.publicUrl }, 'ready')
      else print(describeDemo(settings, addresses, seconds))
    },
  }
  return report
}

/** What people who try the portal need: its addresses and accounts. */
function describeDemo(
  { publicUrl, oidc, intake, demo }: Settings,
  { loanDockUrl, mailboxUrl }: Addresses,
  seconds: number,
): string {
  const lines = [
    `Ready in ${seconds.toFixed(2)} s`,
    `  Portal     ${publicUrl}`,
    `  API        ${publicUrl}/api/docs`,
    `  LoanDock   ${loanDockUrl}`,
  ]
  if (mailboxUrl) lines.push(`  Mailbox    ${mailboxUrl}`)
  if (oidc) lines.push(`  Sign-on    ${oidc.issuer}`)
  if (intake?.kind === 'FOLDER') lines.push(`  Intake     ${intake.folder}`)
  if (demo) lines.push('', ...demoAccounts)
  return lines.join('\n')
}

const demoAccounts = [
  'Demo accounts: on the sign-in page, select "Continue with LoanDock" and choose one',
  '  seller@acme.example           seller',
  '  seller.two@acme.example       seller who sees and reassigns all of ACME',
  '  seller@birch.example          seller of another company',
  '  underwriter@buyer.example     underwriter',
  '  underwriter.two@buyer.example underwriter who sees the department and assigns SLVs',
  '  slr@buyer.example             SLR reviewer',
  '  tradedesk@buyer.example       trade desk',
  '  admin@buyer.example           every permission',
  '  bdd@buyer.example             business development director of ACME',
  '  new@buyer.example             no access yet',
  `Reviewers sign in by email, with the password ${demoPassword} and the code that is sent to the mailbox`,
  ...reviewers.map(
    ({ email, vendor }) =>
      `  ${email.padEnd(29)} third-party reviewer of ${vendor}`,
  ),
]
