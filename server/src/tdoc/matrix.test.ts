import { loanKinds, tdocStatuses } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import { tdocActions as allActions, tdocTransitions, tdocVerdict } from '@portal/contract/tdoc/transitions'
import { type TdocPersona, tdocFactsFor, tdocPersonas } from '@portal/contract/test/tdoc-personas'
import { type Actor, permissions, roles } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { rowOf } from '../../test/rows.ts'
import { tdocActions } from '../../test/tdoc-actions.ts'
import { test } from '../../test/tdoc-makers.ts'
import { visibleTdocs } from './visible.ts'

const codes = { ALLOWED: 200, FORBIDDEN: 403, UNSEEN: 404, WRONG_STATUS: 409, NOT_NOW: 409 } as const

test.for(tdocPersonas.map((persona): [string, TdocPersona] => [persona.name, persona]))(
  'every verb follows the transition table in every status %s',
  async ([, persona], { a, as, aTdoc, db }) => {
    const actor = await a.user({ role: persona.role, holds: persona.holds })
    const someone = await a.underwriter('managePurchasedTdocs')
    const otherVendor = await a.company('TPR_VENDOR')
    const vendorId = { OWN: actor.companyId, OTHER: otherVendor.id, NONE: null }[persona.vendor]
    const ctx = await as(actor)
    const wrong: string[] = []
    for (const status of tdocStatuses) {
      const facts: TdocFacts = { ...tdocFactsFor(persona, status), vendorId }
      const categories = Object.fromEntries(facts.categories.map((one) => [one.type, one.status]))
      const tdoc = await aTdoc({ status, loanKind: persona.loanKind, vendorId, categories })
      for (const action of allActions) {
        const said = tdocVerdict(actor, facts, action)
        await sql`savepoint before`.execute(db)
        const answered = await statusOf(tdocActions[action](ctx, tdoc.id, someone.id))
        const after = await rowOf(db, 'tdoc', { id: tdoc.id })
        await sql`rollback to savepoint before`.execute(db)
        const shouldBe = said.kind === 'FORBIDDEN' && !mayViewTdoc(actor, facts) ? 404 : codes[said.kind]
        const { to } = tdocTransitions[action]
        const target = said.kind === 'ALLOWED' && to !== 'SAME' ? to : status
        const isChanged = said.kind === 'ALLOWED' && action !== 'escalate'
        if (answered !== shouldBe || after.status !== target || after.version > 1 !== isChanged)
          wrong.push(`${status} ${action}: ${answered} ${after.status} v${after.version}, not ${shouldBe} ${target}`)
      }
    }
    expect(wrong).toEqual([])
  },
)

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
