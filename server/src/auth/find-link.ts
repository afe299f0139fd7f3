import type { Db } from '../lib/db.ts'
import { badRequest } from '../lib/errors.ts'
import { hashOf } from './session.ts'

/** 400: used, voided by a newer one, too old, or never made; nobody can tell which. */
export const linkIsOver = () =>
  badRequest([{ field: 'token', error: 'This link is no longer valid' }], 'This link is no longer valid')

/** The token of `Authorization: Bearer`; undefined when there is none. */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^Bearer ([\w-]{43})$/.exec(header ?? '')?.[1]

/** Whose open link a token is of. Throws 400 when it is of none. */
export async function findLink({ db, now }: { db: Db; now: Date }, token: string | undefined) {
  if (token === undefined) throw linkIsOver()
  const link = await db
    .selectFrom('accountLink')
    .innerJoin('appUser', 'appUser.id', 'accountLink.userId')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .select([
      'accountLink.userId',
      'accountLink.purpose',
      'appUser.id',
      'appUser.companyId',
      'appUser.email',
      'appUser.name',
      'company.name as companyName',
    ])
    .where('accountLink.tokenHash', '=', hashOf(token))
    .where('accountLink.usedAt', 'is', null)
    .where('accountLink.expiresAt', '>', now)
    .where('appUser.status', '=', 'ACTIVE')
    .executeTakeFirst()
  if (!link) throw linkIsOver()
  return link
}
