import { startPortal } from './portal.ts'

const checkAnswers = new URL('../../../server/test/check-answers.ts', import.meta.url)

/**
 * One portal for the run, unless PORTAL_URL names one that is running already. Stories create what they change.
 * Its responses are validated against the OpenAPI document; the run fails if one differs.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.PORTAL_URL) return undefined
  const portal = await startPortal({ NODE_OPTIONS: `--import ${checkAnswers.href}` })
  process.env.PORTAL_URL = portal.url
  process.env.LOAN_DOCK_URL = portal.loanDockUrl
  process.env.MAILBOX_URL = portal.mailboxUrl
  process.env.INTAKE_DIR = portal.intakeFolder
  return async () => {
    const lines = (await portal.log()).split('\n').filter((line) => line.includes('This answer is not as described'))
    await portal.stop()
    if (lines.length > 0) throw new Error(lines.slice(0, 10).join('\n'))
  }
}
