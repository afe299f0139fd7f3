import {
  maxViews,
  type SavedView,
  type ViewChange,
  type ViewForm,
} from '@portal/contract/view/model'
import { sql } from 'kysely'
import { type Ctx, transact } from '../lib/ctx.ts'
import { badRequest, conflict, forbidden, notFound } from '../lib/errors.ts'
import { lockPersonForUpdate } from '../user/lock-person.ts'
import { checkSearch } from './check-search.ts'
import { mayList, presentView, viewColumns } from './list-views.ts'

/**
 * Saves a view of the actor. Throws 403 for a list that they may not use, 400
 * for a name in use or a search that the list rejects, 409 at `maxViews`.
 */
export const createView = (
  ctx: Ctx,
  { search, ...form }: ViewForm,
): Promise<SavedView> =>
  transact(ctx, async (inner) => {
    const { db, actor, now } = inner
    if (!mayList(actor).includes(form.list))
      throw forbidden('You do not have permission to do this')
    const stored = checkSearch(form.list, search)
    // Locks the actor, so that two simultaneous requests can't exceed the limit
    // or take one name.
    await lockPersonForUpdate(db, actor.id)
    const { count } = await db
      .selectFrom('savedView')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('userId', '=', actor.id)
      .executeTakeFirstOrThrow()
    if (count >= maxViews)
      throw conflict(`You already have ${maxViews} views. Delete one first.`)
    await refuseTakenName(inner, form)
    const row = await db
      .insertInto('savedView')
      .values({
        ...form,
        search: stored,
        userId: actor.id,
        companyId: actor.companyId,
        createdAt: now,
      })
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
    return presentView(inner, { ...row, ownerName: actor.name })
  })

/**
 * Changes the actor's view. Throws 404 for someone else's, and 400 for a name
 * in use or a search that its list rejects.
 */
export const changeView = (
  ctx: Ctx,
  id: string,
  change: ViewChange,
): Promise<SavedView> =>
  transact(ctx, async (inner) => {
    const { db, actor } = inner
    await lockPersonForUpdate(db, actor.id)
    const own = db
      .selectFrom('savedView')
      .where('id', '=', id)
      .where('userId', '=', actor.id)
    const old = await own.select(viewColumns).executeTakeFirst()
    if (!old) throw notFound('View')
    if (change.name !== undefined)
      await refuseTakenName(inner, { list: old.list, name: change.name }, id)
    const { search, ...rest } = change
    const row = await db
      .updateTable('savedView')
      .set({
        // An update without a column isn't valid SQL.
        isShared: old.isShared,
        ...rest,
        ...(search && { search: checkSearch(old.list, search) }),
      })
      .where('id', '=', id)
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
    return presentView(inner, { ...row, ownerName: actor.name })
  })

/** Deletes the actor's view. Throws 404 for someone else's. */
export async function deleteView(
  { db, actor }: Ctx,
  id: string,
): Promise<{ id: string }> {
  const deleted = await db
    .deleteFrom('savedView')
    .where('id', '=', id)
    .where('userId', '=', actor.id)
    .returning('id')
    .executeTakeFirst()
  if (!deleted) throw notFound('View')
  return deleted
}

const refuseTakenName = async (
  { db, actor }: Ctx,
  { list, name }: Pick<SavedView, 'list' | 'name'>,
  exceptId?: string,
) => {
  const taken = await db
    .selectFrom('savedView')
    .select('id')
    .where('userId', '=', actor.id)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .$if(exceptId !== undefined, (views) =>
      views.where('id', '<>', exceptId ?? ''),
    )
    .executeTakeFirst()
  if (taken)
    throw badRequest([
      { field: 'name', error: 'You already have a view with this name' },
    ])
}
