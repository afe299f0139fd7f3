import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import { refuseType } from './add-comment.ts'
import { findPeople } from './find-people.ts'
import { tdocTopic } from './find-tdoc-topic.ts'

/** Says something openly about each of these Tdocs, which are locked. Who is told of it is the caller's to find and to tell. */
export async function addTdocComments(ctx: Ctx, said: readonly { tdoc: LockedTdoc; message: string }[]) {
  for (const { tdoc } of said) refuseType(ctx, tdocTopic(tdoc), 'EXTERNAL')
  if (said.length === 0) return
  const rows = said.map(({ tdoc, message }) => ({
    ...{ tdocId: tdoc.id, message, type: 'EXTERNAL' as const },
    ...{ authorId: ctx.actor.id, createdAt: ctx.now },
  }))
  await ctx.db.insertInto('comment').values(rows).execute()
}

/** Who wrote about each of these Tdocs of one vendor and may still open it and read what is said openly, by the Tdoc's id. */
export async function findTdocAuthors(ctx: Ctx, tdocs: readonly LockedTdoc[]): Promise<Map<string, string[]>> {
  const [first] = tdocs
  if (!first) return new Map()
  const ids = tdocs.map(({ id }) => id)
  const rows = await ctx.db
    .selectFrom('comment')
    .select(['tdocId', 'authorId'])
    .distinct()
    .where((eb) => eb('tdocId', '=', eb.fn.any(eb.val(ids))))
    .where('authorId', '<>', ctx.actor.id)
    .where('deletedAt', 'is', null)
    .execute()
  const authors = [...new Set(rows.map(({ authorId }) => authorId))]
  const topic = tdocTopic(first)
  const people = (await findPeople(ctx, topic, authors)).filter(({ role }) => topic.mayRead(role, 'EXTERNAL'))
  const byTdoc = Map.groupBy(rows, ({ tdocId }) => tdocId ?? '')
  return new Map(
    tdocs.map((tdoc) => {
      const wrote = new Set((byTdoc.get(tdoc.id) ?? []).map(({ authorId }) => authorId))
      const readers = people.filter((person) => wrote.has(person.id) && mayViewTdoc(person, tdoc))
      return [tdoc.id, readers.map(({ id }) => id)]
    }),
  )
}
