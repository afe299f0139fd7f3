import { mayView } from '@portal/contract/slv/policy'
import { slvStatuses } from '@portal/contract/slv/status'
import { nextStatus, slvActions, verdict } from '@portal/contract/slv/transitions'
import { actorOf, me, personas, verdictCodes } from '@portal/contract/test/personas'
import { describe, expect } from 'vitest'
import { actions, statusOf } from '../../test/actions.ts'
import { test } from '../../test/makers.ts'
import { columnsOf, ownFacts } from '../../test/proofs/relation-ids.ts'
import { undoEach } from '../../test/undo-each.ts'
import { shownStatus } from './rounds/read-resubmission.ts'

/** Without the guard, which checks rights first, a verb returns 403 only to people who see the SLV. */
const expected = (kind: keyof typeof verdictCodes, isSeen: boolean) =>
  kind === 'FORBIDDEN' && !isSeen ? 404 : verdictCodes[kind]

describe('every verb follows the transition table in every status', () => {
  test.for(personas.map((persona) => [persona.name, persona] as const))('%s', async ([, persona], { a, as, db }) => {
    const company = await a.company()
    const cast = {
      underwriterId: (await a.underwriter('myOwn')).id,
      managerId: (await a.underwriter('manageSlr')).id,
      traderId: (await a.underwriter('manageTradeDesk')).id,
      sellerId: (await a.seller(company.id)).id,
    }
    const stranger = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
    const actor = await a.user({
      role: persona.role,
      holds: persona.holds,
      ...(persona.isColleague && { companyId: company.id }),
    })
    if (persona.facts.bddId === me)
      await db.updateTable('company').set({ bddId: actor.id }).where('id', '=', company.id).execute()

    const ctx = await as(actor)
    const ids = { actorId: actor.id, strangerId: stranger.id, companyId: company.id, sellerId: cast.sellerId }
    const real = { ...actorOf(persona), id: actor.id, companyId: actor.companyId }
    const wrong: string[] = []
    for (const status of slvStatuses) {
      const facts = ownFacts(persona, status, ids)
      const slv = await a.slv(columnsOf(facts))
      const isSeen = mayView(real, facts)
      const tried = await undoEach(db)
      for (const action of slvActions) {
        const said = verdict(real, facts, action)
        // One endpoint has two rows; the status decides which one applies.
        if (action === 'reopen' || action === 'start-review-process') {
          const isDecided = ['APPROVED', 'DECLINED', 'NOT_NEEDED'].includes(status)
          if (isDecided !== (action === 'reopen')) continue
        }
        const [answered, after] = await tried(async () => [
          await statusOf(actions[action](ctx, slv.id, cast)),
          await db.selectFrom('slv').select(shownStatus.as('status')).where('id', '=', slv.id).executeTakeFirst(),
        ])
        const shouldBe = expected(said.kind, isSeen)
        const target = said.kind === 'ALLOWED' ? nextStatus(facts, action, 'APPROVED') : status
        if (answered !== shouldBe || (after?.status ?? null) !== target)
          wrong.push(`${status} ${action}: ${answered} ${after?.status}, not ${shouldBe} ${target}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
