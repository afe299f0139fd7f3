import { startPortal } from './portal.ts'

const checkAnswers = new URL(
  '../../../server/test/check-answers.ts',
  import.meta.url,
)

/** Whether the web app was built from the current sources. */
async function isWebBuilt(): Promise<boolean> {
  const setup: { isWebBuilt: () => boolean } = await import(
    new URL('../../../scripts/prepare.mjs', import.meta.url).href
  )
  return setup.isWebBuilt()
}

/**
 * One portal for the run, unless PORTAL_URL names a running one. Stories create
 * what they change. Its responses are compared with the OpenAPI description;
 * the run fails if one differs. Internal errors are printed with their causes.
 */
export default async function globalSetup(): Promise<
  (() => Promise<void>) | undefined
> {
  if (process.env.PORTAL_URL) return undefined
  if (!(await isWebBuilt()))
    process.stdout.write(
      'The web app has changed since it was built, so stories see the old build. Build it first: npm run check\n',
    )
  const portal = await startPortal({
    NODE_OPTIONS: `--import ${checkAnswers.href}`,
  })
  process.env.PORTAL_URL = portal.url
  process.env.LOAN_DOCK_URL = portal.loanDockUrl
  process.env.MAILBOX_URL = portal.mailboxUrl
  process.env.INTAKE_DIR = portal.intakeFolder
  return async () => {
    const lines = (await portal.log()).split('\n')
    await portal.stop()
    const failures = lines.filter((line) =>
      line.includes('Something went wrong on our end'),
    )
    for (const failure of failures) process.stdout.write(`${failure}\n`)
    const misdescribed = lines.filter((line) =>
      line.includes('This answer is not as described'),
    )
    if (misdescribed.length > 0)
      throw new Error(misdescribed.slice(0, 10).join('\n'))
  }
}
