import { z } from 'zod'
import { startSandbox } from './start.ts'

const port = z.coerce.number().int().min(0).max(65_535)

const Settings = z.object({
  PORT: port.default(3000).describe("The portal's; the sandbox takes the three after it"),
  LOAN_DOCK_PORT: port.optional(),
  SMTP_PORT: port.optional(),
  MAILBOX_PORT: port.optional(),
  HOST: z.string().default('127.0.0.1'),
  PORTAL_ORIGINS: z.string().optional().describe('With commas between them'),
  DATA_DIR: z.string().optional(),
})

const settings = Settings.safeParse(process.env)
if (!settings.success) {
  console.error(z.prettifyError(settings.error))
  process.exit(1)
}
const { PORT, LOAN_DOCK_PORT, SMTP_PORT, MAILBOX_PORT, HOST, PORTAL_ORIGINS, DATA_DIR } = settings.data

const sandbox = await startSandbox({
  loanDockPort: LOAN_DOCK_PORT ?? PORT + 1,
  smtpPort: SMTP_PORT ?? PORT + 2,
  mailboxPort: MAILBOX_PORT ?? PORT + 3,
  host: HOST,
  portalOrigins: PORTAL_ORIGINS?.split(',').map((origin) => origin.trim()) ?? [
    `http://localhost:${PORT}`,
    `http://127.0.0.1:${PORT}`,
  ],
  dataDir: DATA_DIR,
  log: console.log,
}).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})

console.log(`LoanDock  ${sandbox.loanDockUrl}/docs`)
console.log(`Mailbox   ${sandbox.mailboxUrl}`)
console.log(`SMTP      ${sandbox.smtpUrl}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.stop().then(() => process.exit(0)))
