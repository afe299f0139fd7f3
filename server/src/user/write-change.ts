import type { UserAction } from '@portal/contract/user/manage-api'
import type { Db } from '../lib/db.ts'

/** One thing that changed of a person; never a secret. */
export type PersonChange = { field: string; before: unknown; after: unknown }

type Written = {
  /** Whose history it is. */
  userId: string
  action: UserAction
  changes?: readonly PersonChange[]
  /** What the person was told with it. */
  customMessage?: string | null
}

/**
 * Writes what changed of a person, in the transaction of the change: the only way into their history. `actorId` is null
 * where nobody is signed in. Answers the id of the line.
 */
export const writeUserChange = async (
  { db, now, actorId }: { db: Db; now: Date; actorId: string | null },
  { userId, action, changes = [], customMessage = null }: Written,
): Promise<number> => {
  const { id } = await db
    .insertInto('userHistory')
    .values({ userId, at: now, actorId, action, changes: JSON.stringify(changes), customMessage })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
