import type { MentionableQuery } from '@portal/contract/conversation/api'
import type { Mentionable } from '@portal/contract/conversation/model'
import type { CompanyKind } from '@portal/contract/user/model'
import { isUnderwriter } from '@portal/contract/user/policy'
import type { Ctx } from '../lib/ctx.ts'
import { activePeople, readPeople } from '../user/list-people.ts'

const homes = { UNDERWRITER: 'BUYER', SELLER: 'SELLER', TPR: 'TPR_VENDOR' } as const satisfies Record<
  string,
  CompanyKind
>

/**
 * Active people in a role with their companies, by first name, for mentions before an SLV or a Tdoc is chosen.
 * Underwriters get people from all companies, sellers and reviewers only from their own.
 */
export async function listByRole({ db, actor }: Ctx, role: keyof typeof homes, query: MentionableQuery) {
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
    .where('company.kind', '=', homes[role])
    .$if(!isUnderwriter(actor), (own) => own.where('company.id', '=', actor.companyId))
  const { items, ...paging } = await readPeople(db, people, query)
  return { items: items.map((row): Mentionable => ({ ...row, role, isReader: true })), ...paging }
}
