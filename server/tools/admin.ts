import { parseArgs } from 'node:util'
import { email as emailField } from '@portal/contract/lib/fields'
import { Permission, permissionLabels } from '@portal/contract/user/model'
import { type Db, openDb } from '../src/lib/database/db.ts'
import { findKeys } from '../src/lib/integrations/secret-key.ts'
import { readSettings, type Settings } from '../src/lib/settings.ts'
import { addPermission } from '../src/people/add-permission.ts'
import {
  invitationDays,
  inviteFirstAdmin,
} from '../src/people/invite-first-admin.ts'
import { acceptKey } from '../src/system/check-secret-key.ts'
import { findExistingDatabase } from './find-database.ts'
import { runTool } from './run-tool.ts'

/**
 * For operators, whether or not the portal is running: `invite` makes someone
 * the first administrator; `grant` gives an active user a permission, such as
 * one that an upgrade added and no one has yet; `accept-secret-key` lets nodes
 * start with a key that replaced the one of the database.
 */
const usage = `npm run admin -- invite who@buyer.example                    makes them the first administrator
npm run admin -- grant who@buyer.example manageGuidelines   gives them a permission
npm run admin -- accept-secret-key                          after you replaced SECRET_KEY`

await runTool(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [command, given = '', wanted, ...rest] = positionals
  const email = emailField.safeParse(given.toLowerCase()).data
  const permission = Permission.safeParse(wanted).data
  const settings = readSettings(process.env)

  if (command === 'invite' && email && wanted === undefined)
    await withDatabase(settings, (db) => invite(db, email, settings))
  else if (command === 'grant' && email && permission && rest.length === 0)
    await withDatabase(settings, (db) => grant(db, email, permission))
  else if (command === 'accept-secret-key' && positionals.length === 1)
    await withDatabase(settings, (db) => acceptSecretKey(db, settings))
  else explain(command, given, wanted)
})

function explain(
  command: string | undefined,
  given: string,
  wanted: string | undefined,
) {
  const email = emailField.safeParse(given.toLowerCase()).data
  const permission = Permission.safeParse(wanted).data
  if (given && !email) console.error(`${given} is not an email address`)
  if (command === 'grant' && wanted && !permission)
    console.error(
      `${wanted} is not a permission. Choose one of: ${Permission.options.join(', ')}`,
    )
  console.error(usage)
  process.exitCode = 2
}

async function withDatabase(
  settings: Settings,
  work: (db: Db) => Promise<void>,
) {
  const database = await findExistingDatabase(settings)
  if (!database)
    throw new Error(
      `There is no database in ${settings.dataDir}. Start the portal first, or run this command with its settings: node --env-file=… server/tools/admin.ts`,
    )
  const { url, stop } = database
  const db = openDb({ url, size: 1 })
  try {
    await work(db)
  } finally {
    await db.destroy()
    await stop()
  }
}

function refuse(reason: string) {
  console.error(`Nothing was changed: ${reason}`)
  process.exitCode = 1
}

async function invite(db: Db, address: string, { publicUrl }: Settings) {
  const invited = await inviteFirstAdmin(db, new Date(), address)
  if (invited.outcome === 'REFUSED') return refuse(invited.reason)
  const isNew = invited.outcome === 'INVITED'
  console.log(
    isNew
      ? `${address} will become the administrator if they sign in within ${invitationDays} days`
      : `${address} is now an administrator`,
  )
  if (isNew && invited.replaced !== null)
    console.log(
      invited.replaced === address
        ? 'Their earlier invitation was renewed'
        : `The invitation of ${invited.replaced} is no longer valid`,
    )
  console.log(`Ask them to:
  1. open ${publicUrl} and sign in with their company account
  2. grant others access in ${publicUrl}/settings/permissions`)
}

async function grant(db: Db, address: string, added: Permission) {
  const refusal = await addPermission(db, new Date(), address, added)
  if (refusal) return refuse(refusal)
  console.log(`${address} now has the permission ${permissionLabels[added]}`)
}

async function acceptSecretKey(db: Db, { secretKey, dataDir }: Settings) {
  const keys = await findKeys(secretKey, dataDir)
  if (!keys) return refuse('SECRET_KEY is not set')
  await acceptKey(db, keys, new Date())
  console.log('Nodes now start only with this SECRET_KEY')
}
