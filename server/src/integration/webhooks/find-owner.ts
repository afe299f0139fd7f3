import { isWithoutRights } from '@portal/contract/integration/policy'
import type { Actor } from '@portal/contract/user/model'
import { managesIntegrations } from '@portal/contract/user/policy'
import type { Db } from '../../lib/database/db.ts'
import { findActor } from '../../user/find-actor.ts'

/**
 * The owner of a webhook with their current rights. Undefined for an inactive
 * user, a person who no longer manages integrations, and a service that may see
 * nothing.
 */
export async function findOwner(
  db: Db,
  ownerId: string,
  isService: boolean,
): Promise<Actor | undefined> {
  const owner = await findActor(db, ownerId)
  if (!owner) return undefined
  const mayOwn = isService
    ? !isWithoutRights(owner)
    : managesIntegrations(owner)
  return mayOwn ? owner : undefined
}
