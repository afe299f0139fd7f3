import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { type SlvStatus, slvStatuses } from '@portal/contract/slv/status'
import {
  type TableMode,
  tableModeRules,
  tableModes,
} from '@portal/contract/slv/table-mode'
import {
  nextStatus,
  type SlvAction,
  slvActions,
  verdict,
} from '@portal/contract/slv/transitions'
import { holding } from '@portal/contract/test/actors'
import { combine } from '@portal/contract/test/combinations'
import {
  actorOf,
  me,
  type Persona,
  personas,
  verdictCodes,
} from '@portal/contract/test/personas'
import { type Actor, permissions, roles } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { actions, statusOf } from '../../test/actions.ts'
import { type Makers, test } from '../../test/makers.ts'
import { columnsOf, ownFacts } from '../../test/proofs/relation-ids.ts'
import { undoEach } from '../../test/undo-each.ts'
import type { Db } from '../lib/database/db.ts'
import { shownStatus } from './resubmission.ts'
import { visibleSlvs } from './visible.ts'

const decidedStatuses: readonly SlvStatus[] = [
  'APPROVED',
  'DECLINED',
  'NOT_NEEDED',
]

/** A persona as a real person, and the people of an SLV beside them. */
async function createPeople(persona: Persona, a: Makers, db: Db) {
  const { role, holds, isColleague, facts } = persona
  const company = await a.company()
  const others = {
    underwriterId: (await a.underwriter('myOwn')).id,
    managerId: (await a.underwriter('manageSlr')).id,
    traderId: (await a.underwriter('manageTradeDesk')).id,
    sellerId: (await a.seller(company.id)).id,
  }
  const stranger = await a.underwriter('myOwn', 'manageSlr', 'manageTradeDesk')
  const person = await a.user({
    role,
    holds,
    ...(isColleague && { companyId: company.id }),
  })
  if (facts.bddId === me)
    await db
      .updateTable('company')
      .set({ bddId: person.id })
      .where('id', '=', company.id)
      .execute()
  const ids = {
    actorId: person.id,
    strangerId: stranger.id,
    companyId: company.id,
    sellerId: others.sellerId,
  }
  return { person, others, ids }
}

/** One endpoint has two actions; the status decides which one applies. */
function isPossible(action: SlvAction, status: SlvStatus): boolean {
  const isDecided = decidedStatuses.includes(status)
  if (action === 'reopen') return isDecided
  return action !== 'start-review-process' || !isDecided
}

/** The HTTP status of a verb and the status after it, by the contract. */
function getExpected(actor: Actor, slv: SlvFacts, action: SlvAction): string {
  const { kind } = verdict(actor, slv, action)
  if (kind === 'ALLOWED') return `200 ${nextStatus(slv, action, 'APPROVED')}`
  // The guard checks rights first. Without it, a verb returns 403 only to people
  // who see the SLV.
  const isHidden = kind === 'FORBIDDEN' && !mayView(actor, slv)
  return `${isHidden ? 404 : verdictCodes[kind]} ${slv.status}`
}

/** Null if the SLV was deleted. */
async function readStatus(db: Db, id: string): Promise<SlvStatus | null> {
  const slv = await db
    .selectFrom('slv')
    .select(shownStatus.as('status'))
    .where('id', '=', id)
    .executeTakeFirst()
  return slv?.status ?? null
}

describe('every verb follows the transition table in every status', () => {
  test.for(personas.map((persona) => [persona.name, persona] as const))(
    '%s',
    async ([, persona], { a, as, db }) => {
      const { person, others, ids } = await createPeople(persona, a, db)
      const ctx = await as(person)
      const actor = {
        ...actorOf(persona),
        id: person.id,
        companyId: person.companyId,
      }
      const wrong: string[] = []
      for (const status of slvStatuses) {
        const facts = ownFacts(persona, status, ids)
        const slv = await a.slv(columnsOf(facts))
        const thenUndo = await undoEach(db)
        for (const action of slvActions) {
          if (!isPossible(action, status)) continue
          const found = await thenUndo(async () => {
            const code = await statusOf(actions[action](ctx, slv.id, others))
            return `${code} ${await readStatus(db, slv.id)}`
          })
          const expected = getExpected(actor, facts, action)
          if (found !== expected)
            wrong.push(`${status} ${action}: ${found}, not ${expected}`)
        }
      }
      expect(wrong).toEqual([])
    },
  )
})

const flags = [true, false]
/** The permissions that a rule about seeing asks for, in every combination. */
const combinations = combine({
  myCompanyView: flags,
  manageSlr: flags,
  manageTradeDesk: flags,
  viewSlvDepartment: flags,
})

/** One SLV in every relation to one person, in every status: some 6,500. */
async function everySlv(db: Db, a: Makers, now: Date) {
  const buyer = await a.company('BUYER')
  const me = await a.user({ role: 'UNDERWRITER', companyId: buyer.id })
  const other = await a.user({ role: 'UNDERWRITER', companyId: buyer.id })
  const companies = [
    { id: (await a.company()).id, bddId: null },
    { id: (await a.company('SELLER', me.id)).id, bddId: me.id },
    { id: (await a.company('SELLER', other.id)).id, bddId: other.id },
  ]
  const bddIds = new Map(companies.map(({ id, bddId }) => [id, bddId]))
  const people = [me.id, other.id]
  const peopleOrNull = [me.id, other.id, null]
  const wanted = combine({
    sellerId: people,
    companyId: companies.map(({ id }) => id),
    underwriterId: peopleOrNull,
    underwriterManagerId: peopleOrNull,
    tradeDeskId: peopleOrNull,
    createdById: people,
    // A drafted resubmission is stored beside the status in effect.
    status: slvStatuses.filter((status) => status !== 'DRAFT_RESUBMITTED'),
  }).map((slv, index) => ({
    ...slv,
    taggedIds: index % 3 === 0 ? [me.id] : [],
    type: 'PRE' as const,
    buyerLoan: `V${index}`,
    date: slv.status === 'DRAFT' ? null : now,
    decisionDate: decidedStatuses.includes(slv.status) ? now : null,
    statusBeforeWithdrawal:
      slv.status === 'WITHDRAW_PENDING' ? ('REVIEW' as const) : null,
    createdAt: now,
    updatedAt: now,
  }))
  const facts: (SlvFacts & { id: string })[] = []
  // A statement has a limited number of parameters.
  for (let start = 0; start < wanted.length; start += 1500) {
    const rows = await db
      .insertInto('slv')
      .values(wanted.slice(start, start + 1500))
      .returningAll()
      .execute()
    for (const row of rows)
      facts.push({
        ...row,
        statusInEffect: null,
        hasOtherOpenSlv: false,
        isOwnerActive: true,
        bddId: bddIds.get(row.companyId) ?? null,
      })
  }
  return { me, companyId: companies[0]?.id ?? '', facts }
}

const listActors = (me: Actor, companyId: string): Actor[] =>
  roles.flatMap((role) =>
    combinations.map((held) => ({
      ...me,
      role,
      companyId: role === 'SELLER' ? companyId : me.companyId,
      permissions: { ...holding(), ...held },
    })),
  )

const difference = (a: Set<string>, b: Set<string>) =>
  [...a].filter((id) => !b.has(id))

test('each policy and its where clause agree for everyone about every SLV', async ({
  a,
  as,
  db,
  now,
}) => {
  const { me, companyId, facts } = await everySlv(db, a, now)
  let compared = 0
  for (const actor of listActors(me, companyId)) {
    const ctx = await as(actor)
    const held = permissions.filter((key) => actor.permissions[key])
    const expectSame = async (
      name: string,
      rule: (slv: SlvFacts) => boolean,
      mode?: TableMode,
    ) => {
      const rows = await visibleSlvs(ctx, mode).select('id').execute()
      const found = new Set(rows.map(({ id }) => id))
      const allowed = new Set(facts.filter(rule).map(({ id }) => id))
      const who = `${name} of ${actor.role} with ${held.join(' ')}`
      expect(difference(found, allowed), `leaked: ${who}`).toEqual([])
      expect(difference(allowed, found), `missing: ${who}`).toEqual([])
      compared += facts.length
      return found
    }
    const all = await expectSame('everything', (slv) => mayView(actor, slv))
    for (const mode of tableModes) {
      const { access, contains } = tableModeRules[mode]
      if (!access(actor)) continue
      const listed = await expectSame(mode, (slv) => contains(actor, slv), mode)
      expect(difference(listed, all)).toEqual([])
    }
  }
  expect(compared).toBeGreaterThan(900_000)
}, 120_000)
