import { sendGallery } from '../src/demo/send-gallery.ts'
import { openDb } from '../src/lib/database/db.ts'
import { openMailer } from '../src/lib/integrations/mail.ts'
import { openKeys } from '../src/lib/integrations/secret-key.ts'
import { readSettings, type Settings } from '../src/lib/settings.ts'
import { findDatabase } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * For developers, while `npm start` runs with demo data: sends every mail to the
 * sandbox's mailbox. Changes nothing in the database.
 */
const usage = 'npm run mails'

await runTool(usage, async () => {
  const settings = readSettings(process.env)
  if (settings.loanDockUrl || settings.smtpUrl || !settings.demo) {
    console.error('This needs the sandbox and demo data')
    process.exitCode = 2
  } else await sendMails(settings)
})

async function sendMails(settings: Settings) {
  const { url, stop } = await findDatabase(settings)
  const db = openDb({ url, size: 1 })
  const mailer = openMailer({
    url: `smtp://127.0.0.1:${settings.port + 2}`,
    from: settings.mailFrom,
  })
  try {
    const sent = await sendGallery({
      db,
      mailer,
      now: new Date(),
      keys: await openKeys(settings.secretKey, settings.dataDir),
      brandName: settings.brand.name,
      publicUrl: settings.publicUrl,
    })
    console.log(`Sent ${sent} mails: http://localhost:${settings.port + 3}`)
  } finally {
    mailer.close()
    await db.destroy()
    await stop()
  }
}
