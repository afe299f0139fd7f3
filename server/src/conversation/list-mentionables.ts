import type { MentionableQuery } from '@portal/contract/conversation/api'
import type {
  CommentType,
  Mentionable,
} from '@portal/contract/conversation/model'
import { isFoundBy } from '@portal/contract/lib/normalize-for-search'
import type { CompanyKind } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { activePeople, readPeople } from '../people/list-people.ts'
import { findMentionables } from './find-people.ts'
import { findSlvTopic, findTdocTopic } from './find-topic.ts'
import type { Topic } from './topic.ts'

type Query = MentionableQuery & {
  proxyLoanId?: string | undefined
  tdocId?: string | undefined
}

/**
 * A page of the people whom a comment can mention; without an SLV or a Tdoc,
 * people in a role. Throws 404.
 */
export async function listMentionables(
  ctx: Ctx,
  type: CommentType,
  { proxyLoanId, tdocId, ...query }: Query,
  externalRole: 'SELLER' | 'TPR' = 'SELLER',
) {
  if (proxyLoanId !== undefined) {
    const topic = await findSlvTopic(ctx, proxyLoanId)
    return listByTopic(ctx, topic, type, query)
  }
  if (tdocId !== undefined) {
    const topic = await findTdocTopic(ctx, tdocId)
    return listByTopic(ctx, topic, type, query)
  }
  const role = type === 'INTERNAL' ? 'UNDERWRITER' : externalRole
  return listByRole(ctx, role, query)
}

async function listByTopic(
  ctx: Ctx,
  topic: Topic,
  type: CommentType,
  { search, page, size }: MentionableQuery,
) {
  const everyone = await findMentionables(ctx, topic, type)
  const people = everyone.filter(({ name }) => isFoundBy(name, search))
  return {
    items: people.slice((page - 1) * size, page * size),
    total: people.length,
    page,
    size,
  }
}

const companyKinds = {
  UNDERWRITER: 'BUYER',
  SELLER: 'SELLER',
  TPR: 'TPR_VENDOR',
} as const satisfies Record<string, CompanyKind>

/**
 * Active people in a role, by first name. Underwriters get people of all
 * companies, sellers and reviewers of their own company.
 */
async function listByRole(
  { db, actor }: Ctx,
  role: keyof typeof companyKinds,
  query: MentionableQuery,
) {
  const people = activePeople(db)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('userRole')
          .select('userRole.userId')
          .whereRef('userRole.userId', '=', 'appUser.id')
          .where('userRole.position', '=', 0)
          .where('userRole.role', '=', role),
      ),
    )
    .where('company.kind', '=', companyKinds[role])
    .$if(!isUnderwriter(actor), (own) =>
      own.where('company.id', '=', actor.companyId),
    )
  const { items, ...paging } = await readPeople(db, people, query)
  return {
    items: items.map((row): Mentionable => ({ ...row, role, isReader: true })),
    ...paging,
  }
}
