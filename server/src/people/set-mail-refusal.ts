import type {
  setMailRefusal as api,
  User,
} from '@portal/contract/user/manage-api'
import { managesPeople } from '@portal/contract/user/policy'
import type { z } from 'zod'
import type { Ctx } from '../lib/ctx.ts'
import { findManagedUser, presentUser } from '../user/find-user.ts'
import { transactWithRights } from '../user/lock-person.ts'
import { writeRefusal } from '../user/mark-refused.ts'

/**
 * Stops mail to a person whose address returned it, or with a null answer sends
 * it again.
 */
export const setMailRefusal = (
  ctx: Ctx,
  { id, answer }: z.output<typeof api.body>,
): Promise<User> =>
  transactWithRights(ctx, managesPeople, async ({ db, now, actor }) => {
    const person = await findManagedUser({ db, actor }, id)
    if (answer === person.mailRefusal) return presentUser(person)
    await writeRefusal({ db, now, actorId: actor.id }, { userId: id, answer })
    return presentUser(await findManagedUser({ db, actor }, id))
  })
