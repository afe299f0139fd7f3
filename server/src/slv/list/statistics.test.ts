import { SlvListQuery } from '@portal/contract/slv/list-query'
import { isSellerDraft, slvGroupStatuses, slvStatuses } from '@portal/contract/slv/status'
import { tableModesFor } from '@portal/contract/slv/table-mode'
import { describe, expect } from 'vitest'
import { test } from '../../../test/makers.ts'
import { listSlvs } from './list.ts'
import { getStatistics } from './statistics.ts'

const whole = { departmentTableMode: 'ALL' } as const

describe('statistics', () => {
  test('count a tab by status and group, and what is overdue', async ({ a, as }) => {
    const ctx = await as(await a.underwriter('viewSlvDepartment'))
    for (const status of slvStatuses) await a.slv({ status, roundDays: 9 })
    const statistics = await getStatistics(ctx, { ...whole, tableMode: 'ALL' })

    expect(statistics.total).toBe(20)
    // A draft resubmission counts as what is in effect: an approval.
    const { DRAFT_RESUBMITTED: _, ...byStatus } = Object.fromEntries(slvStatuses.map((status) => [status, 1]))
    expect(statistics.byStatus).toEqual({ ...byStatus, APPROVED: 2 })
    const byGroup = Object.entries(slvGroupStatuses).map(([group, statuses]) => [group, statuses.length] as const)
    expect(statistics.byGroup).toEqual({ ...Object.fromEntries(byGroup), COMPLETED: 4 })
    const overdue = await listSlvs(ctx, SlvListQuery.parse({ tableMode: 'ALL', overdue: 'true' }))
    expect(statistics.overdue).toBe(overdue.total)
    expect(statistics.overdue).toBe(14)
  })

  test('show sellers no internal stage', async ({ a, as }) => {
    const seller = await a.seller(undefined, 'myCompanyView')
    for (const status of slvStatuses) await a.slv({ status, sellerId: seller.id, roundDays: 9 })
    for (const tableMode of ['MY_OWN', 'MY_COMPANY'] as const) {
      const statistics = await getStatistics(await as(seller), { ...whole, tableMode })
      expect(statistics.total).toBe(20)
      expect(statistics.byStatus.REVIEW).toBe(9)
      expect(statistics.byGroup).toMatchObject({ IN_REVIEW: 9, TRANSFERRED: 0 })
      expect('overdue' in statistics).toBe(false)
      expect(JSON.stringify(statistics)).not.toMatch(/SLR_|TD_/)
    }
  })

  test('match the list, for each list of each person', async ({ a, as }) => {
    const bdd = await a.user({ role: 'BDD' })
    const company = await a.company('SELLER', bdd.id)
    const seller = await a.seller(company.id, 'myCompanyView')
    const underwriter = await a.underwriter('manageSlr', 'manageTradeDesk', 'viewSlvDepartment')
    for (const status of slvStatuses) {
      await a.slv({ status, sellerId: seller.id, underwriterId: underwriter.id })
      await a.slv({ status, sellerId: (await a.seller(company.id)).id })
    }
    for (const actor of [bdd, seller, underwriter])
      for (const tableMode of tableModesFor(actor))
        for (const departmentTableMode of ['ALL', 'TRANSFERRED'] as const) {
          const ctx = await as(actor)
          const lists = async (status = '') => {
            const query = SlvListQuery.parse({ tableMode, departmentTableMode, status })
            return (await listSlvs(ctx, query)).total
          }
          const { total, byStatus, byGroup } = await getStatistics(ctx, { departmentTableMode, tableMode })
          expect(total).toBe(await lists())
          const drafts = slvStatuses.filter(isSellerDraft).reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
          expect(Object.values(byGroup).reduce((sum, count) => sum + count)).toBe(total - drafts)
          for (const [status, count] of Object.entries(byStatus).filter(([key]) => !key.startsWith('DRAFT')))
            expect(await lists(status), `${tableMode} ${departmentTableMode} ${status}`).toBe(count)
        }
  })

  test('are refused for a list that the actor doesn’t have', async ({ a, as }) => {
    const refused = getStatistics(await as(await a.seller()), { ...whole, tableMode: 'MY_COMPANY' })
    await expect(refused).rejects.toMatchObject({ statusCode: 403 })
  })
})
