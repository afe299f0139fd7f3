import { civil } from '@portal/contract/sla/calendar'
import { describe, expect } from 'vitest'
import { answerVariances } from '../../test/actions.ts'
import {
  createVariance,
  listUses,
  publishRules,
  test,
} from '../../test/contract-variances.ts'
import type { Makers } from '../../test/makers.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
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
import { getGuide } from './evaluate-loan.ts'
import { listContractVariances } from './list-variances.ts'

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
        createVariance(seller.companyId, { to: today }),
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
        createVariance(seller.companyId, { to: civil(now).day }),
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
    await addContractVariance(admin, createVariance((await a.company()).id))
    expect(await (await draft()).evaluate()).toEqual(missed)
  })

  scored(
    'uses the cap once when it is sent, and not when it is evaluated again',
    async ({ admin, seller, draft, db }) => {
      await addContractVariance(
        admin,
        createVariance(seller.companyId, { capLoans: 1 }),
      )
      const [first, second] = [await draft(), await draft()]
      expect([await first.evaluate(), await second.evaluate()]).toEqual([
        covered,
        covered,
      ])
      expect(await listUses(admin)).toEqual([['V-1', 0, 0]])
      await first.send()
      expect(await listUses(admin)).toEqual([['V-1', 1, 480_000]])
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
      expect(await listUses(admin)).toEqual([['V-1', 1, 480_000]])
    },
  )

  scored(
    'fits under a cap in dollars with its loan amount',
    async ({ admin, seller, draft }) => {
      await addContractVariance(
        admin,
        createVariance(seller.companyId, { capAmount: 500_000 }),
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
      expect(await listUses(admin)).toEqual([['V-1', 1, 480_000]])
    },
  )

  scored(
    'that is resubmitted replaces its use, and gives it back when it needs none',
    async ({ admin, seller, draft, a, as }) => {
      await addContractVariance(
        admin,
        createVariance(seller.companyId, { capLoans: 1, capAmount: 500_000 }),
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
      expect(await listUses(admin)).toEqual([['V-1', 1, 490_000]])
      expect(await resubmit({ creditScore: 700 })).toEqual([
        'ELIGIBLE',
        'MEETS',
        null,
      ])
      expect(await listUses(admin)).toEqual([['V-1', 0, 0]])
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
        createVariance(seller.companyId, { capLoans: 1 }),
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
      expect(await listUses(admin)).toEqual([['V-1', 0, 0]])
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
        createVariance(seller.companyId, { capLoans: 1 }),
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
      expect(await listUses(admin)).toEqual([['V-1', 1, 480_000]])
      expect(
        (await findRow(db, 'slv', { id: first.id })).evaluation?.verdict,
      ).toBe('ELIGIBLE')

      await decline()
      const second = await draft()
      await second.send()
      await reopen()
      expect(await listUses(admin)).toEqual([['V-1', 1, 480_000]])
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
        createVariance(seller.companyId),
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
  await addContractVariance(
    admin,
    createVariance(seller.companyId, { capLoans: 2 }),
  )
  const slvs = await Promise.all(
    Array.from({ length: 8 }, () =>
      made.slv({ status: 'DRAFT', sellerId: seller.id }),
    ),
  )
  // As in a seller's request: row-level security shows only their company.
  const own = { ...(await ctxOf(seller)), db: getDbFor(committed, seller) }
  await Promise.all(slvs.map(({ id }) => sendRequest(own, id, 'manual')))
  expect(await listUses(admin)).toEqual([['V-1', 2, 960_000]])
  const states = (await findRows(committed, 'slv', {})).map(
    ({ evaluation }) => evaluation?.verdict,
  )
  expect(states.toSorted()).toEqual([
    ...Array(2).fill('ELIGIBLE'),
    ...Array(6).fill('NEEDS_VARIANCE'),
  ])
})
