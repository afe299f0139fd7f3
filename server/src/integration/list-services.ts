import {
  type ApiKey,
  KeyScope,
  type Service,
} from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { isOneOf } from '@portal/contract/lib/typed'
import {
  type Actor,
  permissions,
  type UserStatus,
} from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import {
  heldPermissions,
  onActingRole,
  permissionMap,
} from '../user/find-actor.ts'
import { findUser, type UserRecord } from '../user/find-user.ts'
import { isCreatorEntitled, type KeyService } from './end-orphaned-keys.ts'

/** Services of the actor's company. */
const serviceRows = ({ db, actor }: Ctx) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', onActingRole)
    .select([
      'appUser.id',
      'appUser.name',
      'appUser.status',
      'appUser.createdAt',
      'userRole.role',
      heldPermissions,
    ])
    .where('appUser.isService', '=', true)
    .where('appUser.companyId', '=', actor.companyId)
    .orderBy(sql`lower(app_user.name), app_user.id`)

type ServiceRow = Awaited<
  ReturnType<ReturnType<typeof serviceRows>['execute']>
>[number]

/** The company's services by name, with their keys. */
export async function listServices(ctx: Ctx): Promise<Service[]> {
  return withKeys(ctx, await serviceRows(ctx).execute())
}

/** Throws 404 for a service of another company. */
export async function getService(ctx: Ctx, id: string): Promise<Service> {
  const [service] = await withKeys(
    ctx,
    await serviceRows(ctx).where('appUser.id', '=', id).execute(),
  )
  if (!service) throw notFound('Service')
  return service
}

/**
 * A service of the actor's company, as an actor for access rules; locked until
 * the transaction ends.
 */
export async function lockService(
  ctx: Ctx,
  id: string,
): Promise<Actor & { status: UserStatus }> {
  const row = await serviceRows(ctx)
    .where('appUser.id', '=', id)
    .forUpdate('appUser')
    .executeTakeFirst()
  if (!row) throw notFound('Service')
  const { held, createdAt: _, ...service } = row
  return {
    ...service,
    companyId: ctx.actor.companyId,
    permissions: permissionMap(held),
  }
}

export const listPermissions = (service: Pick<Actor, 'permissions'>) =>
  permissions.filter((key) => service.permissions[key])

async function withKeys(
  { db, actor }: Ctx,
  rows: readonly ServiceRow[],
): Promise<Service[]> {
  const keys = await db
    .selectFrom('apiKey')
    .innerJoin('appUser', 'appUser.id', 'apiKey.createdById')
    .select([
      'apiKey.id',
      'apiKey.serviceId',
      'apiKey.shown',
      'apiKey.createdAt',
      'apiKey.expiresAt',
    ])
    .select([
      'apiKey.lastUsedAt',
      'apiKey.scopes',
      'apiKey.replacedById',
      'apiKey.orphanedAt',
      'apiKey.createdById',
    ])
    .select('appUser.name as createdBy')
    .where((eb) =>
      eb('apiKey.serviceId', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))),
    )
    .orderBy('apiKey.id', 'desc')
    .execute()
  const byService = Map.groupBy(keys, ({ serviceId }) => serviceId)
  const creators = await findCreators(db, keys)
  return rows.map(({ id, name, status, createdAt, role, held }) => {
    const has = listPermissions({ permissions: permissionMap(held) })
    const service = { companyId: actor.companyId, held }
    return {
      id,
      name,
      role,
      permissions: has,
      isActive: status === 'ACTIVE',
      createdAt: createdAt.toISOString(),
      mayCreateKeys: hasAll(actor, has),
      keys: (byService.get(id) ?? []).map((key) =>
        presentKey(key, creators.get(key.createdById), service),
      ),
    }
  })
}

/** The people who created these keys, each read once. */
async function findCreators(
  db: Db,
  keys: readonly { createdById: string }[],
): Promise<Map<string, UserRecord>> {
  const creators = new Map<string, UserRecord>()
  for (const id of new Set(keys.map(({ createdById }) => createdById))) {
    const creator = await findUser(db, id)
    if (creator) creators.set(id, creator)
  }
  return creators
}

type KeyRow = {
  id: string
  shown: string
  scopes: string[]
  createdAt: Date
  createdBy: string
  createdById: string
  expiresAt: Date
  lastUsedAt: Date | null
  replacedById: string | null
  orphanedAt: Date | null
}

/** Shows that a creator left before the job ends the key. */
function presentKey(
  key: KeyRow,
  creator: UserRecord | undefined,
  service: KeyService,
): ApiKey {
  const { id, shown, createdBy } = key
  const isOrphaned =
    key.orphanedAt !== null || !isCreatorEntitled(creator, service)
  return {
    id,
    shown,
    scopes: key.scopes.filter((scope) => isOneOf(KeyScope.options, scope)),
    createdAt: key.createdAt.toISOString(),
    createdBy,
    expiresAt: key.expiresAt.toISOString(),
    lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    isReplaced: key.replacedById !== null,
    isOrphaned,
  }
}
