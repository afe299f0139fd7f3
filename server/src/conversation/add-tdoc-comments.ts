import { mayViewTdoc } from '@portal/contract/tdoc/policy'
import type { Ctx } from '../lib/ctx.ts'
import type { LockedTdoc } from '../tdoc/lock.ts'
import { refuseType } from './add-comment.ts'
import { findPeople } from './find-people.ts'
import { tdocTopic } from './find-tdoc-topic.ts'

/** Adds an external comment to each of these locked Tdocs. The caller sends the notifications. */
export async function addTdocComments(ctx: Ctx, comments: readonly { tdoc: LockedTdoc; message: string }[]) {
  for (const { tdoc } of comments) refuseType(ctx, tdocTopic(tdoc), 'EXTERNAL')
  if (comments.length === 0) return
  const rows = comments.map(({ tdoc, message }) => ({
    ...{ tdocId: tdoc.id, message, type: 'EXTERNAL' as const },
    ...{ authorId: ctx.actor.id, createdAt: ctx.now },
  }))
  await ctx.db.insertInto('comment').values(rows).execute()
}

/** The earlier authors on each of these Tdocs of one vendor who may still read external comments, by the Tdoc's id. */
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
