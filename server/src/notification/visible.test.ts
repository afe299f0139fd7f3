import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test as base, ctxFor } from '../../test/makers.ts'
import { notify } from '../lib/notify.ts'
import { listNotifications } from './list.ts'
import { markViewed } from './mark-viewed.ts'

const borrower = 'CANARY-borrower'
const buyerLoan = '790CANARY'

/** What somebody is shown of all that they were told: in the list, its count and the answer to marking it. */
const test = base.extend('shown', ({ db, now }) => async (reader: Actor) => {
  const rows = await db.selectFrom('notification').select('id').where('userId', '=', reader.id).execute()
  const ctx = await ctxFor(db, reader, now)
  const list = await listNotifications(ctx, {})
  const marks = await Promise.allSettled(rows.map(({ id }) => markViewed(ctx, id)))
  return {
    titles: list.items.map(({ title }) => title),
    unviewed: list.unviewed,
    text: JSON.stringify([list, marks.map((mark) => (mark.status === 'fulfilled' ? mark.value : 'refused'))]),
  }
})

describe('someone notified of an SLV who may no longer open it', () => {
  test('does not see its loan or borrower in any list, count or response', async ({ a, as, db, shown }) => {
    const seller = await a.seller()
    const slv = await a.slv({ sellerId: seller.id, buyerLoan, borrowerLastName: borrower })
    const teller = await as(await a.underwriter())
    const about = { entityId: slv.id, to: [seller.id], description: `${buyerLoan} · ${borrower}` }
    await notify(teller, { action: 'APPROVED', ...about })
    await notify(teller, { action: 'PROXY_LOAN_COMMENT', ...about })
    await notify(teller, { action: 'MY_COMPANY_VIEW', entityId: seller.id, to: [seller.id], description: '' })
    const before = await shown(seller)
    expect(before.unviewed).toBe(3)
    expect(before.text).toMatch(/790CANARY · CANARY-borrower/)

    const colleague = await a.seller(seller.companyId)
    await db.updateTable('slv').set({ sellerId: colleague.id }).where('id', '=', slv.id).execute()
    await db.updateTable('notification').set({ status: 'UNCHECKED' }).execute()
    const after = await shown(seller)
    expect(after.text).not.toContain('CANARY')
    expect(after).toMatchObject({ titles: ['You can now view your company’s SLVs'], unviewed: 1 })

    await db.updateTable('notification').set({ status: 'UNCHECKED' }).execute()
    await db.insertInto('userPermission').values({ userId: seller.id, permission: 'myCompanyView' }).execute()
    const sees = await shown({ ...seller, permissions: { ...seller.permissions, myCompanyView: true } })
    expect(sees.unviewed).toBe(3)
  })

  test('includes the former underwriter, but not someone mentioned in it', async ({ a, as, db, shown }) => {
    const [first, named, next] = [await a.underwriter('myOwn'), await a.underwriter(), await a.underwriter('myOwn')]
    const slv = await a.slv({ underwriterId: first.id, buyerLoan, taggedIds: [named.id] })
    const to = [first.id, named.id]
    await notify(await as(next), { action: 'PENDING', entityId: slv.id, to, description: buyerLoan })
    await db.updateTable('slv').set({ underwriterId: next.id }).where('id', '=', slv.id).execute()
    expect((await shown(first)).text).not.toContain('CANARY')
    expect((await shown(named)).text).toContain('CANARY')
  })
})
