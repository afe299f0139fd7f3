import type { Loan } from '@portal/contract/loan/model'
import { type Sandbox, startSandbox } from '@portal/sandbox/start'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { type LoanDock, makeLoanDock } from '../lib/integrations/loan-dock.ts'
import { listSlvsOfLoan } from '../slv/list/slvs-of-loan.ts'
import { lookUpLoan } from './look-up.ts'

let sandbox: Sandbox
let loanDock: LoanDock
let loan: Loan | null
beforeAll(async () => {
  sandbox = await startSandbox({ loanDockPort: 0, smtpPort: 0, mailboxPort: 0, portalOrigins: [] })
  loanDock = makeLoanDock({ url: sandbox.loanDockUrl })
  loan = await loanDock.findLoan('7001234')
})
afterAll(() => sandbox.stop())

describe('looking up a loan', () => {
  test("is for its company's sellers, for its BDD and for every underwriter; for others it does not exist", async ({
    a,
    as,
    db,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    await db.updateTable('company').set({ corrId: loan?.seller.corrId }).where('id', '=', company.id).execute()
    const found = async (actor: typeof bdd) =>
      lookUpLoan(await as(actor), loanDock, '7001234').then(
        ({ loanNumber }) => loanNumber,
        (error) => error.statusCode,
      )
    expect(await found(await a.seller(company.id))).toBe('7001234')
    expect(await found(bdd)).toBe('7001234')
    expect(await found(await a.underwriter())).toBe('7001234')
    expect(await found(await a.seller())).toBe(404)
    expect(await found(await a.user({ role: 'BDD' }))).toBe(404)
    expect(await found(await a.user({ role: 'TPR' }))).toBe(404)
    expect(await found(await a.user({ role: 'DEFAULT' }))).toBe(404)
  })

  test('returns the same for someone else’s loan as for an unknown one', async ({ a, as }) => {
    const ctx = await as(await a.seller())
    const refusal = (number: string) =>
      lookUpLoan(ctx, loanDock, number).catch((error) => ({ ...error, message: error.message }))
    expect(await refusal('7001234')).toMatchObject({ statusCode: 404 })
    expect(await refusal('7001234')).toEqual(await refusal('1'))
  })
})

describe('the SLVs of a loan', () => {
  test('are found by either number, newest first, if the actor may see them', async ({ a, as, now }) => {
    const own = await a.underwriter()
    const everything = await a.underwriter('viewSlvDepartment')
    const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
    const numbers = { buyerLoan: '7001234', sellerLoan: 'Acm_1' }
    const first = await a.slv({ ...numbers, status: 'TD_REVIEW', underwriterId: own.id, createdAt: at(0) })
    const second = await a.slv({
      ...numbers,
      companyId: first.companyId,
      type: 'POST',
      postCloseReason: 'Seller Error',
      createdAt: at(1),
    })
    await a.slv({ buyerLoan: '70012345', sellerLoan: 'AcmX1' })

    const ids = async (actor: typeof own, number: string) =>
      (await listSlvsOfLoan(await as(actor), number)).items.map(({ id }) => id)
    expect(await ids(everything, '7001234')).toEqual([second.id, first.id])
    expect(await ids(everything, 'ACM_1')).toEqual([second.id, first.id])
    expect(await ids(everything, '%')).toEqual([])
    expect(await ids(own, '7001234')).toEqual([first.id])
    expect((await listSlvsOfLoan(await as(own), '7001234')).items[0]).toMatchObject({
      status: 'TD_REVIEW',
      underwriterName: own.name,
    })
    const seller = await as(await a.ownerOf(first))
    expect((await listSlvsOfLoan(seller, '7001234')).items).toMatchObject([{ id: first.id, status: 'REVIEW' }])
  })
})
