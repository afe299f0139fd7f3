import type {
  updateUser as api,
  PersonCard,
} from '@portal/contract/user/manage-api'
import type { z } from 'zod'
import { changesBetween } from '../lib/changes.ts'
import { type Ctx, transact } from '../lib/ctx.ts'
import { notFound } from '../lib/errors.ts'
import { writeUserChange } from '../user/changes.ts'
import { getPerson } from '../user/find-user.ts'

/**
 * Updates the actor's own name and phone number. Throws 404 for anyone else's
 * id.
 */
export const editOwn = (
  ctx: Ctx,
  { id, ...sent }: z.output<typeof api.body>,
): Promise<PersonCard> =>
  transact(ctx, async (inner) => {
    const { db, now, actor } = inner
    if (id !== undefined && id !== actor.id) throw notFound('User')
    const before = await db
      .selectFrom('appUser')
      .select(['firstName', 'lastName', 'phone'])
      .where('id', '=', actor.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const set = Object.fromEntries(
      Object.entries(sent).filter(([, value]) => value !== undefined),
    )
    const changes = changesBetween(before, set)
    if (changes.length > 0) {
      await db
        .updateTable('appUser')
        .set(set)
        .where('id', '=', actor.id)
        .execute()
      await writeUserChange(
        { db, now, actorId: actor.id },
        { userId: actor.id, action: 'edit', changes },
      )
    }
    return getPerson(inner, actor.id)
  })
