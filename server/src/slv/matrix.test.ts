import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { slvStatuses } from '@portal/contract/slv/status'
import { tableModeRules, tableModes } from '@portal/contract/slv/table-mode'
import {
  nextStatus,
  slvActions,
  verdict,
} from '@portal/contract/slv/transitions'
import {
  actorOf,
  me,
  personas,
  verdictCodes,
} from '@portal/contract/test/personas'
import {
  type Actor,
  type Permission,
  permissions,
  roles,
} from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { actions, statusOf } from '../../test/actions.ts'
import { type Makers, test } from '../../test/makers.ts'
import { columnsOf, ownFacts } from '../../test/proofs/relation-ids.ts'
import { undoEach } from '../../test/undo-each.ts'
import type { Db } from '../lib/database/db.ts'
import { shownStatus } from './resubmission.ts'
import { visibleSlvs } from './visible.ts'

/**
 * Without the guard, which checks rights first, a verb returns 403 only to
 * people who see the SLV.
 */
const expected = (kind: keyof typeof verdictCodes, isSeen: boolean) =>
  kind === 'FORBIDDEN' && !isSeen ? 404 : verdictCodes[kind]

describe('every verb follows the transition table in every status', () => {
  test.for(personas.map((persona) => [persona.name, persona] as const))(
    '%s',
    async ([, persona], { a, as, db }) => {
      const company = await a.company()
      const cast = {
        underwriterId: (await a.underwriter('myOwn')).id,
        managerId: (await a.underwriter('manageSlr')).id,
        traderId: (await a.underwriter('manageTradeDesk')).id,
        sellerId: (await a.seller(company.id)).id,
      }
      const stranger = await a.underwriter(
        'myOwn',
        'manageSlr',
        'manageTradeDesk',
      )
      const actor = await a.user({
        role: persona.role,
        holds: persona.holds,
        ...(persona.isColleague && { companyId: company.id }),
      })
      if (persona.facts.bddId === me)
        await db
          .updateTable('company')
          .set({ bddId: actor.id })
          .where('id', '=', company.id)
          .execute()

      const ctx = await as(actor)
      const ids = {
        actorId: actor.id,
        strangerId: stranger.id,
        companyId: company.id,
        sellerId: cast.sellerId,
      }
      const real = {
        ...actorOf(persona),
        id: actor.id,
        companyId: actor.companyId,
      }
      const wrong: string[] = []
      for (const status of slvStatuses) {
        const facts = ownFacts(persona, status, ids)
        const slv = await a.slv(columnsOf(facts))
        const isSeen = mayView(real, facts)
        const thenUndo = await undoEach(db)
        for (const action of slvActions) {
          const said = verdict(real, facts, action)
          // One endpoint has two rows; the status decides which one applies.
          if (action === 'reopen' || action === 'start-review-process') {
            const isDecided = ['APPROVED', 'DECLINED', 'NOT_NEEDED'].includes(
              status,
            )
            if (isDecided !== (action === 'reopen')) continue
          }
          const [answered, after] = await thenUndo(async () => [
            await statusOf(actions[action](ctx, slv.id, cast)),
            await db
              .selectFrom('slv')
              .select(shownStatus.as('status'))
              .where('id', '=', slv.id)
              .executeTakeFirst(),
          ])
          const shouldBe = expected(said.kind, isSeen)
          const target =
            said.kind === 'ALLOWED'
              ? nextStatus(facts, action, 'APPROVED')
              : status
          if (answered !== shouldBe || (after?.status ?? null) !== target)
            wrong.push(
              `${status} ${action}: ${answered} ${after?.status}, not ${shouldBe} ${target}`,
            )
        }
      }
      expect(wrong).toEqual([])
    },
  )
})

/** The permissions that a rule about seeing asks for, in every combination. */
const relevant = [
  'myCompanyView',
  'manageSlr',
  'manageTradeDesk',
  'viewSlvDepartment',
] as const satisfies Permission[]
const combinations = Array.from({ length: 2 ** relevant.length }, (_, bits) =>
  relevant.filter((_, index) => bits & (1 << index)),
)

const cross = <T extends Record<string, readonly unknown[]>>(
  choices: T,
): { [K in keyof T]: T[K][number] }[] =>
  Object.entries(choices).reduce(
    (rows, [key, values]) =>
      rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[]

/** One SLV in every relation to one person, in every status: some 6,500. */
async function everySlv(db: Db, a: Makers, now: Date) {
  const buyer = await a.company('BUYER')
  const me = await a.user({ role: 'UNDERWRITER', companyId: buyer.id })
  const other = await a.user({ role: 'UNDERWRITER', companyId: buyer.id })
  const companies = [
    await a.company(),
    await a.company('SELLER', me.id),
    await a.company('SELLER', other.id),
  ]
  const bddOf = new Map([
    [companies[0]?.id, null],
    [companies[1]?.id, me.id],
    [companies[2]?.id, other.id],
  ])
  const mine = [me.id, other.id]
  const anyones = [me.id, other.id, null]
  const wanted = cross({
    sellerId: mine,
    companyId: companies.map(({ id }) => id),
    underwriterId: anyones,
    underwriterManagerId: anyones,
    tradeDeskId: anyones,
    createdById: mine,
    // A drafted resubmission is stored beside the status in effect.
    status: slvStatuses.filter((status) => status !== 'DRAFT_RESUBMITTED'),
  })
  const facts: (SlvFacts & { id: string })[] = []
  for (let start = 0; start < wanted.length; start += 1500) {
    const some = wanted.slice(start, start + 1500)
    const rows = await db
      .insertInto('slv')
      .values(
        some.map((slv, index) => ({
          ...slv,
          taggedIds: (start + index) % 3 === 0 ? [me.id] : [],
          type: 'PRE' as const,
          buyerLoan: `V${start + index}`,
          date: slv.status === 'DRAFT' ? null : now,
          decisionDate: ['APPROVED', 'DECLINED', 'NOT_NEEDED'].includes(
            slv.status,
          )
            ? now
            : null,
          statusBeforeWithdrawal:
            slv.status === 'WITHDRAW_PENDING' ? 'REVIEW' : null,
          createdAt: now,
          updatedAt: now,
        })),
      )
      .returningAll()
      .execute()
    const more = {
      statusInEffect: null,
      hasOtherOpenSlv: false,
      isOwnerActive: true,
    }
    facts.push(
      ...rows.map((row) => ({
        ...row,
        ...more,
        bddId: bddOf.get(row.companyId) ?? null,
      })),
    )
  }
  return { me, companyId: companies[0]?.id ?? '', facts }
}

const actorsOf = (me: Actor, companyId: string): Actor[] =>
  roles.flatMap((role) =>
    combinations.map((held) => ({
      ...me,
      role,
      companyId: role === 'SELLER' ? companyId : me.companyId,
      permissions: Object.fromEntries(
        permissions.map((key) => [key, held.some((one) => one === key)]),
      ) as Actor['permissions'],
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
  for (const actor of actorsOf(me, companyId)) {
    const ctx = await as(actor)
    const expectSame = async (
      name: string,
      rule: (slv: SlvFacts) => boolean,
      mode?: (typeof tableModes)[number],
    ) => {
      const found = new Set(
        (await visibleSlvs(ctx, mode).select('id').execute()).map(
          ({ id }) => id,
        ),
      )
      const allowed = new Set(facts.filter(rule).map(({ id }) => id))
      const who = `${name} of ${actor.role} with ${relevant.filter((key) => actor.permissions[key]).join(' ')}`
      expect({
        who,
        leaked: difference(found, allowed),
        missing: difference(allowed, found),
      }).toEqual({
        who,
        leaked: [],
        missing: [],
      })
      compared += facts.length
      return found
    }
    const all = await expectSame('everything', (slv) => mayView(actor, slv))
    for (const mode of tableModes.filter((one) =>
      tableModeRules[one].access(actor),
    )) {
      const listed = await expectSame(
        mode,
        (slv) => tableModeRules[mode].contains(actor, slv),
        mode,
      )
      expect(difference(listed, all)).toEqual([])
    }
  }
  expect(compared).toBeGreaterThan(900_000)
}, 120_000)
