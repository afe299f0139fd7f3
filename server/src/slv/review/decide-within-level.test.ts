import type { Approval } from '@portal/contract/authority/check'
import type { AuthorityLevel } from '@portal/contract/authority/model'
import { level } from '@portal/contract/test/approvals'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { answerVariances, statusOf } from '../../../test/actions.ts'
import { test as base } from '../../../test/http.ts'
import { addRow, findRow, setRows } from '../../../test/rows.ts'
import { undoEach } from '../../../test/undo-each.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { setResubmitted } from '../rounds/resubmit.ts'
import { makeFinalDecision, startReview } from './decide.ts'

/** Gives a person their own level. */
async function giveLevel(
  db: Db,
  { id }: { id: string },
  limits: Partial<Omit<AuthorityLevel, 'id'>>,
) {
  const { id: _, maxDistance, ...columns } = level(limits)
  const row = await addRow(db, 'authorityLevel', {
    ...columns,
    id,
    position: 1,
    maxDistance: JSON.stringify(maxDistance),
  })
  await addRow(db, 'authorityPerson', { userId: id, levelId: row.id })
}

const test = base.extend('limited', ({ a, as, db }) => {
  return async (limits: Partial<Omit<AuthorityLevel, 'id'>>) => {
    const underwriter = await a.underwriter('myOwn')
    await giveLevel(db, underwriter, limits)
    return as(underwriter)
  }
})

const approve = { decision: 'APPROVED' } as const
const reopening = { reopenReason: 'A new appraisal came' }

describe('an approval beyond the underwriter’s level', () => {
  test('is refused with what exceeds it and who may, and a denial isn’t', async ({
    a,
    db,
    limited,
  }) => {
    const ctx = await limited({ maxDistance: { CREDIT_SCORE: 3 } })
    const free = await a.underwriter('myOwn')
    const narrow = await a.underwriter('myOwn')
    await giveLevel(db, narrow, { maxLoanAmount: 100 })
    const slv = await a.slv({ underwriterId: ctx.actor.id })
    await answerVariances({ db }, slv.id)
    await expect(makeFinalDecision(ctx, slv.id, approve)).rejects.toMatchObject(
      {
        statusCode: 409,
        message: `FICO 5 points short; your level allows 3 points. ${free.name} may decide it, or an SLR or trade desk recommendation to approve allows it.`,
      },
    )
    expect(
      await makeFinalDecision(ctx, slv.id, {
        decision: 'DECLINED',
        decisionComment: 'Too far',
      }),
    ).toMatchObject({ status: 'DECLINED' })
  })

  test.for(['slr', 'td'] as const)(
    'is made after a recommendation of %s to approve',
    async (desk, { a, db, limited }) => {
      const ctx = await limited({ maxVariances: 0 })
      const decided = async (decision: 'APPROVED' | 'DECLINED') => {
        const slv = await a.slv({
          status: desk === 'slr' ? 'SLR_COMPLETED' : 'TD_COMPLETED',
          underwriterId: ctx.actor.id,
          [`${desk}RecommendedDecision`]: decision,
        })
        await answerVariances({ db }, slv.id)
        return statusOf(makeFinalDecision(ctx, slv.id, approve))
      }
      expect(await decided('DECLINED')).toBe(409)
      expect(await decided('APPROVED')).toBe(200)
    },
  )

  test('is refused over the API, which answers the same about the SLV', async ({
    made,
    committed,
    signedIn,
  }) => {
    const underwriter = await made.underwriter('myOwn')
    await giveLevel(committed, underwriter, { maxPriceConcession: 10 })
    const slv = await made.slv({ underwriterId: underwriter.id })
    await answerVariances({ db: committed }, slv.id)
    const call = await signedIn(underwriter)
    const path = `/v1/proxy-loan/underwriter/${slv.id}/make-final-decision`
    const body = { ...approve, priceAdjustment: 12.5 }
    const refused = await call('POST', path, { body })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().error).toContain(
      'Price concession of 12.5 bps; your level allows 10 bps',
    )
    const own = await call('GET', `/v1/proxy-loan/${slv.id}/decision-authority`)
    expect(own.json()).toMatchObject({ level: { maxPriceConcession: 10 } })
    const allowed = await call('POST', path, {
      body: { ...approve, priceAdjustment: 10 },
    })
    expect(allowed.json()).toMatchObject({ status: 'APPROVED' })
  })
})

type Slv = { id: string; requestId: string }
/** How an SLV gets to the underwriter who decides it. */
const paths = {
  'a first review': { change: {} },
  'a recommendation to deny': {
    change: { status: 'SLR_COMPLETED', slrRecommendedDecision: 'DECLINED' },
  },
  'a reopened decision': {
    change: { status: 'APPROVED' },
    prepare: (ctx: Ctx, { id }: Slv) => startReview(ctx, id, reopening),
  },
  'a post-close request': {
    change: { type: 'POST', postCloseReason: 'Seller Error' },
  },
  'a resubmission': {
    change: { status: 'DRAFT_RESUBMITTED' },
    prepare: async (ctx: Ctx, { id }: Slv, seller: Ctx) => {
      await setResubmitted(seller, id, 'manual')
      await startReview(ctx, id)
    },
  },
} as const

/** The limits, said once more without the code of the contract. */
const isWithin = (
  {
    maxVariances,
    maxPriceConcession,
    maxLoanAmount,
    maxDistance,
  }: AuthorityLevel,
  {
    priceAdjustment,
    loanAmount,
  }: Pick<Approval, 'priceAdjustment' | 'loanAmount'>,
  points: number,
) =>
  1 <= (maxVariances ?? 1) &&
  (priceAdjustment ?? 0) <= (maxPriceConcession ?? 1000) &&
  (loanAmount ?? 0) <= (maxLoanAmount ?? 1e9) &&
  points <= (maxDistance.CREDIT_SCORE ?? 1000)

const orNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const attempts = fc.record({
  path: fc.constantFrom(...(Object.keys(paths) as (keyof typeof paths)[])),
  limits: fc.record({
    maxVariances: orNone(fc.constantFrom(0, 1)),
    maxPriceConcession: orNone(fc.constantFrom(0, 12.5, 50)),
    maxLoanAmount: orNone(fc.constantFrom(100_000, 480_000)),
    maxDistance: fc.constantFrom(
      {},
      { CREDIT_SCORE: 4 },
      { CREDIT_SCORE: 5 },
      { CREDIT_SCORE: 15 },
    ),
  }),
  priceAdjustment: orNone(fc.constantFrom(-50, 0, 12.5, 37.5)),
  points: fc.constantFrom(5, 20),
})

test('no path decides beyond a level', { timeout: 120_000 }, async ({
  a,
  as,
  db,
}) => {
  const seller = await a.seller()
  const counts = { allowed: 0, refused: 0 }
  const thenUndo = await undoEach(db)
  await fc.assert(
    fc.asyncProperty(attempts, ({ path, limits, priceAdjustment, points }) =>
      thenUndo(async () => {
        const underwriter = await a.underwriter('myOwn')
        await giveLevel(db, underwriter, limits)
        const ctx = await as(underwriter)
        const { change, ...way } = paths[path]
        const slv = await a.slv({
          ...change,
          sellerId: seller.id,
          underwriterId: underwriter.id,
        })
        if ('prepare' in way) await way.prepare(ctx, slv, await as(seller))
        await setRows(
          db,
          'slvRequest',
          { slvId: slv.id },
          { actualValue: 660 - points },
        )
        await answerVariances({ db }, slv.id)
        const decided = await statusOf(
          makeFinalDecision(ctx, slv.id, { ...approve, priceAdjustment }),
        )
        const { loanAmount, status } = await findRow(db, 'slv', { id: slv.id })
        const isAllowed = isWithin(
          level(limits),
          { priceAdjustment, loanAmount },
          points,
        )
        counts[isAllowed ? 'allowed' : 'refused'] += 1
        expect(decided, JSON.stringify({ path, limits })).toBe(
          isAllowed ? 200 : 409,
        )
        expect(status === 'APPROVED').toBe(isAllowed)
      }),
    ),
    { numRuns: 120, seed: 20_261_129 },
  )
  expect(Math.min(counts.allowed, counts.refused)).toBeGreaterThan(10)
})
