import { isWithoutRights } from '@portal/contract/integration/policy'
import { mayView } from '@portal/contract/slv/policy'
import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Actor } from '@portal/contract/user/model'
import { managesIntegrations } from '@portal/contract/user/policy'
import type { Db } from '../../lib/database/db.ts'
import { readSlvFacts } from '../../slv/lock.ts'
import { readTdocFacts } from '../../tdoc/lock.ts'
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

/**
 * Whether the owner can see the subject of a delivery now; a test event has
 * none.
 */
export async function maySee(
  db: Db,
  owner: Actor,
  event: string,
  subjectId: string | null,
): Promise<boolean> {
  if (subjectId === null) return true
  if (event.startsWith('slv.')) {
    const slv = (await readSlvFacts(db, [subjectId])).get(subjectId)
    return slv !== undefined && mayView(owner, slv)
  }
  const tdoc = (await readTdocFacts(db, [subjectId])).get(subjectId)
  return tdoc !== undefined && mayViewTdoc(owner, tdoc)
}
