import { joinSentences } from '@portal/contract/lib/sentences'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { badRequest } from '../lib/errors.ts'

/**
 * The vendor of a name, ignoring case and surrounding spaces, like the unique
 * index `company_vendor_name`.
 */
export const vendorIdNamed = (name: string | null) =>
  sql<string | null>`(
    select id
    from company
    where kind = 'TPR_VENDOR'
      and lower(trim(company.name)) = lower(trim(${name}::text))
  )`

export async function findVendorNamed(
  db: Db,
  name: string,
): Promise<string | undefined> {
  const { id } = await db
    .selectNoFrom(vendorIdNamed(name).as('id'))
    .executeTakeFirstOrThrow()
  return id ?? undefined
}

/** Public mail domains, which belong to no company. */
const publicDomains = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'yahoo.com',
  'ymail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'gmx.net',
  'mail.com',
  'zoho.com',
  'fastmail.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'cox.net',
  'hey.com',
])

const vendorRequired = (why: string) =>
  badRequest(
    [{ field: 'vendorName', error: joinSentences([why, 'Enter the vendor.']) }],
    why,
  )

const getDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1)

type Vendors = {
  /**
   * The vendor that was named, or the inviter's own; its id is null if it
   * doesn't exist yet.
   */
  named: { id: string | null } | undefined
  /**
   * The vendor for a new user's address, created if needed. Throws 400 if it
   * can't be derived.
   */
  idFor: (email: string) => Promise<string>
}

/**
 * Resolves the vendor of invited addresses. A reviewer invites to their own
 * company, whatever the address.
 */
export async function findVendors(
  { db, actor, now }: Ctx,
  vendorName: string | undefined,
): Promise<Vendors> {
  if (actor.role === 'TPR') {
    await checkOwnVendor(db, actor.companyId, vendorName)
    return {
      named: { id: actor.companyId },
      idFor: async () => actor.companyId,
    }
  }
  if (vendorName === undefined)
    return {
      named: undefined,
      idFor: (email) => vendorOfDomain(db, getDomain(email), now),
    }
  const findNamed = () => findVendorNamed(db, vendorName)
  return {
    named: { id: (await findNamed()) ?? null },
    idFor: async () => (await findNamed()) ?? createVendor(db, vendorName, now),
  }
}

async function checkOwnVendor(
  db: Db,
  companyId: string,
  vendorName: string | undefined,
) {
  if (vendorName === undefined) return
  const own = await db
    .selectFrom('company')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (vendorName.trim().toLowerCase() !== own.name.trim().toLowerCase())
    throw badRequest([
      {
        field: 'vendorName',
        error: 'You can only invite people to your own company',
      },
    ])
}

const createVendor = async (db: Db, name: string, now: Date): Promise<string> =>
  (
    await db
      .insertInto('company')
      .values({ kind: 'TPR_VENDOR', name, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/**
 * Whether the address has the mail domain of the buyer or a seller, whose
 * people sign in through LoanDock.
 */
export async function isLoanDockDomain(
  db: Db,
  email: string,
): Promise<boolean> {
  const domain = getDomain(email)
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

/**
 * The vendor whose people have this mail domain. Throws 400 if there isn't
 * exactly one.
 */
async function vendorOfDomain(
  db: Db,
  domain: string,
  now: Date,
): Promise<string> {
  if (publicDomains.has(domain))
    throw vendorRequired(`${domain} is a public email domain`)
  const companies = await db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select(['company.id', 'company.kind'])
    .distinct()
    .where(sql`split_part(app_user.email, '@', 2)`, '=', domain)
    .execute()
  const [one, ...others] = companies
  if (!one)
    return (await findVendorNamed(db, domain)) ?? createVendor(db, domain, now)
  if (others.length > 0 || one.kind !== 'TPR_VENDOR')
    throw vendorRequired(`More than one vendor, or none, uses ${domain}`)
  return one.id
}
