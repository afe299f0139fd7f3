import type { MailRefusal } from '@portal/contract/user/mail-refusal'
import type { PersonCard, User } from '@portal/contract/user/manage-api'
import {
  type ManagedPersonFacts,
  mayManage,
  maySeePerson,
} from '@portal/contract/user/manage-policy'
import type { Role } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { heldPermissions, permissionMap } from './find-actor.ts'

/** People; services have their own lists (server/src/integration). */
export const userRows = (db: Db) =>
  db
    .selectFrom('appUser')
    .innerJoin('company', 'company.id', 'appUser.companyId')
    .leftJoin('credential', 'credential.userId', 'appUser.id')
    .leftJoin('userRole as acting', (join) =>
      join
        .onRef('acting.userId', '=', 'appUser.id')
        .on('acting.position', '=', 0),
    )
    .where('appUser.isService', '=', false)

export const lastUsedAt = sql<Date | null>`greatest(app_user.last_used_at,
  (select max(last_used_at) from session where user_id = app_user.id))`

export const userColumns = [
  'appUser.id',
  'appUser.firstName',
  'appUser.lastName',
  'appUser.name',
  'appUser.email',
  'appUser.phone',
  'appUser.status',
  'appUser.createdAt',
  'appUser.mailRefusedAt',
  'appUser.mailRefusal',
  'appUser.companyId',
  'company.name as companyName',
  'company.kind as companyKind',
  'company.bddId',
  'credential.userId as credentialId',
  'credential.passwordSetAt',
  lastUsedAt.as('usedAt'),
  sql<
    Role[]
  >`array(select role from user_role where user_id = app_user.id order by position)`.as(
    'roles',
  ),
  heldPermissions,
] as const

const findRow = (db: Db, id: string) =>
  userRows(db)
    .select(userColumns)
    .where('appUser.id', '=', id)
    .executeTakeFirst()
type UserRow = NonNullable<Awaited<ReturnType<typeof findRow>>>

/** A user as the rules of the contract take them. */
export type UserRecord = Omit<UserRow, 'held'> & ManagedPersonFacts
export const toUserRecord = ({ held, ...row }: UserRow): UserRecord => ({
  ...row,
  permissions: permissionMap(held),
})

export async function findUser(
  db: Db,
  id: string,
): Promise<UserRecord | undefined> {
  const row = await findRow(db, id)
  return row && toUserRecord(row)
}

export async function findManagedUser(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  id: string,
): Promise<UserRecord> {
  const person = await findUser(db, id)
  if (!person || !mayManage(actor, person)) throw notFound('User')
  return person
}

export const presentRefusal = ({
  mailRefusedAt,
  mailRefusal,
}: Pick<UserRecord, 'mailRefusedAt' | 'mailRefusal'>): MailRefusal | null =>
  mailRefusedAt === null || mailRefusal === null
    ? null
    : { at: mailRefusedAt.toISOString(), answer: mailRefusal }

export const presentUser = ({
  bddId: _,
  credentialId,
  passwordSetAt,
  usedAt,
  createdAt,
  mailRefusedAt,
  mailRefusal,
  ...person
}: UserRecord): User => ({
  ...person,
  roles: [...person.roles],
  signsInWith: credentialId === null ? 'LOAN_DOCK' : 'PASSWORD',
  isInvited: credentialId !== null && passwordSetAt === null,
  mailRefusal: presentRefusal({ mailRefusedAt, mailRefusal }),
  createdAt: createdAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
})

/**
 * A user's card, with the full record for their managers. Throws 404 for users
 * whom the actor may not see.
 */
export async function getPerson(
  { db, actor }: Ctx,
  id: string,
): Promise<PersonCard> {
  const person = await findUser(db, id)
  if (!person || !maySeePerson(actor, person)) throw notFound('User')
  const { name, status, roles, companyName, email, phone } = person
  return {
    id,
    name,
    status,
    companyName,
    email,
    phone,
    role: roles[0] ?? 'DEFAULT',
    user: mayManage(actor, person) ? presentUser(person) : null,
  }
}
