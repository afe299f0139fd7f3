import { allTo } from '@portal/contract/assignment/model'
import {
  loanKinds,
  tdocStatuses,
  tprResponses,
} from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import {
  tdocActions as allActions,
  tdocTransitions,
  tdocVerdict,
} from '@portal/contract/tdoc/transitions'
import { verdictCodes } from '@portal/contract/test/personas'
import {
  type TdocPersona,
  tdocFactsFor,
  tdocPersonas,
} from '@portal/contract/test/tdoc-personas'
import { type Actor, permissions, roles } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { statusOf } from '../../test/actions.ts'
import { hour, random, tdocColumnsAndLedgers } from '../../test/clock-walk.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { tdocActions } from '../../test/tdoc-actions.ts'
import { test } from '../../test/tdoc-makers.ts'
import { createNotification } from '../notification/create.ts'
import { listNotifications } from '../notification/list.ts'
import { markViewed } from '../notification/mark-viewed.ts'
import { listActivity } from './activity/write-history.ts'
import { setReviewers, setUnderwriters } from './assign.ts'
import { getTdoc } from './detail.ts'
import { lockTdoc } from './lock.ts'
import { setResponse } from './set-response.ts'
import { setProgressTracking, setStatus } from './set-status.ts'
import { visibleTdocs } from './visible.ts'

test('people are notified of what concerns them, but not of what they did', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const [ana, ben, carl] = [
    await a.underwriter(),
    await a.underwriter(),
    await a.underwriter(),
  ]
  const reviewer = await a.user({ role: 'TPR' })
  const colleague = await a.user({ role: 'TPR', companyId: reviewer.companyId })
  await a.user({ role: 'TPR' })
  const { id } = await aTdoc({ vendorId: reviewer.companyId })
  const expectNotified = async (
    action?: string,
    ...people: { id: string }[]
  ) => {
    const rows = await findRows(db, 'notification', { entityId: id })
    await db.deleteFrom('notification').execute()
    const wanted = people.map((person) => `${action} ${person.id}`)
    expect(rows.map((row) => `${row.action} ${row.userId}`).sort()).toEqual(
      wanted.sort(),
    )
  }
  await setUnderwriters(await as(ana), allTo(ben.id, [id]))
  await expectNotified('TDOC_RECEIVED', ben)
  await setUnderwriters(await as(ana), allTo(ben.id, [id]))
  await setReviewers(await as(ana), allTo(carl.id, [id]))
  await setProgressTracking(await as(ana), [id], 'IN_REVIEW')
  await expectNotified()
  const response = {
    tprResponse: 'NOT_RECEIVED',
    tprEstimatedDateOfReview: '2026-03-20',
    comment: 'Requested again',
  } as const
  await setResponse(await as(reviewer), id, response)
  await expectNotified('TDOC_RESPONSE_ADDED', ben, carl)
  await setStatus(await as(ben), [id], 'NEW')
  await expectNotified('TDOC_RETURNED', reviewer, colleague)
  await setUnderwriters(await as(ana), allTo(null, [id]))
  await setUnderwriters(await as(ana), allTo(ana.id, [id]))
  await expectNotified()

  const { items, total } = await listActivity(await as(reviewer), id, {
    page: 1,
    size: 100,
  })
  expect(total).toBe(7)
  expect(
    items.map(({ action, changes }) => [
      action,
      ...changes.map(({ field, before, after }) => [field, before, after]),
    ]),
  ).toEqual([
    ['set-underwriter', ['assignedUnderwriter', null, ana.name]],
    ['set-underwriter', ['assignedUnderwriter', ben.name, null]],
    ['return', ['status', 'REVIEW_PENDING', 'NEW']],
    [
      'set-response',
      ['status', 'NEW', 'REVIEW_PENDING'],
      ['tprResponse', null, 'NOT_RECEIVED'],
      ['tprEstimatedDateOfReview', null, '2026-03-20'],
    ],
    [
      'set-progress-tracking',
      ['progressTracking', 'INTAKE_PENDING', 'IN_REVIEW'],
    ],
    ['set-reviewer', ['reviewUnderwriter', null, carl.name]],
    ['set-underwriter', ['assignedUnderwriter', null, ben.name]],
  ])
})

test('a notification of a Tdoc is visible only to people who may see the Tdoc now', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const reviewer = await a.user({ role: 'TPR' })
  const other = await a.company('TPR_VENDOR')
  const ana = await a.underwriter()
  const ben = await a.underwriter()
  const { id } = await aTdoc({ vendorId: reviewer.companyId })
  await setUnderwriters(await as(ana), allTo(ben.id, [id]))
  await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED' })
  await setStatus(await as(ben), [id], 'NEW')
  const shown = async (actor: typeof ana) => {
    const { items, unviewed } = await listNotifications(await as(actor), {})
    expect(unviewed).toBe(items.length)
    return items.map(({ action }) => action)
  }
  expect(await shown(ben)).toEqual(['TDOC_RESPONSE_ADDED', 'TDOC_RECEIVED'])
  expect(await shown(reviewer)).toEqual(['TDOC_RETURNED'])

  await db
    .updateTable('tdoc')
    .set({ vendorId: other.id, loanKind: 'PURCHASED' })
    .where('id', '=', id)
    .execute()
  expect(await shown(ben)).toEqual([])
  expect(await shown(reviewer)).toEqual([])
  expect(
    await shown({
      ...ben,
      permissions: { ...ben.permissions, managePurchasedTdocs: true },
    }),
  ).toHaveLength(2)
  const kept = await findRow(db, 'notification', { userId: reviewer.id })
  await expect(markViewed(await as(reviewer), kept.id)).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('a manual notification reaches only people who may see the Tdoc', async ({
  a,
  as,
  aTdoc,
}) => {
  const admin = await as(await a.underwriter('managePermissions'))
  const [reviewer, stranger] = [
    await a.user({ role: 'TPR' }),
    await a.user({ role: 'TPR' }),
  ]
  const { id, buyerLoanNumber, imageFileName } = await aTdoc({
    vendorId: reviewer.companyId,
  })
  const notification = {
    action: 'TDOC_RETURNED',
    entityId: id,
    description: '',
  } as const
  const made = await createNotification(admin, {
    userId: reviewer.id,
    ...notification,
  })
  expect(made.description).toBe(`${buyerLoanNumber} · ${imageFileName}`)
  const refused = { statusCode: 400, details: [{ field: 'entityId' }] }
  await expect(
    createNotification(admin, { userId: stranger.id, ...notification }),
  ).rejects.toMatchObject(refused)
})

test('Tdocs are assigned only to active underwriters who may see them', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const holder = await as(await a.underwriter('managePurchasedTdocs'))
  const [plain, gone] = [await a.underwriter(), await a.underwriter()]
  await db
    .updateTable('appUser')
    .set({ status: 'INACTIVE' })
    .where('id', '=', gone.id)
    .execute()
  const reviewer = await a.user({ role: 'TPR' })
  const { id } = await aTdoc()
  const purchased = await aTdoc({ loanKind: 'PURCHASED' })
  const refused = { statusCode: 400, details: [{ field: 'underwriterId' }] }
  await expect(
    setUnderwriters(holder, allTo(plain.id, [id, purchased.id])),
  ).rejects.toMatchObject(refused)
  for (const person of [gone, reviewer])
    await expect(
      setUnderwriters(holder, allTo(person.id, [id])),
    ).rejects.toMatchObject(refused)
  const asReviewer = setReviewers(holder, allTo(plain.id, [purchased.id]))
  await expect(asReviewer).rejects.toMatchObject({
    details: [{ field: 'reviewerId' }],
  })
})

const statuses = {
  'ask-review': 'REVIEW_PENDING',
  return: 'NEW',
  complete: 'COMPLETE',
} as const

test.for([
  [
    'after every step of random walks',
    (draw: number) => Math.ceil(draw * 60) * hour,
  ],
  // Nodes whose clocks are up to 5 s off take turns.
  [
    'although the clock steps back',
    (draw: number) => Math.round((draw - 0.45) * 10_000),
  ],
] as const)(
  'the ledger, replayed, is what the columns say, %s',
  async ([, stepOf], { a, as, aTdoc, db, now }) => {
    const underwriter = await a.underwriter()
    const reviewer = await a.user({ role: 'TPR' })
    const met = new Set<string>()
    for (let walk = 0; walk < 6; walk++) {
      const draw = random(20_261_121 + walk)
      const { id } = await aTdoc({
        vendorId: walk % 4 === 3 ? null : reviewer.companyId,
      })
      let at = now.getTime()
      for (let step = 0; step < 12; step++) {
        at += stepOf(draw())
        const ctxOf = (actor: Actor, wait = 0) =>
          as(actor, new Date(at + wait * hour))
        const tdoc = await lockTdoc(await ctxOf(underwriter), id)
        const moves = [
          ...(['ask-review', 'return', 'complete'] as const).map(
            (action) => [underwriter, action] as const,
          ),
          [reviewer, 'set-response'] as const,
        ].filter(
          ([actor, action]) =>
            tdocVerdict(actor, tdoc, action).kind === 'ALLOWED',
        )
        const chosen = moves[Math.floor(draw() * moves.length)]
        if (!chosen) break
        const [actor, action] = chosen
        const ctx = await ctxOf(actor)
        if (action === 'set-response')
          await setResponse(ctx, id, {
            tprResponse: tprResponses[Math.floor(draw() * 4)] ?? 'RECEIVED',
          })
        else await setStatus(ctx, [id], statuses[action])
        met.add(action)
        for (const wait of [0, 200]) {
          const { turnTime, sla, slaDays, dueOutOfReview } = await getTdoc(
            await ctxOf(underwriter, wait),
            id,
          )
          if (action === 'complete')
            expect([sla, slaDays, dueOutOfReview]).toEqual([null, null, null])
          else expect(slaDays).toBe(turnTime - 3)
        }
        for (const { columns, replay } of await tdocColumnsAndLedgers(db))
          expect(columns).toEqual(replay)
        const ledger = await findRows(db, 'tdocInterval', { tdocId: id })
        for (const [index, { openedAt }] of ledger.slice(1).entries())
          expect(openedAt >= (ledger[index]?.closedAt ?? openedAt)).toBe(true)
      }
    }
    expect([...met].sort()).toEqual([
      'ask-review',
      'complete',
      'return',
      'set-response',
    ])
  },
)

test('a Tdoc without a vendor stays on the buyer’s clock when it is returned', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const { id } = await aTdoc({ status: 'COMPLETE', vendorId: null })
  await setStatus(await as(await a.underwriter()), [id], 'NEW')
  expect(await findRow(db, 'tdoc', { id })).toMatchObject({
    clockParty: 'BUYER',
    completedDate: null,
  })
})

test.for(
  tdocPersonas.map((persona): [string, TdocPersona] => [persona.name, persona]),
)(
  'every verb follows the transition table in every status %s',
  async ([, persona], { a, as, aTdoc, db }) => {
    const actor = await a.user({ role: persona.role, holds: persona.holds })
    const someone = await a.underwriter('managePurchasedTdocs')
    const otherVendor = await a.company('TPR_VENDOR')
    const vendorId = {
      OWN: actor.companyId,
      OTHER: otherVendor.id,
      NONE: null,
    }[persona.vendor]
    const ctx = await as(actor)
    const wrong: string[] = []
    for (const status of tdocStatuses) {
      const facts: TdocFacts = { ...tdocFactsFor(persona, status), vendorId }
      const categories = Object.fromEntries(
        facts.categories.map((one) => [one.type, one.status]),
      )
      const tdoc = await aTdoc({
        status,
        loanKind: persona.loanKind,
        vendorId,
        categories,
      })
      for (const action of allActions) {
        const said = tdocVerdict(actor, facts, action)
        await sql`savepoint before`.execute(db)
        const answered = await statusOf(
          tdocActions[action](ctx, tdoc.id, someone.id),
        )
        const after = await findRow(db, 'tdoc', { id: tdoc.id })
        await sql`rollback to savepoint before`.execute(db)
        const shouldBe =
          said.kind === 'FORBIDDEN' && !mayViewTdoc(actor, facts)
            ? 404
            : verdictCodes[said.kind]
        const { to } = tdocTransitions[action]
        const target = said.kind === 'ALLOWED' && to !== 'SAME' ? to : status
        const isChanged = said.kind === 'ALLOWED' && action !== 'escalate'
        if (
          answered !== shouldBe ||
          after.status !== target ||
          after.version > 1 !== isChanged
        )
          wrong.push(
            `${status} ${action}: ${answered} ${after.status} v${after.version}, not ${shouldBe} ${target}`,
          )
      }
    }
    expect(wrong).toEqual([])
  },
)

test('the policy and its where clause agree for everyone about every Tdoc', async ({
  a,
  as,
  aTdoc,
}) => {
  const me = await a.user({ role: 'TPR' })
  const vendors = [me.companyId, (await a.company('TPR_VENDOR')).id, null]
  const facts: (TdocFacts & { id: string })[] = []
  for (const vendorId of vendors)
    for (const loanKind of loanKinds)
      for (const status of ['NEW', 'COMPLETE'] as const)
        facts.push({
          ...(await aTdoc({ vendorId, loanKind, status })),
          categories: [],
        })

  for (const role of roles)
    for (const held of [[], ['managePurchasedTdocs'], [...permissions]]) {
      const map = Object.fromEntries(
        permissions.map((key) => [key, held.includes(key)]),
      ) as Actor['permissions']
      const actor: Actor = { ...me, role, permissions: map }
      const found = (
        await visibleTdocs(await as(actor))
          .select('id')
          .execute()
      ).map(({ id }) => id)
      const allowed = facts
        .filter((tdoc) => mayViewTdoc(actor, tdoc))
        .map(({ id }) => id)
      const who = `${role} with ${held.length} permissions`
      expect({ who, found: found.sort() }).toEqual({
        who,
        found: allowed.sort(),
      })
    }
})
