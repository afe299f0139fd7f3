import { noSuchLoan, onHold } from '@portal/contract/retention/messages'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { byRequest, loanNumber, test } from '../../test/erasure.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import { eraseExpired, eraseLoan } from './erase-loan.ts'
import { previewErasure } from './find-records.ts'
import { getRecordState } from './list-holds.ts'
import { createHold, liftHold } from './set-hold.ts'

test('a legal hold blocks erasure and retention until it is lifted, even in the database', async ({
  world,
  committed: db,
  deps,
  now,
}) => {
  const { slvId, ctx } = world
  const hold = await createHold(ctx.underwriter, {
    loanNumber,
    reason: 'Litigation',
  })
  await expect(
    createHold(ctx.underwriter, { loanNumber, reason: 'Again' }),
  ).rejects.toMatchObject({ statusCode: 409 })
  await expect(
    eraseLoan(ctx.underwriter, deps, byRequest),
  ).rejects.toMatchObject({
    statusCode: 409,
    message: 'On legal hold. Lift the hold before you erase the data.',
  })
  const byHand = sql`select erase_history('slv', ${slvId}, null, now(), 'none', '{}', '{}', '')`
  await expect(byHand.execute(db)).rejects.toMatchObject({ code: '23001' })
  // Three years later. Without a setting, records are kept forever.
  const clock = () => new Date(now.getTime() + 3 * 365 * 86_400_000)
  const erase = (settings: { retentionYears?: number }) =>
    eraseExpired({ db, clock, ...deps, ...settings })
  expect(await erase({ retentionYears: 2 })).toBe(0)

  await liftHold(ctx.underwriter, hold.id)
  expect(await erase({ retentionYears: 4 })).toBe(0)
  expect(await erase({})).toBe(0)
  // The SLV and the Tdoc of the loan.
  expect(await erase({ retentionYears: 2 })).toBe(2)
  const slv = await findRow(db, 'slv', { id: slvId })
  expect(slv.borrowerLastName).toBe('Erased')
  const changes = await findRows(db, 'retentionHistory')
  expect(changes.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['set-hold', ctx.underwriter.actor.id],
    ['lift-hold', ctx.underwriter.actor.id],
    ['erase', null],
    ['erase', null],
  ])
})

test('a hold by the seller’s number protects the whole loan, whichever number it is erased by', async ({
  committed: db,
  made,
  madeTdoc,
  keeper,
  deps,
  now,
}) => {
  const seller = await made.seller()
  const ofSeller = { sellerId: seller.id, companyId: seller.companyId }
  const numbers = { buyerLoan: '7001234', sellerLoan: 'S-1' }
  const slv = await made.slv({ status: 'APPROVED', ...ofSeller, ...numbers })
  const unnumbered = await made.slv({
    status: 'DECLINED',
    ...ofSeller,
    buyerLoan: null,
    sellerLoan: 'S-1',
  })
  const other = await made.slv({
    status: 'APPROVED',
    buyerLoan: '7009999',
    sellerLoan: 'S-9',
  })
  const tdoc = await madeTdoc({
    status: 'COMPLETE',
    buyerLoanNumber: '7001234',
  })
  const isErased = async (id: string) =>
    (await findRow(db, 'slv', { id })).erasedAt !== null

  const hold = await createHold(keeper, {
    loanNumber: 'S-1',
    reason: 'Litigation',
  })
  expect(hold).toMatchObject({ slvs: 2, tdocs: 1 })
  for (const loanNumber of ['S-1', '7001234']) {
    const preview = await previewErasure(db, loanNumber)
    expect(preview.records.map(({ id }) => id).sort()).toEqual(
      [slv.id, unnumbered.id, tdoc.id].sort(),
    )
    await expect(
      eraseLoan(keeper, deps, { loanNumber, reason: 'Request' }),
    ).rejects.toMatchObject({
      statusCode: 409,
      message: onHold,
    })
  }
  const states = await Promise.all(
    [slv, unnumbered, other].map(({ id }) => getRecordState(keeper, id)),
  )
  expect(states.map((state) => state.hold?.reason)).toEqual([
    'Litigation',
    'Litigation',
    undefined,
  ])
  const byHand = sql`select erase_history('tdoc', ${tdoc.id}, null, now(), 'none', '{}', '{}', '')`
  await expect(byHand.execute(db)).rejects.toMatchObject({ code: '23001' })

  // A corrected number doesn't end the hold, and a Tdoc that arrives later is
  // covered too.
  await setRows(db, 'slv', { id: slv.id }, { sellerLoan: 'S-2' })
  await setRows(db, 'slv', { id: unnumbered.id }, { sellerLoan: 'S-3' })
  await madeTdoc({ status: 'COMPLETE', buyerLoanNumber: '7001234' })
  const clock = () => new Date(now.getTime() + 3 * 365 * 86_400_000)
  expect(await eraseExpired({ db, clock, ...deps, retentionYears: 2 })).toBe(1)
  expect(
    await Promise.all([slv, unnumbered, other].map(({ id }) => isErased(id))),
  ).toEqual([false, false, true])

  await liftHold(keeper, hold.id)
  await eraseLoan(keeper, deps, { loanNumber: '7001234', reason: 'Request' })
  expect(await isErased(slv.id)).toBe(true)
})

test('a hold by the buyer’s number protects an SLV that has only the seller’s number', async ({
  committed: db,
  made,
  keeper,
  deps,
}) => {
  const seller = await made.seller()
  const ofSeller = {
    sellerId: seller.id,
    companyId: seller.companyId,
    sellerLoan: 'S-1',
  }
  await made.slv({ status: 'APPROVED', ...ofSeller, buyerLoan: '7001234' })
  await made.slv({ status: 'DECLINED', ...ofSeller, buyerLoan: null })
  const ofAnother = await made.slv({
    status: 'APPROVED',
    sellerLoan: 'S-1',
    buyerLoan: null,
  })

  expect(
    await createHold(keeper, { loanNumber: '7001234', reason: 'Litigation' }),
  ).toMatchObject({ slvs: 2, tdocs: 0 })
  expect((await getRecordState(keeper, ofAnother.id)).hold).toBeNull()
  await expect(
    eraseLoan(keeper, deps, { loanNumber: '7001234', reason: 'Request' }),
  ).rejects.toMatchObject({
    message: onHold,
  })
  expect(
    (await findRows(db, 'slv')).filter(({ erasedAt }) => erasedAt),
  ).toEqual([])
})

test('a hold that would cover nothing is refused', async ({
  made,
  keeper,
  committed: db,
}) => {
  await made.slv({ status: 'APPROVED', buyerLoan: '7001234' })
  await expect(
    createHold(keeper, { loanNumber: '7001243', reason: 'Litigation' }),
  ).rejects.toMatchObject({
    statusCode: 400,
    details: [{ field: 'loanNumber', error: noSuchLoan }],
  })
  expect(await findRows(db, 'legalHold')).toEqual([])
})
