import { HistoryFilters } from '@portal/contract/history/api'
import { SlvListQuery } from '@portal/contract/slv/list-query'
import { describe, expect } from 'vitest'
import { loanOf, test } from '../../../test/makers.ts'
import { findRow } from '../../../test/rows.ts'
import { searchHistory } from '../../history/search.ts'
import { notify } from '../../lib/notify.ts'
import { listNotifications } from '../../notification/list.ts'
import { viewSlv } from '../detail.ts'
import { getSellerFilter } from '../list/filter.ts'
import { listSlvs } from '../list/list.ts'
import { getStatistics } from '../list/statistics.ts'
import { createPostClose } from './create-post-close.ts'
import { openDraft } from './open-draft.ts'
import { saveSlv } from './save-slv.ts'
import { sendRequest } from './send-request.ts'

describe('opening a draft', () => {
  test('prefills it from LoanDock, and returns the open one the second time', async ({
    a,
    as,
    historyOf,
  }) => {
    const company = await a.company()
    const seller = await a.seller(company.id)
    const loan = loanOf(company.corrId ?? '')
    const draft = await openDraft(await as(seller), loan)
    expect(draft).toMatchObject({
      status: 'DRAFT',
      sellerId: seller.id,
      sellerName: company.name,
      corrID: company.corrId,
      buyerLoan: '7001234',
      buyerNonAgencyProgram: 'DSCR Prime',
      dscr: 1.11,
      dtiDscr: 1.11,
      noteDate: null,
      originalLockDate: '2026-02-20',
      requestorName: seller.name,
    })
    expect((await openDraft(await as(seller), loan)).id).toBe(draft.id)
    expect(await historyOf(draft)).toMatchObject([
      { action: 'open-draft', fromStatus: null, toStatus: 'DRAFT' },
    ])
  })

  test('by an underwriter assigns it to the loan’s contact, who will send it', async ({
    a,
    as,
    db,
  }) => {
    const company = await a.company()
    await a.seller(company.id)
    const contact = await a.seller(company.id)
    const { email } = await findRow(db, 'appUser', { id: contact.id })
    const underwriter = await a.underwriter('myOwn')
    const draft = await openDraft(
      await as(underwriter),
      loanOf(company.corrId ?? '', { contactEmail: email }),
    )
    expect(draft).toMatchObject({
      sellerId: contact.id,
      status: 'DRAFT',
      availableActions: [],
    })
  })

  test('leaves fields empty that the form would refuse', async ({ a, as }) => {
    const company = await a.company()
    const seller = await a.seller(company.id)
    const draft = await openDraft(
      await as(seller),
      loanOf(company.corrId ?? '', { creditScore: 12, loanAmount: 1e12 }),
    )
    expect(draft).toMatchObject({ creditScore: null, loanAmount: null })
  })

  test('is refused if a colleague has one open that the actor may not see', async ({
    a,
    as,
  }) => {
    const company = await a.company()
    const loan = loanOf(company.corrId ?? '')
    await openDraft(await as(await a.seller(company.id)), loan)
    await expect(
      openDraft(await as(await a.seller(company.id)), loan),
    ).rejects.toMatchObject({ statusCode: 409 })
  })
})

describe('a BDD', () => {
  const allOf = SlvListQuery.parse({})

  test('finds nothing of a draft that was never sent, until it is sent', async ({
    a,
    as,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    const draft = await a.slv({
      status: 'DRAFT',
      sellerId: (await a.seller(company.id)).id,
    })
    const ctx = await as(bdd)
    await notify(await as(await a.ownerOf(draft)), {
      action: 'PROXY_LOAN_TAG',
      entityId: draft.id,
      to: [bdd.id],
      description: '',
    })

    expect(await listSlvs(ctx, allOf)).toMatchObject({ total: 0, items: [] })
    expect(
      await listSlvs(ctx, { ...allOf, search: draft.buyerLoan ?? '' }),
    ).toMatchObject({ total: 0 })
    expect(
      await getStatistics(ctx, { departmentTableMode: 'ALL' }),
    ).toMatchObject({ total: 0 })
    expect(await getSellerFilter(ctx, { search: '' })).toEqual([])
    expect((await listNotifications(ctx, {})).items).toEqual([])
    await expect(viewSlv(ctx, draft.id)).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(
      searchHistory(ctx, draft.id, HistoryFilters.parse({})),
    ).rejects.toMatchObject({ statusCode: 404 })

    await sendRequest(await as(await a.ownerOf(draft)), draft.id, 'manual')
    expect((await listSlvs(ctx, allOf)).items).toMatchObject([
      { id: draft.id, status: 'PENDING' },
    ])
    expect((await listNotifications(ctx, {})).items).toHaveLength(1)
  })

  test('reads the decision in effect during a draft resubmission, and nothing of the draft', async ({
    a,
    as,
  }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    const slv = await a.slv({
      status: 'DRAFT_RESUBMITTED',
      sellerId: (await a.seller(company.id)).id,
    })
    await saveSlv(await as(await a.ownerOf(slv)), slv.id, { city: 'Oakland' })

    const ctx = await as(bdd)
    expect(await viewSlv(ctx, slv.id)).toMatchObject({
      status: 'APPROVED',
      statusInEffect: null,
      city: 'Fresno',
    })
    expect((await listSlvs(ctx, allOf)).items).toMatchObject([
      { id: slv.id, status: 'APPROVED' },
    ])
    expect(
      await getStatistics(ctx, { departmentTableMode: 'ALL' }),
    ).toMatchObject({ byStatus: { APPROVED: 1 } })
  })
})

describe('a post-close SLV', () => {
  test('copies the newest pre-close request with its variances and owner', async ({
    a,
    as,
  }) => {
    const company = await a.company()
    const [first, owner] = [
      await a.seller(company.id),
      await a.seller(company.id),
    ]
    await a.slv({
      status: 'APPROVED',
      sellerId: owner.id,
      buyerLoan: '7001234',
      requestorName: 'Kept Name',
    })
    const creator = await a.underwriter('myOwn')
    const loan = loanOf(company.corrId ?? '', {
      isClosed: true,
      noteDate: '2026-03-01',
    })
    const slv = await createPostClose(
      await as(creator),
      loan,
      'UW To Other Guidelines',
    )
    expect(slv).toMatchObject({
      sellerId: owner.id,
      requestorName: 'Kept Name',
      noteDate: '2026-03-01',
      postCloseReason: 'UW To Other Guidelines',
      slvRequests: [
        {
          reason: 'Credit Score',
          summary: 'FICO 655 against ≥ 660: 5 points short',
        },
      ],
    })
    expect(slv.sellerId).not.toBe(first.id)
    await expect(
      createPostClose(await as(creator), loan, 'Seller Error'),
    ).rejects.toMatchObject({ statusCode: 409 })
  })
})
