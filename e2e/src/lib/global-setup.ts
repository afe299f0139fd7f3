import { startPortal } from './portal.ts'

/** One portal for the run, unless PORTAL_URL names one that is running already. Stories make what they change. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PORTAL_URL) return undefined
  const portal = await startPortal()
  process.env.PORTAL_URL = portal.url
  process.env.LOAN_DOCK_URL = portal.loanDockUrl
  process.env.MAILBOX_URL = portal.mailboxUrl
  process.env.INTAKE_DIR = portal.intakeFolder
  return portal.stop
}
