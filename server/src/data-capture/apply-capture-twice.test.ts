import { describe, expect } from 'vitest'
import { test } from '../../test/capture.ts'
import { ctxFor } from '../../test/makers.ts'
import { findRow, findRows } from '../../test/rows.ts'
import { setStatus } from '../tdoc/set-status.ts'
import { applyCapture } from './apply-capture.ts'

describe('a file that is sent twice', () => {
  const counted = [
    'tdocHistory',
    'comment',
    'notification',
    'tdocInterval',
  ] as const

  test('writes and notifies nothing the second time', async ({
    vendor,
    applyRows,
    aTdoc,
    made,
    committed,
  }) => {
    const ben = await made.user({ role: 'UNDERWRITER' })
    const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
    await aTdoc({
      vendorId: vendor.reviewer.companyId,
      ...image,
      assignedUnderwriterId: ben.id,
    })
    const rows = [
      '7001,a.pdf,Received,2026-04-01,It came',
      '8001,b.pdf,Not Reviewed,,Page two',
    ]
    await applyRows(rows)
    const counts = () =>
      Promise.all(
        counted.map(async (table) => (await findRows(committed, table)).length),
      )
    const before = await counts()
    await applyRows(rows)
    expect(await counts()).toEqual(before)
    expect((await vendor.table()).items).toMatchObject([
      { applied: 2 },
      { applied: 2 },
    ])
    await applyRows([rows[0]?.replace('It came', 'It came again') ?? ''])
    expect(await counts()).not.toEqual(before)
  })

  test('does not answer a Tdoc that was returned since', async ({
    vendor,
    upload,
    deps,
    aTdoc,
    made,
    committed,
    now,
  }) => {
    const image = { imageFileName: 'a.pdf', buyerLoanNumber: '7001' }
    const answered = {
      status: 'REVIEW_PENDING',
      tprResponse: 'RECEIVED',
    } as const
    const tdoc = await aTdoc({
      vendorId: vendor.reviewer.companyId,
      ...image,
      ...answered,
    })
    const { id } = await upload('7001,a.pdf,Received,,')
    const later = new Date(now.getTime() + 60_000)
    const ben = await made.user({ role: 'UNDERWRITER' })
    await setStatus(await ctxFor(committed, ben, later), [tdoc.id], 'NEW')
    await applyCapture(deps, id, { isLast: false })
    const reason = 'The Tdoc was returned after this file was uploaded'
    expect(await findRow(committed, 'captureRow')).toMatchObject({ reason })
  })
})
