import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'

/** Which vendor a name means: letter case and the blanks around it do not count. The unique index `company_vendor_name` is this. */
export const vendorIdNamed = (name: string | null) =>
  sql<
    string | null
  >`(select id from company where kind = 'TPR_VENDOR' and lower(trim(company.name)) = lower(trim(${name}::text)))`

/** The vendor of a name, or undefined. */
export async function findVendorNamed(db: Db, name: string): Promise<string | undefined> {
  const { id } = await db.selectNoFrom(vendorIdNamed(name).as('id')).executeTakeFirstOrThrow()
  return id ?? undefined
}
