import { NewComment } from '@portal/contract/conversation/model'
import type { Actor, Permission } from '@portal/contract/user/model'
import { addComment } from '../src/conversation/add-comment.ts'
import type { Ctx } from '../src/lib/ctx.ts'
import type { Db } from '../src/lib/database/db.ts'
import type { Makers } from './makers.ts'
import { findRows } from './rows.ts'

type CommentDraft = {
  type?: 'INTERNAL' | 'EXTERNAL'
  message?: string
  mentions?: readonly string[]
}

/** Adds a comment to an SLV, as its endpoint would. */
export const say = (
  ctx: Ctx,
  slv: { id: string },
  { type = 'INTERNAL', message = 'Words', mentions }: CommentDraft = {},
) =>
  addComment(
    ctx,
    NewComment.parse({
      proxyLoanId: slv.id,
      type,
      message,
      ...(mentions && { mentions }),
    }),
  )

/** The name of a person among these. */
export const nameIn = (people: Record<string, Actor>) => (id: string) =>
  Object.entries(people).find(([, actor]) => actor.id === id)?.[0] ?? id

/**
 * The notifications of an SLV or Tdoc since the last call, as 'who: action',
 * sorted.
 */
export const takeNotices = async (
  db: Db,
  { id }: { id: string },
  people: Record<string, Actor>,
) => {
  const rows = await findRows(db, 'notification', { entityId: id })
  await db.deleteFrom('notification').execute()
  return rows
    .map(({ userId, action }) => `${nameIn(people)(userId)}: ${action}`)
    .sort()
}

/** An SLV in review with a person in every relation to it. */
export async function slvWithPeople(
  a: Makers,
  holds: Permission[] = ['myOwn'],
) {
  const bdd = await a.user({ role: 'BDD' })
  const company = await a.company('SELLER', bdd.id)
  const owner = await a.seller(company.id)
  const people = {
    owner,
    bdd,
    overseer: await a.seller(company.id, 'myCompanyView'),
    colleague: await a.seller(company.id),
    stranger: await a.seller(undefined, 'myCompanyView'),
    underwriter: await a.underwriter(...holds),
    chief: await a.underwriter('viewSlvDepartment'),
    outsider: await a.underwriter('myOwn'),
    manager: await a.underwriter('manageSlr'),
    otherBdd: await a.user({ role: 'BDD' }),
    reviewer: await a.user({ role: 'TPR' }),
  }
  const slv = await a.slv({
    status: 'REVIEW',
    sellerId: owner.id,
    underwriterId: people.underwriter.id,
  })
  return { ...people, people, slv }
}
