import { randomUUID } from 'node:crypto'
import {
  maxCounts,
  type NewService,
  type Service,
  type ServiceChange,
} from '@portal/contract/integration/model'
import { grantRefusal } from '@portal/contract/integration/policy'
import { managesIntegrations } from '@portal/contract/user/policy'
import { changesBetween } from '../lib/changes.ts'
import type { Ctx } from '../lib/ctx.ts'
import { conflict } from '../lib/errors.ts'
import { findOpenWork } from '../people/find-open-work.ts'
import { type PersonChange, writeUserChange } from '../user/changes.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { writeRights } from '../user/write-rights.ts'
import {
  getService,
  listPermissions,
  listServices,
  lockService,
} from './list-services.ts'

/**
 * Creates a service of the actor's company in the actor's role. Throws 409 for
 * a permission that the actor lacks.
 */
export const createService = (
  ctx: Ctx,
  { name, permissions }: NewService,
): Promise<Service> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    const { db, now, actor } = inner
    const granted = [...new Set(permissions)]
    const refusal = grantRefusal(actor, granted)
    if (refusal) throw conflict(refusal)
    const others = await listServices(inner)
    if (others.length >= maxCounts.services)
      throw conflict(`A company can have up to ${maxCounts.services} services`)
    checkName(name, others)

    const { id } = await db
      .insertInto('appUser')
      .values({
        email: `${randomUUID()}@service.invalid`,
        isService: true,
        firstName: name,
        companyId: actor.companyId,
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('userRole')
      .values({ userId: id, role: actor.role, position: 0 })
      .execute()
    await writeRights(inner, id, { roles: null, granted, taken: [] })
    const changes = [
      { field: 'name', before: null, after: name },
      ...granted.map((field) => ({ field, before: false, after: true })),
    ]
    await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: id, action: 'create-service', changes },
    )
    return getService(inner, id)
  })

/**
 * Throws 404 for a service of another company, 409 for a permission that the
 * actor lacks.
 */
export const updateService = (
  ctx: Ctx,
  id: string,
  { name, permissions, isActive }: ServiceChange,
): Promise<Service> =>
  transactWithRights(ctx, managesIntegrations, async (inner) => {
    const { db, now, actor } = inner
    const service = await lockService(inner, id)
    const had = listPermissions(service)
    const wanted = permissions ?? had
    const added = [...new Set(wanted)].filter((key) => !had.includes(key))
    const removed = had.filter((key) => !wanted.includes(key))
    const refusal = grantRefusal(actor, added)
    if (refusal) throw conflict(refusal)
    let { status } = service
    if (isActive !== undefined) status = isActive ? 'ACTIVE' : 'INACTIVE'
    const changes: PersonChange[] = [
      ...changesBetween(service, { name: name ?? service.name }),
      ...added.map((field) => ({ field, before: false, after: true })),
      ...removed.map((field) => ({ field, before: true, after: false })),
      ...changesBetween(service, { status }),
    ]
    if (changes.length === 0) return getService(inner, id)

    if (name !== undefined) await rename(inner, id, name)
    if (status !== service.status) await setStatus(inner, id, status)
    await writeRights(inner, id, {
      roles: null,
      granted: added,
      taken: removed,
    })
    await writeUserChange(
      { db, now, actorId: actor.id },
      { userId: id, action: 'edit-service', changes },
    )
    return getService(inner, id)
  })

async function rename(ctx: Ctx, id: string, name: string) {
  const services = await listServices(ctx)
  checkName(
    name,
    services.filter((other) => other.id !== id),
  )
  await ctx.db
    .updateTable('appUser')
    .set({ firstName: name })
    .where('id', '=', id)
    .execute()
}

function checkName(name: string, others: readonly Service[]) {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    throw conflict('Your company already has a service with this name')
}

/**
 * Deactivation revokes all keys. Throws 409 while the service owns open SLVs,
 * which no one else could continue.
 */
async function setStatus(
  { db }: Ctx,
  id: string,
  status: 'ACTIVE' | 'INACTIVE',
) {
  if (status === 'INACTIVE') {
    const { seller } = await findOpenWork(db, id)
    if (seller.ids.length > 0)
      throw conflict(
        `Reassign this service’s ${seller.ids.length} open SLV(s) first`,
      )
    await db.deleteFrom('apiKey').where('serviceId', '=', id).execute()
  }
  await db.updateTable('appUser').set({ status }).where('id', '=', id).execute()
}
