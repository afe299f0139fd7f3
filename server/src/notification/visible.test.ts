import type { Actor } from '@portal/contract/user/model'
import { describe, expect } from 'vitest'
import { test as base } from '../../test/makers.ts'
import { addRow, findRows, setRows } from '../../test/rows.ts'
import { notify } from '../lib/notify.ts'
import { listNotifications } from './list.ts'
import { markViewed } from './mark-viewed.ts'

const borrower = 'CANARY-borrower'
const buyerLoan = '790CANARY'

/**
 * What a person sees of their notifications: the list, its count, and the
 * responses to marking them as viewed.
 */
const test = base.extend('shown', ({ db, as }) => async (reader: Actor) => {
  const rows = await findRows(db, 'notification', { userId: reader.id })
  const ctx = await as(reader)
  const list = await listNotifications(ctx, {})
  const marks = await Promise.allSettled(
    rows.map(({ id }) => markViewed(ctx, id)),
  )
  return {
    titles: list.items.map(({ title }) => title),
    unviewed: list.unviewed,
    text: JSON.stringify([
      list,
      marks.map((mark) =>
        mark.status === 'fulfilled' ? mark.value : 'refused',
      ),
    ]),
  }
})

describe('someone notified of an SLV who may no longer open it', () => {
  test('does not see its loan or borrower in any list, count or response', async ({
    a,
    as,
    db,
    shown,
  }) => {
    const seller = await a.seller()
    const slv = await a.slv({
      sellerId: seller.id,
      buyerLoan,
      borrowerLastName: borrower,
    })
    const notifier = await as(await a.underwriter())
    const about = {
      entityId: slv.id,
      to: [seller.id],
      description: `${buyerLoan} · ${borrower}`,
    }
    await notify(notifier, { action: 'APPROVED', ...about })
    await notify(notifier, { action: 'PROXY_LOAN_COMMENT', ...about })
    await notify(notifier, {
      action: 'MY_COMPANY_VIEW',
      entityId: seller.id,
      to: [seller.id],
      description: '',
    })
    const before = await shown(seller)
    expect(before.unviewed).toBe(3)
    expect(before.text).toMatch(/790CANARY · CANARY-borrower/)

    const colleague = await a.seller(seller.companyId)
    await setRows(db, 'slv', { id: slv.id }, { sellerId: colleague.id })
    await setRows(db, 'notification', {}, { status: 'UNCHECKED' })
    const after = await shown(seller)
    expect(after.text).not.toContain('CANARY')
    expect(after).toMatchObject({
      titles: ['You can now view your company’s SLVs'],
      unviewed: 1,
    })

    await setRows(db, 'notification', {}, { status: 'UNCHECKED' })
    await addRow(db, 'userPermission', {
      userId: seller.id,
      permission: 'myCompanyView',
    })
    const sees = await shown({
      ...seller,
      permissions: { ...seller.permissions, myCompanyView: true },
    })
    expect(sees.unviewed).toBe(3)
  })

  test('includes the former underwriter, but not someone mentioned in it', async ({
    a,
    as,
    db,
    shown,
  }) => {
    const [first, named, next] = [
      await a.underwriter('myOwn'),
      await a.underwriter(),
      await a.underwriter('myOwn'),
    ]
    const slv = await a.slv({
      underwriterId: first.id,
      buyerLoan,
      taggedIds: [named.id],
    })
    const to = [first.id, named.id]
    await notify(await as(next), {
      action: 'PENDING',
      entityId: slv.id,
      to,
      description: buyerLoan,
    })
    await setRows(db, 'slv', { id: slv.id }, { underwriterId: next.id })
    expect((await shown(first)).text).not.toContain('CANARY')
    expect((await shown(named)).text).toContain('CANARY')
  })
})
