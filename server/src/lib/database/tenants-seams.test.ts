import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { ctxFor } from '../../../test/makers.ts'
import { addRow, rowOf, rowsOf } from '../../../test/rows.ts'
import { test } from '../../../test/tdoc-makers.ts'
import { sendRequest } from '../../slv/rounds/send-request.ts'
import { dbOf } from './db.ts'

test('a comment belongs to one SLV or Tdoc only', async ({ committed: db, made: a, madeTdoc, now }) => {
  const [seller, reviewer] = [await a.seller(), await a.user({ role: 'TPR' })]
  const slv = await a.slv({ sellerId: seller.id })
  const tdoc = await madeTdoc({ vendorId: reviewer.companyId })
  const part = dbOf(db, reviewer)
  const words = { type: 'EXTERNAL', message: 'Words', authorId: reviewer.id, createdAt: now } as const
  for (const wrong of [words, { ...words, slvId: slv.id, tdocId: tdoc.id }])
    await expect(addRow(db, 'comment', wrong)).rejects.toMatchObject({ code: '23514' })
  for (const place of [{ slvId: slv.id }, { tdocId: tdoc.id }]) await addRow(db, 'comment', { ...words, ...place })
  const seen = (reader: Actor) => dbOf(db, reader).selectFrom('comment').select(['slvId', 'tdocId']).execute()
  expect(await seen(seller)).toEqual([{ slvId: slv.id, tdocId: null }])
  expect(await seen(reviewer)).toEqual([{ slvId: null, tdocId: tdoc.id }])
  const move = part.updateTable('comment').set({ slvId: slv.id, tdocId: null })
  await expect(move.execute()).rejects.toMatchObject({ code: '42501' })
})

test('the first assignment counts an underwriter’s work for all sellers', async ({ committed: db, made: a, now }) => {
  const [busy, idle] = [await a.underwriter('myOwn'), await a.underwriter('myOwn')]
  const [acme, birch] = [await a.seller(), await a.seller()]
  const of = ({ id, companyId }: Actor) => ({ sellerId: id, companyId })
  for (let count = 0; count < 2; count++) await a.slv({ status: 'REVIEW', underwriterId: busy.id, ...of(birch) })
  await a.slv({ status: 'REVIEW', underwriterId: idle.id, ...of(acme) })
  const draft = await a.slv({ status: 'DRAFT', ...of(acme) })
  const ctx = await ctxFor(dbOf(db, acme), acme, now)
  await sendRequest(ctx, draft.id, 'auto')
  expect(await rowOf(db, 'slv', { id: draft.id })).toMatchObject({ underwriterId: idle.id })
  expect(await rowsOf(db, 'notification', { entityId: draft.id, userId: idle.id })).toHaveLength(1)
})
