import { loanKinds } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import { type Actor, permissions, roles } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test } from '../../test/tdoc-makers.ts'
import { visibleTdocs } from './visible.ts'

test('the policy and its where clause agree for everyone about every Tdoc', async ({ a, as, aTdoc }) => {
  const me = await a.user({ role: 'TPR' })
  const vendors = [me.companyId, (await a.company('TPR_VENDOR')).id, null]
  const facts: (TdocFacts & { id: string })[] = []
  for (const vendorId of vendors)
    for (const loanKind of loanKinds)
      for (const status of ['NEW', 'COMPLETE'] as const)
        facts.push({ ...(await aTdoc({ vendorId, loanKind, status })), categories: [] })

  for (const role of roles)
    for (const held of [[], ['managePurchasedTdocs'], [...permissions]]) {
      const map = Object.fromEntries(permissions.map((key) => [key, held.includes(key)])) as Actor['permissions']
      const actor: Actor = { ...me, role, permissions: map }
      const found = (
        await visibleTdocs(await as(actor))
          .select('id')
          .execute()
      ).map(({ id }) => id)
      const allowed = facts.filter((tdoc) => mayViewTdoc(actor, tdoc)).map(({ id }) => id)
      const who = `${role} with ${held.length} permissions`
      expect({ who, found: found.sort() }).toEqual({ who, found: allowed.sort() })
    }
})
