import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { email as emailField } from '@portal/contract/lib/fields'
import { checkLabels, checkStateLabels } from '@portal/contract/system/model'
import { describeFailure } from '../src/lib/describe-failure.ts'
import { openFiles } from '../src/lib/files/open-files.ts'
import { openMailer } from '../src/lib/integrations/mail.ts'
import { findKeys } from '../src/lib/integrations/secret-key.ts'
import {
  readSettings,
  type Settings,
  SettingsError,
} from '../src/lib/settings.ts'
import { fail, notChecked, pass } from '../src/system/check-outcome.ts'
import { type CheckResult, checkPortal } from '../src/system/check-portal.ts'
import { sendTestMail } from '../src/system/send-test-mail.ts'
import { findExistingDatabase } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * `npm run doctor`: checks the settings of this machine and everything that the
 * portal needs, whether or not it is running. Exits with 0, with 1 if a check
 * failed, or with 2 for an unknown option or an invalid address.
 */
const usage = `npm run doctor                                   checks this machine
npm run doctor -- --json                         for scripts
npm run doctor -- --send-to who@buyer.example    also sends a test email`

function readOptions() {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, 'send-to': { type: 'string' } },
    })
    const sendTo = values['send-to']
    if (sendTo !== undefined && !emailField.safeParse(sendTo).success)
      throw new Error(`${sendTo} is not an email address`)
    return { isJson: values.json ?? false, sendTo }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(usage)
    process.exitCode = 2
    return undefined
  }
}

async function examine(sendTo: string | undefined): Promise<CheckResult[]> {
  let settings: Settings
  try {
    settings = readSettings(process.env)
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(toProblem)
    throw error
  }
  const database = findExistingDatabase(settings)
  try {
    const results = await checkPortal({
      settings,
      openDatabase: () => database,
      openFiles: () =>
        openFiles(settings.filesUrl, join(settings.dataDir, 'incoming')),
      keys: await findKeys(settings.secretKey, settings.dataDir),
      loanDockUrl: settings.loanDockUrl,
      smtpUrl: settings.smtpUrl,
      clock: () => new Date(),
    })
    if (sendTo) results.push(await sendMail(settings, sendTo))
    return results
  } finally {
    await database.then((found) => found?.stop()).catch(() => undefined)
  }
}

const toProblem = (problem: string): CheckResult => ({
  name: 'SETTINGS',
  ...fail(problem, 'Nothing else was checked. Fix the settings first'),
})

async function sendMail(
  { smtpUrl, mailFrom, brand, publicUrl }: Settings,
  to: string,
): Promise<CheckResult> {
  const name = 'MAIL'
  if (smtpUrl === undefined)
    return {
      name,
      ...notChecked('No test email was sent: SMTP_URL is not set'),
    }
  const mailer = openMailer({ url: smtpUrl, from: mailFrom })
  try {
    const answer = await sendTestMail(
      { mailer, brandName: brand.name, publicUrl },
      to,
    )
    if (answer === null)
      return { name, ...pass(`The mail server accepted a test email to ${to}`) }
    return {
      name,
      ...fail(`The mail server refused ${to}: ${answer}`, 'Check the address'),
    }
  } catch (cause) {
    const advice = 'Check SMTP_URL and MAIL_FROM'
    return { name, ...fail(describeFailure(cause), advice), cause }
  } finally {
    mailer.close()
  }
}

const hasFailed = (results: readonly CheckResult[]) =>
  results.some(({ state }) => state === 'FAILED')

/** What the other system said. Only operators see it, because it may quote data. */
function toDetail({ cause, finding }: CheckResult): string | null {
  let text = ''
  let error = cause
  while (error instanceof Error) {
    const message = error.message.trim()
    // An error often repeats the message of its cause.
    if (message !== finding && !text.includes(message))
      text += text ? `: ${message}` : message
    // Where a host has several addresses, each attempt has its own error.
    error = error instanceof AggregateError ? error.errors[0] : error.cause
  }
  return text || null
}

/** What is printed, which is also what a log would have. */
function toPrinted(result: CheckResult) {
  const { cause: _, ...check } = result
  const finding = check.finding.replace(': see the log', '')
  return { ...check, finding, detail: toDetail(result) }
}
type Printed = ReturnType<typeof toPrinted>

function printLine({ name, state, finding, advice, detail }: Printed) {
  const label = checkLabels[name].padEnd(15)
  console.log(`${checkStateLabels[state].padEnd(12)} ${label} ${finding}`)
  const indent = ' '.repeat(29)
  if (detail) console.log(`${indent}${detail}`)
  if (advice) console.log(`${indent}→ ${advice}`)
}

await runTool(usage, async () => {
  const options = readOptions()
  if (!options) return
  const results = await examine(options.sendTo)
  const checks = results.map(toPrinted)
  if (options.isJson)
    console.log(JSON.stringify({ isOk: !hasFailed(results), checks }, null, 2))
  else for (const check of checks) printLine(check)
  if (hasFailed(results)) process.exitCode = 1
  // Checks that exceeded their limit may still be waiting for an answer.
  setTimeout(() => process.exit(), 1000).unref()
})
