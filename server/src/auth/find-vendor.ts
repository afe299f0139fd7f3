import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'
import { findVendorNamed } from '../user/find-vendor-named.ts'

/** Where anybody gets a mailbox: such a domain says nothing of a company. */
const publicDomains = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'yahoo.com', 'ymail.com'],
  ...['icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'gmx.com', 'gmx.net', 'mail.com'],
  ...['zoho.com', 'fastmail.com', 'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'cox.net', 'hey.com'],
])

const sayWhich = (why: string) => badRequest([{ field: 'vendorName', error: `${why}: say which vendor it is` }], why)

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** For whom an inviter's addresses are. */
type Vendors = {
  /** The one that was named, or the inviter's own; its id is null when there is none of that name yet. */
  named: { id: string | null } | undefined
  /** The vendor of a new person's address, made when it is not there yet. Throws 400 where nothing says which. */
  idFor: (email: string) => Promise<string>
}

/** How this inviter's addresses find their vendor. A reviewer invites for their own company, whatever the address. */
export async function findVendors({ db, actor, now }: Ctx, vendorName: string | undefined): Promise<Vendors> {
  if (actor.role === 'TPR') {
    await refuseOther(db, actor.companyId, vendorName)
    return { named: { id: actor.companyId }, idFor: async () => actor.companyId }
  }
  const made = new Map<string, string>()
  const remember = async (key: string, find: () => Promise<string>) => {
    const id = made.get(key) ?? (await find())
    made.set(key, id)
    return id
  }
  if (vendorName !== undefined) {
    const id = (await findVendorNamed(db, vendorName)) ?? null
    return { named: { id }, idFor: () => remember('', async () => id ?? makeVendor(db, vendorName, now)) }
  }
  return {
    named: undefined,
    idFor: (email) => remember(domainOf(email), () => vendorOfDomain(db, domainOf(email), now)),
  }
}

async function refuseOther(db: Db, companyId: string, vendorName: string | undefined) {
  if (vendorName === undefined) return
  const own = await db.selectFrom('company').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  if (vendorName.trim().toLowerCase() !== own.name.trim().toLowerCase())
    throw badRequest([{ field: 'vendorName', error: 'You invite for your own company' }])
}

const makeVendor = async (db: Db, name: string, now: Date): Promise<string> =>
  (
    await db
      .insertInto('company')
      .values({ kind: 'TPR_VENDOR', name, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/**
 * Whether people of the buyer or a seller have this address's mail domain: they come through LoanDock, and an invitation
 * would put one of them into a vendor. Of a domain where anybody has an address nothing follows.
 */
export async function isOfLoanDock(db: Db, email: string): Promise<boolean> {
  const domain = domainOf(email)
  if (publicDomains.has(domain)) return false
  const one = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select('appUser.id')
    .where(sql`split_part(app_user.email, '@', 2)`, '=', domain)
    .where('company.kind', '!=', 'TPR_VENDOR')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/** The one vendor whose people have this mail domain. Throws 400 where the domain does not say. */
async function vendorOfDomain(db: Db, domain: string, now: Date): Promise<string> {
  if (publicDomains.has(domain)) throw sayWhich(`Anybody can have an address at ${domain}`)
  const companies = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select(['company.id', 'company.kind'])
    .distinct()
    .where(sql`split_part(app_user.email, '@', 2)`, '=', domain)
    .execute()
  const [one, ...others] = companies
  if (!one) return (await findVendorNamed(db, domain)) ?? makeVendor(db, domain, now)
  if (others.length > 0 || one.kind !== 'TPR_VENDOR') throw sayWhich(`${domain} is not of one vendor alone`)
  return one.id
}
