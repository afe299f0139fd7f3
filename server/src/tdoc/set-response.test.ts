import { expect } from 'vitest'
import { findRows } from '../../test/rows.ts'
import { test } from '../../test/tdoc-makers.ts'
import { setResponse } from './set-response.ts'

test('a response notifies assigners if the Tdoc’s people are inactive', async ({
  a,
  as,
  aTdoc,
  db,
}) => {
  const gone = await a.underwriter()
  const [chief, other] = [
    await a.underwriter('assignLoans', 'managePurchasedTdocs'),
    await a.underwriter('assignLoans'),
  ]
  await a.deactivate(gone)
  const reviewer = await a.user({ role: 'TPR' })
  for (const [loanKind, people] of [
    ['ACTIVE', [chief, other]],
    ['PURCHASED', [chief]],
  ] as const) {
    const { id } = await aTdoc({
      loanKind,
      vendorId: reviewer.companyId,
      assignedUnderwriterId: gone.id,
    })
    await setResponse(await as(reviewer), id, { tprResponse: 'RECEIVED' })
    const notified = (await findRows(db, 'notification', { entityId: id })).map(
      ({ userId }) => userId,
    )
    expect(notified.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  }
})
