import type { Loan } from '@portal/contract/loan/model'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { expect } from 'vitest'
import { loanOf, test as made } from '../../../test/makers.ts'
import { findRows, jobsOf, setRows } from '../../../test/rows.ts'
import { AppError } from '../../lib/errors.ts'
import { prefill } from '../../loan/prefill.ts'
import { viewSlv } from '../detail.ts'
import { listSlvs } from '../list/list.ts'
import { checkApprovals, checkDrift, queueDriftCheck } from './check-drift.ts'

const later = (now: Date, hours: number) =>
  new Date(now.getTime() + hours * 3_600_000)

/** The loan with this score. */
const at = (creditScore: number) => loanOf('C1001', { creditScore })

/** An approval at a score of 700, and the loan that LoanDock has now. */
const test = made
  .extend('loanDock', () => {
    let loan: Loan | 'AWAY' | null = null
    return {
      has: (now: typeof loan) => {
        loan = now
      },
      findLoan: async () => {
        if (loan === 'AWAY')
          throw new AppError('loan_dock_failed', 'LoanDock cannot be reached')
        return loan
      },
      sendDocument: async () => undefined,
    }
  })
  .extend('approved', async ({ a, as, now }) => {
    const underwriter = await a.underwriter('myOwn')
    const seller = await a.seller()
    const slv = await a.slv({
      status: 'APPROVED',
      decisionDate: later(now, -24),
      goodUntil: '2027-03-10',
      sellerId: seller.id,
      companyId: seller.companyId,
      underwriterId: underwriter.id,
      loanDockId: '7001234',
      ...prefill(at(700)),
    })
    return {
      id: slv.id,
      sellerId: seller.id,
      underwriterId: underwriter.id,
      sellerCtx: await as(seller),
      ctx: await as(underwriter),
    }
  })

const lower = [{ figure: 'creditScore', approved: 700, current: 688 }]

test('both sides see which figures LoanDock changed, and are notified once', async ({
  approved,
  loanDock,
  db,
  now,
}) => {
  const check = () => checkDrift({ db, loanDock, now }, approved.id)
  loanDock.has(at(688))
  await check()
  await check()
  for (const ctx of [approved.sellerCtx, approved.ctx]) {
    expect(await viewSlv(ctx, approved.id)).toMatchObject({
      figuresChanged: true,
      drift: { figures: lower, checkedAt: now.toISOString() },
    })
  }
  const notifications = await findRows(db, 'notification')
  expect(notifications.map(({ userId, action }) => [userId, action])).toEqual(
    expect.arrayContaining([
      [approved.sellerId, 'FIGURES_CHANGED'],
      [approved.underwriterId, 'FIGURES_CHANGED'],
    ]),
  )
  expect(notifications).toHaveLength(2)

  loanDock.has(at(680))
  await check()
  expect(await findRows(db, 'notification')).toHaveLength(4)
})

test('no one is notified of differences that existed at the decision, but they are of the next change', async ({
  approved,
  loanDock,
  db,
  now,
}) => {
  await setRows(db, 'slv', { id: approved.id }, { decisionDate: now })
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, approved.id)
  expect(await viewSlv(approved.ctx, approved.id)).toMatchObject({
    figuresChanged: true,
  })
  expect(await findRows(db, 'notification')).toEqual([])

  loanDock.has(at(680))
  await checkDrift({ db, loanDock, now: later(now, 1) }, approved.id)
  expect(await findRows(db, 'notification')).toHaveLength(2)
})

test('figures that match the approval again are no longer shown, and no one is notified', async ({
  approved,
  loanDock,
  db,
  now,
}) => {
  const check = () => checkDrift({ db, loanDock, now }, approved.id)
  loanDock.has(at(688))
  await check()
  loanDock.has(at(700))
  await check()
  expect(await viewSlv(approved.ctx, approved.id)).toMatchObject({
    figuresChanged: false,
    drift: { figures: [] },
  })
  expect(await findRows(db, 'notification')).toHaveLength(2)
})

test('while LoanDock can’t be reached, the last comparison stays', async ({
  approved,
  loanDock,
  db,
  now,
}) => {
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, approved.id)
  loanDock.has('AWAY')
  const late = later(now, 1)
  await expect(
    checkDrift({ db, loanDock, now: late }, approved.id),
  ).rejects.toMatchObject({ code: 'loan_dock_failed' })
  expect(await viewSlv(approved.sellerCtx, approved.id)).toMatchObject({
    drift: { figures: lower, checkedAt: now.toISOString() },
  })
})

test('an approval that is reopened, or decided again, no longer has the changes of the old one', async ({
  approved,
  loanDock,
  db,
  now,
}) => {
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, approved.id)
  await setRows(db, 'slv', { id: approved.id }, { status: 'REVIEW' })
  expect(await viewSlv(approved.ctx, approved.id)).toMatchObject({
    drift: null,
    figuresChanged: null,
  })
  const again = { status: 'APPROVED', decisionDate: later(now, 1) } as const
  await setRows(db, 'slv', { id: approved.id }, again)
  expect(await viewSlv(approved.ctx, approved.id)).toMatchObject({
    drift: null,
  })
})

test('lists mark approvals with changed figures, and filter by them', async ({
  a,
  approved,
  loanDock,
  db,
  now,
}) => {
  await a.slv({
    status: 'APPROVED',
    decisionDate: now,
    underwriterId: approved.underwriterId,
  })
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, approved.id)
  const list = async (filter: object) => {
    const page = await listSlvs(approved.ctx, SlvListQuery.parse(filter))
    return page.items.map(({ id, figuresChanged }) => [id, figuresChanged])
  }
  expect(await list({ figuresChanged: 'true' })).toEqual([[approved.id, true]])
  expect(await list({})).toHaveLength(2)
})

test('opening an approval queues a comparison, unless the last one is fresh', async ({
  approved: { id, sellerCtx: ctx },
  loanDock,
  db,
  now,
}) => {
  const open = async (when: Date) =>
    queueDriftCheck({ db, now: when }, await viewSlv(ctx, id))
  const countQueued = async () => (await jobsOf(db, 'check-drift')).length
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, id)
  await open(later(now, 0.1))
  expect(await countQueued()).toBe(0)
  await open(later(now, 0.2))
  expect(await jobsOf(db, 'check-drift')).toEqual([{ slvId: id }])
})

test('an SLV that is not approved is not compared', async ({
  a,
  as,
  loanDock,
  db,
  now,
}) => {
  const underwriter = await a.underwriter('myOwn')
  const slv = await a.slv({
    status: 'REVIEW',
    underwriterId: underwriter.id,
    loanDockId: '7001234',
  })
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, slv.id)
  const ctx = await as(underwriter)
  await queueDriftCheck(ctx, await viewSlv(ctx, slv.id))
  expect(await findRows(db, 'slvDrift')).toEqual([])
  expect(await jobsOf(db, 'check-drift')).toEqual([])
})

test('at night, approvals that have not expired are compared, each once', async ({
  a,
  approved,
  loanDock,
  db,
  now,
}) => {
  const expired = { status: 'APPROVED', decisionDate: now } as const
  await a.slv({ ...expired, loanDockId: '7001235', goodUntil: '2020-01-02' })
  loanDock.has(at(688))
  await checkApprovals({ db, loanDock, now })
  const compared = await findRows(db, 'slvDrift')
  expect(compared.map(({ slvId }) => slvId)).toEqual([approved.id])

  await checkApprovals({ db, loanDock, now: later(now, 1) })
  expect(await findRows(db, 'slvDrift')).toMatchObject([{ checkedAt: now }])
  await checkApprovals({ db, loanDock, now: later(now, 20) })
  expect(await findRows(db, 'slvDrift')).toMatchObject([
    { checkedAt: later(now, 20) },
  ])
})

test('at night, an approval that LoanDock has no loan for keeps no other waiting', async ({
  a,
  approved,
  loanDock,
  db,
  now,
}) => {
  const current = {
    status: 'APPROVED',
    decisionDate: now,
    goodUntil: '2027-03-10',
  } as const
  await a.slv({ ...current, loanDockId: null })
  const asked: string[] = []
  const counted = {
    ...loanDock,
    findLoan: async (number: string) => {
      asked.push(number)
      return loanDock.findLoan()
    },
  }
  loanDock.has(at(688))
  await checkDrift({ db, loanDock, now }, approved.id)
  loanDock.has(null)
  const night = later(now, 20)
  await checkApprovals({ db, loanDock: counted, now: night })
  await checkApprovals({ db, loanDock: counted, now: later(now, 21) })
  expect(asked).toEqual(['7001234'])
  expect(await findRows(db, 'slvDrift')).toMatchObject([
    { slvId: approved.id, figures: lower, checkedAt: night },
  ])
})
