import { updateContractVariance as patchApi } from '@portal/contract/guideline/api'
import type { NewRule } from '@portal/contract/guideline/model'
import { civil } from '@portal/contract/sla/calendar'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import { test as base, type Makers } from '../../test/makers.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import type { Ctx } from '../lib/ctx.ts'
import { getDbFor } from '../lib/database/db.ts'
import { getEvaluation } from '../slv/evaluate.ts'
import { makeFinalDecision, startReview } from '../slv/review/decide.ts'
import { setDraftResubmitted, setResubmitted } from '../slv/rounds/resubmit.ts'
import { saveSlv } from '../slv/rounds/save-slv.ts'
import { sendRequest } from '../slv/rounds/send-request.ts'
import {
  addContractVariance,
  deleteContractVariance,
  updateContractVariance,
} from './change-variances.ts'
import { createVersion } from './change-version.ts'
import { getGuide } from './evaluate-loan.ts'
import { listContractVariances } from './list-variances.ts'
import { publishVersion } from './publish-version.ts'
import { saveRules } from './save-rules.ts'

type New = Parameters<typeof addContractVariance>[1]

const rule = (
  parameter: NewRule['parameter'],
  operator: NewRule['operator'],
  value: number,
): NewRule => ({
  program: 'T2',
  parameter,
  operator,
  value,
  unit: null,
  scope: {},
  severity: 'REVIEW',
  citation: '§1',
  text: 'As written',
})

const variance = (sellerId: string, more: Partial<New> = {}): New => ({
  code: 'V-1',
  sellerId,
  programs: [],
  parameter: 'CREDIT_SCORE',
  scope: {},
  value: 650,
  from: '2026-01-01',
  to: null,
  capLoans: null,
  capAmount: null,
  ...more,
})

/**
 * Publishes a version from today on; the requests of the makers miss only its
 * credit score of 660.
 */
async function publishRules(admin: Ctx) {
  const { id } = await createVersion(admin, { title: 'Spring' })
  await saveRules(admin, id, [
    rule('CREDIT_SCORE', '>=', 660),
    rule('LTV', '<=', 80),
  ])
  await publishVersion(admin, id, civil(admin.now).day)
}

const test = base
  .extend('admin', async ({ a, as }) =>
    as(await a.underwriter('manageGuidelines')),
  )
  .extend('seller', ({ a }) => a.seller())

const usesOf = async (ctx: Ctx) =>
  (await listContractVariances(ctx)).items.map(
    ({ code, usedLoans, usedAmount }) => [code, usedLoans, usedAmount],
  )

describe('a contract variance', () => {
  test('is added, changed and deleted, with history', async ({
    admin,
    seller,
    db,
  }) => {
    const added = await addContractVariance(
      admin,
      variance(seller.companyId, { programs: ['T1'], to: '2026-12-31' }),
    )
    expect(added).toMatchObject({
      code: 'V-1',
      from: '2026-01-01',
      to: '2026-12-31',
      usedLoans: 0,
      version: 1,
    })
    const changed = await updateContractVariance(
      admin,
      added.id,
      { capLoans: 25, to: null },
      1,
    )
    expect(changed).toMatchObject({
      capLoans: 25,
      to: null,
      value: 650,
      programs: ['T1'],
      version: 2,
    })
    expect(
      await updateContractVariance(admin, added.id, { capLoans: 25 }),
    ).toMatchObject({ version: 2 })
    await expect(
      updateContractVariance(admin, added.id, { value: 640 }, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await expect(
      deleteContractVariance(admin, added.id, 1),
    ).rejects.toMatchObject({ statusCode: 412 })
    await deleteContractVariance(admin, added.id, 2)
    expect(await listContractVariances(admin)).toEqual({ items: [] })
    await expect(deleteContractVariance(admin, added.id)).rejects.toMatchObject(
      { statusCode: 404 },
    )
    const lines = await findRows(db, 'guidelineHistory', {})
    expect(lines.map(({ action }) => action)).toEqual([
      'add-contract-variance',
      'update-contract-variance',
      'delete-contract-variance',
    ])
    expect(lines[1]?.changes).toEqual([
      { field: 'capLoans', before: null, after: 25 },
      { field: 'to', before: '2026-12-31', after: null },
    ])
  })

  test('keeps its scope when a patch doesn’t name it', () => {
    expect(patchApi.body.parse({ value: 640 })).toEqual({ value: 640 })
  })

  test('names each wrong field', async ({ admin, seller, a }) => {
    const { companyId } = seller
    const { id } = await addContractVariance(admin, variance(companyId))
    await addContractVariance(admin, variance(companyId, { code: 'V-2' }))
    const refused = (more: Partial<New>, details: object[]) =>
      expect(
        addContractVariance(
          admin,
          variance(companyId, { code: 'V-3', ...more }),
        ),
      ).rejects.toMatchObject({
        statusCode: 400,
        details,
      })
    await refused({ code: 'v-1' }, [
      {
        field: 'code',
        error: 'Another contract variance already has this code',
      },
    ])
    await refused({ programs: ['T1', 'NO'] }, [
      { field: 'programs.1', error: 'Unknown program NO' },
    ])
    await refused({ parameter: 'STATE', value: 1 }, [{ field: 'parameter' }])
    await refused({ parameter: 'ACREAGE', value: 1 }, [{ field: 'parameter' }])
    await refused({ value: 65 }, [{ field: 'value', error: 'From 300 to 850' }])
    await refused({ to: '2025-12-31' }, [
      {
        field: 'to',
        error: 'The end date must not be before the effective date',
      },
    ])
    await refused({ capAmount: 0 }, [
      { field: 'capAmount', error: 'Must be more than 0' },
    ])
    await refused({ scope: { misses: [{ parameter: 'LTV', by: 1 }] } }, [
      { field: 'scope.misses' },
    ])
    for (const sellerId of [(await a.company('BUYER')).id, id])
      await refused({ sellerId }, [
        { field: 'sellerId', error: 'Choose a seller' },
      ])
    await expect(
      updateContractVariance(admin, id, { code: 'V-2' }),
    ).rejects.toMatchObject({
      details: [{ field: 'code' }],
    })
    expect(
      await updateContractVariance(admin, id, { code: 'v-1' }),
    ).toMatchObject({ code: 'v-1' })
  })

  test('is seen by its seller, their BDD, and staff', async ({
    admin,
    a,
    as,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const [mine, other] = [
      await a.company('SELLER', bdd.id),
      await a.company('SELLER'),
    ]
    await addContractVariance(admin, variance(mine.id))
    await addContractVariance(admin, variance(other.id, { code: 'V-2' }))
    const codesFor = async (actor: Parameters<typeof as>[0]) =>
      (await listContractVariances(await as(actor))).items.map(
        ({ code }) => code,
      )
    expect(await codesFor(await a.seller(mine.id))).toEqual(['V-1'])
    expect(await codesFor(bdd)).toEqual(['V-1'])
    expect(await codesFor(await a.seller())).toEqual([])
    expect(await codesFor(await a.underwriter())).toEqual(['V-1', 'V-2'])
  })

  test('is changed only with the permission', async ({
    admin,
    seller,
    a,
    as,
  }) => {
    const without = await as(await a.underwriter('manageSla'))
    const { id } = await addContractVariance(admin, variance(seller.companyId))
    for (const call of [
      () =>
        addContractVariance(
          without,
          variance(seller.companyId, { code: 'V-2' }),
        ),
      () => updateContractVariance(without, id, { value: 640 }),
      () => deleteContractVariance(without, id),
    ])
      await expect(call()).rejects.toMatchObject({ statusCode: 403 })
  })
})

describe('a request', () => {
  const scored = test.extend('draft', async ({ admin, seller, a, as }) => {
    await publishRules(admin)
    const own = await as(seller)
    return async (change: Parameters<Makers['slv']>[0] = {}) => {
      const slv = await a.slv({
        status: 'DRAFT',
        sellerId: seller.id,
        ...change,
      })
      const evaluate = async () => {
        const { verdict, findings } = await getEvaluation(own, slv.id)
        const score = findings.find(
          ({ parameter }) => parameter === 'CREDIT_SCORE',
        )
        return [verdict, score?.state, score?.coveredBy]
      }
      return {
        id: slv.id,
        own,
        evaluate,
        send: () => sendRequest(own, slv.id, 'manual'),
      }
    }
  })
  const missed = ['NEEDS_VARIANCE', 'MISSES', null]
  const covered = ['ELIGIBLE', 'COVERED', 'V-1']

  scored(
    'is covered within the relaxed limit, its programs, scope and days',
    async ({ admin, seller, draft, now }) => {
      const { evaluate } = await draft()
      expect(await evaluate()).toEqual(missed)
      const today = civil(now).day
      const { id } = await addContractVariance(
        admin,
        variance(seller.companyId, { to: today }),
      )
      expect(await evaluate()).toEqual(covered)
      const judgedWith = async (
        change: Parameters<typeof updateContractVariance>[2],
      ) => {
        await updateContractVariance(admin, id, change)
        return evaluate()
      }
      expect(await judgedWith({ value: 656 })).toEqual(missed)
      expect(await judgedWith({ value: 655, programs: ['T1'] })).toEqual(missed)
      expect(
        await judgedWith({ programs: ['T1', 'T2'], scope: { states: ['NY'] } }),
      ).toEqual(missed)
      expect(await judgedWith({ scope: { states: ['CA'] } })).toEqual(covered)
      expect(
        await judgedWith({
          to: civil(new Date(now.getTime() - 86_400_000)).day,
        }),
      ).toEqual(missed)
    },
  )

  scored(
    'is evaluated on its lock date',
    async ({ admin, seller, draft, as, now }) => {
      await addContractVariance(
        admin,
        variance(seller.companyId, { to: civil(now).day }),
      )
      const { id, evaluate, own } = await draft()
      const nextDay = await as(seller, new Date(now.getTime() + 86_400_000))
      expect(await getEvaluation(nextDay, id)).toMatchObject({
        verdict: 'NEEDS_VARIANCE',
      })
      await saveSlv(own, id, { originalLockDate: civil(now).day })
      expect(await getEvaluation(nextDay, id)).toMatchObject({
        verdict: 'ELIGIBLE',
      })
      await saveSlv(own, id, { originalLockDate: civil(nextDay.now).day })
      expect(await evaluate()).toEqual(missed)
    },
  )

  scored('of another seller isn’t covered', async ({ admin, draft, a }) => {
    await addContractVariance(admin, variance((await a.company()).id))
    expect(await (await draft()).evaluate()).toEqual(missed)
  })

  scored(
    'uses the cap once when it is sent, and not when it is evaluated again',
    async ({ admin, seller, draft, db }) => {
      await addContractVariance(
        admin,
        variance(seller.companyId, { capLoans: 1 }),
      )
      const [first, second] = [await draft(), await draft()]
      expect([await first.evaluate(), await second.evaluate()]).toEqual([
        covered,
        covered,
      ])
      expect(await usesOf(admin)).toEqual([['V-1', 0, 0]])
      await first.send()
      expect(await usesOf(admin)).toEqual([['V-1', 1, 480_000]])
      expect([await first.evaluate(), await second.evaluate()]).toEqual([
        covered,
        missed,
      ])
      const usedFor = async (slvId?: string) =>
        (await getGuide(first.own, undefined, slvId)).coverages.map(
          ({ usedLoans }) => usedLoans,
        )
      expect([
        await usedFor(first.id),
        await usedFor(second.id),
        await usedFor(),
      ]).toEqual([[0], [1], [1]])
      const { evaluation } = await findRow(db, 'slv', { id: first.id })
      expect(evaluation).toMatchObject({
        verdict: 'ELIGIBLE',
        findings: [{ state: 'COVERED', coveredBy: 'V-1' }, {}],
      })
      await second.send()
      expect(await usesOf(admin)).toEqual([['V-1', 1, 480_000]])
    },
  )

  scored(
    'fits under a cap in dollars with its loan amount',
    async ({ admin, seller, draft }) => {
      await addContractVariance(
        admin,
        variance(seller.companyId, { capAmount: 500_000 }),
      )
      const [large, small] = [
        await draft({ loanAmount: 500_001 }),
        await draft({ loanAmount: 20_000 }),
      ]
      expect([await large.evaluate(), await small.evaluate()]).toEqual([
        missed,
        covered,
      ])
      await (await draft()).send()
      expect(await small.evaluate()).toEqual(covered)
      expect(await usesOf(admin)).toEqual([['V-1', 1, 480_000]])
    },
  )

  scored(
    'that is resubmitted replaces its use, and gives it back when it needs none',
    async ({ admin, seller, draft, a, as }) => {
      await addContractVariance(
        admin,
        variance(seller.companyId, { capLoans: 1, capAmount: 500_000 }),
      )
      const underwriter = await a.underwriter('myOwn')
      const desk = await as(underwriter)
      const { id, own, evaluate, send } = await draft({
        underwriterId: underwriter.id,
      })
      await send()
      const resubmit = async (change: object) => {
        await startReview(desk, id)
        await answerVariances(desk, id)
        await makeFinalDecision(desk, id, {
          decision: 'NOT_NEEDED',
          decisionComment: 'Covered by V-1',
        })
        await setDraftResubmitted(own, id)
        await saveSlv(own, id, change)
        const drafted = await evaluate()
        await setResubmitted(own, id, 'manual')
        return drafted
      }
      expect(await resubmit({ loanAmount: 490_000 })).toEqual(covered)
      expect(await usesOf(admin)).toEqual([['V-1', 1, 490_000]])
      expect(await resubmit({ creditScore: 700 })).toEqual([
        'ELIGIBLE',
        'MEETS',
        null,
      ])
      expect(await usesOf(admin)).toEqual([['V-1', 0, 0]])
      const [{ id: varianceId } = { id: '' }] = (
        await listContractVariances(admin)
      ).items
      await deleteContractVariance(admin, varianceId)
    },
  )

  scored(
    'that is denied gives its use back',
    async ({ admin, seller, draft, db }) => {
      const { id } = await addContractVariance(
        admin,
        variance(seller.companyId, { capLoans: 1 }),
      )
      const first = await draft()
      await first.send()
      const second = await draft()
      expect(await second.evaluate()).toEqual(missed)
      await setRows(
        db,
        'slv',
        { id: first.id },
        { status: 'DECLINED', decisionDate: admin.now },
      )
      expect(await second.evaluate()).toEqual(covered)
      expect(await usesOf(admin)).toEqual([['V-1', 0, 0]])
      await expect(deleteContractVariance(admin, id)).rejects.toMatchObject({
        statusCode: 409,
      })
    },
  )

  scored(
    'that is reopened takes its use again, or misses the guideline if there is no room',
    async ({ admin, seller, draft, db, a, as }) => {
      await addContractVariance(
        admin,
        variance(seller.companyId, { capLoans: 1 }),
      )
      const underwriter = await a.underwriter('myOwn')
      const reviewer = await as(underwriter)
      const first = await draft({ underwriterId: underwriter.id })
      await first.send()
      const reopen = () =>
        startReview(reviewer, first.id, { reopenReason: 'A new appraisal' })
      const decline = async () => {
        await answerVariances(reviewer, first.id)
        await makeFinalDecision(reviewer, first.id, {
          decision: 'DECLINED',
          decisionComment: 'Over the limit',
        })
      }
      await startReview(reviewer, first.id)

      await decline()
      await reopen()
      expect(await usesOf(admin)).toEqual([['V-1', 1, 480_000]])
      expect(
        (await findRow(db, 'slv', { id: first.id })).evaluation?.verdict,
      ).toBe('ELIGIBLE')

      await decline()
      const second = await draft()
      await second.send()
      await reopen()
      expect(await usesOf(admin)).toEqual([['V-1', 1, 480_000]])
      const { evaluation } = await findRow(db, 'slv', { id: first.id })
      expect([evaluation?.verdict, evaluation?.findings[0]]).toMatchObject([
        'NEEDS_VARIANCE',
        { parameter: 'CREDIT_SCORE', state: 'MISSES', coveredBy: null },
      ])
    },
  )

  scored(
    'keeps its contract variance from being deleted',
    async ({ admin, seller, draft }) => {
      const { id } = await addContractVariance(
        admin,
        variance(seller.companyId),
      )
      await (await draft()).send()
      await expect(deleteContractVariance(admin, id)).rejects.toMatchObject({
        statusCode: 409,
      })
      expect(
        await updateContractVariance(admin, id, { to: '2026-02-01' }),
      ).toMatchObject({ usedLoans: 1 })
    },
  )
})

test('requests that are sent at the same time don’t exceed a cap', async ({
  committed,
  made,
  ctxOf,
}) => {
  const admin = await ctxOf(await made.underwriter('manageGuidelines'))
  await publishRules(admin)
  const seller = await made.seller()
  await addContractVariance(admin, variance(seller.companyId, { capLoans: 2 }))
  const slvs = await Promise.all(
    Array.from({ length: 8 }, () =>
      made.slv({ status: 'DRAFT', sellerId: seller.id }),
    ),
  )
  // As in a seller's request: row-level security shows only their company.
  const own = { ...(await ctxOf(seller)), db: getDbFor(committed, seller) }
  await Promise.all(slvs.map(({ id }) => sendRequest(own, id, 'manual')))
  expect(await usesOf(admin)).toEqual([['V-1', 2, 960_000]])
  const states = (await findRows(committed, 'slv', {})).map(
    ({ evaluation }) => evaluation?.verdict,
  )
  expect(states.toSorted()).toEqual([
    ...Array(2).fill('ELIGIBLE'),
    ...Array(6).fill('NEEDS_VARIANCE'),
  ])
})
