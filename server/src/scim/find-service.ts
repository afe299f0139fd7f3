import { toRecord } from '@portal/contract/lib/typed'
import { type Actor, permissions } from '@portal/contract/user/model'
import { managesEveryone } from '@portal/contract/user/policy'
import { findOrCreateCompany } from '../auth/sessions/log-in.ts'
import type { Ctx } from '../lib/ctx.ts'
import { type Db, inTransaction } from '../lib/database/db.ts'
import type { GroupRights } from '../lib/group-roles.ts'
import { namesTag } from '../lib/http/version.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { ScimRefusal } from './send-error.ts'

/** A request from the identity provider. */
export type Scim = {
  /** The actor is the service. */
  ctx: Ctx
  /** The base address of all resources. */
  base: string
  groupRoles: readonly GroupRights[]
}

const email = 'scim@service.invalid'

/**
 * The actor that history names for changes by SCIM. It has every permission,
 * and no one can sign in as it.
 */
export async function findService(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  companyName: string,
): Promise<Actor> {
  const row =
    (await read(db).executeTakeFirst()) ?? (await create(db, now, companyName))
  const all = toRecord(permissions, () => true)
  return { ...row, role: 'UNDERWRITER', permissions: all, isService: true }
}

const read = (db: Db) =>
  db
    .selectFrom('appUser')
    .select(['id', 'name', 'companyId'])
    .where('email', '=', email)

const create = (db: Db, now: Date, companyName: string) =>
  inTransaction(db, async (tx) => {
    const buyer = await findOrCreateCompany(
      tx,
      { kind: 'STAFF', companyName, corrId: null },
      now,
    )
    await tx
      .insertInto('appUser')
      .values({
        email,
        firstName: 'SCIM',
        companyId: buyer.id,
        status: 'INACTIVE',
        isService: true,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    return read(tx).executeTakeFirstOrThrow()
  })

/**
 * Runs a write in a transaction, one at a time with all other changes of
 * rights.
 */
export const provision = <T>(
  { ctx }: Scim,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> => transactWithRights(ctx, managesEveryone, work)

/** Throws 412 if If-Match doesn't name this version. */
export function checkVersion(
  ifMatch: string | undefined,
  version: string,
): void {
  if (ifMatch === undefined || namesTag(ifMatch, version)) return
  throw new ScimRefusal(
    412,
    'The resource has changed since this version. Get it again, then retry',
  )
}
