import { parseArgs } from 'node:util'
import { email as emailField } from '@portal/contract/lib/fields'
import { openDb } from '../src/lib/database/db.ts'
import { readSettings } from '../src/lib/settings.ts'
import { invitationDays, inviteFirstAdmin } from '../src/user/invite-first-admin.ts'
import { findDatabase } from './find-database.ts'

/** `npm run admin -- invite who@buyer.example`: makes someone the first administrator, whether or not the portal is running. */
const usage = 'npm run admin -- invite who@buyer.example'
const { positionals } = parseArgs({ allowPositionals: true })
const [command, given = '', ...rest] = positionals
const email = emailField.safeParse(given.toLowerCase()).data
const settings = readSettings(process.env)

if (command !== 'invite' || !email || rest.length > 0) {
  console.error(given && !email ? `${given} is not an email address\n${usage}` : usage)
  process.exitCode = 2
} else {
  await invite(email)
}

async function invite(address: string) {
  const { publicUrl } = settings
  const { url, stop } = await findDatabase(settings)
  const db = openDb({ url, size: 1 })
  try {
    const invited = await inviteFirstAdmin(db, new Date(), address)
    if (invited.outcome === 'REFUSED') {
      console.error(`Nothing was changed: ${invited.reason}`)
      process.exitCode = 1
      return
    }
    const isNew = invited.outcome === 'INVITED'
    console.log(
      isNew
        ? `${address} will become the administrator if they sign in within ${invitationDays} days`
        : `${address} is now an administrator`,
    )
    console.log(`Ask them to:
  1. open ${publicUrl} and sign in with their company account
  2. grant others access in ${publicUrl}/settings/permissions`)
  } finally {
    await db.destroy()
    await stop()
  }
}
