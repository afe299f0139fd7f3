import { KeyScope, type Service } from '@portal/contract/integration/model'
import { hasAll } from '@portal/contract/integration/policy'
import { isOneOf } from '@portal/contract/lib/typed'
import { type Actor, permissions, type UserStatus } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { Ctx } from '../lib/ctx.ts'
import type { Db } from '../lib/database/db.ts'
import { notFound } from '../lib/errors.ts'
import { heldPermissions, permissionMap } from '../user/find-actor.ts'
import { isCreatorEntitled } from './end-orphaned-keys.ts'

/** Services of the actor's company. */
const serviceRows = ({ db, actor }: Ctx) =>
  db
    .selectFrom('appUser')
    .innerJoin('userRole', (join) => join.onRef('userRole.userId', '=', 'appUser.id').on('userRole.position', '=', 0))
    .select(['appUser.id', 'appUser.name', 'appUser.status', 'appUser.createdAt', 'userRole.role', heldPermissions])
    .where('appUser.isService', '=', true)
    .where('appUser.companyId', '=', actor.companyId)
    .orderBy(sql`lower(app_user.name), app_user.id`)

type ServiceRow = Awaited<ReturnType<ReturnType<typeof serviceRows>['execute']>>[number]

/** The company's services by name, with their keys. */
export async function listServices(ctx: Ctx): Promise<Service[]> {
  return withKeys(ctx, await serviceRows(ctx).execute())
}

/** Throws 404 for a service of another company. */
export async function getService(ctx: Ctx, id: string): Promise<Service> {
  const [service] = await withKeys(ctx, await serviceRows(ctx).where('appUser.id', '=', id).execute())
  if (!service) throw notFound('Service')
  return service
}

/** A service of the actor's company, as an actor for access rules; locked until the transaction ends. */
export async function lockService(ctx: Ctx, id: string): Promise<Actor & { status: UserStatus }> {
  const row = await serviceRows(ctx).where('appUser.id', '=', id).forUpdate('appUser').executeTakeFirst()
  if (!row) throw notFound('Service')
  const { held, createdAt: _, ...service } = row
  return { ...service, companyId: ctx.actor.companyId, permissions: permissionMap(held) }
}

export const permissionsOf = (service: Pick<Actor, 'permissions'>) =>
  permissions.filter((key) => service.permissions[key])

async function withKeys({ db, actor }: Ctx, rows: readonly ServiceRow[]): Promise<Service[]> {
  const keys = await db
    .selectFrom('apiKey')
    .innerJoin('appUser', 'appUser.id', 'apiKey.createdById')
    .select(['apiKey.id', 'apiKey.serviceId', 'apiKey.shown', 'apiKey.createdAt', 'apiKey.expiresAt'])
    .select(['apiKey.lastUsedAt', 'apiKey.scopes', 'apiKey.replacedById', 'apiKey.orphanedAt', 'apiKey.createdById'])
    .select('appUser.name as createdBy')
    .where((eb) => eb('apiKey.serviceId', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))))
    .orderBy('apiKey.id', 'desc')
    .execute()
  const byService = Map.groupBy(keys, ({ serviceId }) => serviceId)
  const services: Service[] = []
  for (const { id, name, status, createdAt, role, held } of rows) {
    const has = permissionsOf({ permissions: permissionMap(held) })
    const present = (key: (typeof keys)[number]) => presentKey(db, key, { companyId: actor.companyId, held })
    services.push({
      id,
      name,
      role,
      permissions: has,
      isActive: status === 'ACTIVE',
      createdAt: createdAt.toISOString(),
      mayCreateKeys: hasAll(actor, has),
      keys: await Promise.all((byService.get(id) ?? []).map(present)),
    })
  }
  return services
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

/** Flags a key whose creator left, even before the job has found it. */
async function presentKey(db: Db, key: KeyRow, service: { companyId: string; held: readonly string[] }) {
  const { id, shown, createdBy, createdById } = key
  const isOrphaned = key.orphanedAt !== null || !(await isCreatorEntitled(db, { createdById, ...service }))
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
