import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test } from '../../../test/fixture.ts'
import { ctxFor, makers } from '../../../test/makers.ts'
import { tdocMaker } from '../../../test/tdoc-makers.ts'
import { sendRequest } from '../../slv/rounds/send-request.ts'
import { dbOf } from './db.ts'

test('a comment belongs to one SLV or Tdoc only', async ({ committed: db, now }) => {
  const a = makers(db, now)
  const [seller, reviewer] = [await a.seller(), await a.user({ role: 'TPR' })]
  const slv = await a.slv({ sellerId: seller.id })
  const tdoc = await tdocMaker(db, now)({ vendorId: reviewer.companyId })
  const part = dbOf(db, reviewer)
  const words = { type: 'EXTERNAL', message: 'Words', authorId: reviewer.id, createdAt: now } as const
  for (const wrong of [words, { ...words, slvId: slv.id, tdocId: tdoc.id }])
    await expect(db.insertInto('comment').values(wrong).execute()).rejects.toMatchObject({ code: '23514' })
  for (const place of [{ slvId: slv.id }, { tdocId: tdoc.id }])
    await db
      .insertInto('comment')
      .values({ ...words, ...place })
      .execute()
  const seen = (who: Actor) => dbOf(db, who).selectFrom('comment').select(['slvId', 'tdocId']).execute()
  expect(await seen(seller)).toEqual([{ slvId: slv.id, tdocId: null }])
  expect(await seen(reviewer)).toEqual([{ slvId: null, tdocId: tdoc.id }])
  const move = part.updateTable('comment').set({ slvId: slv.id, tdocId: null })
  await expect(move.execute()).rejects.toMatchObject({ code: '42501' })
})

test('the first assignment counts an underwriter’s work for all sellers', async ({ committed: db, now }) => {
  const a = makers(db, now)
  const [busy, idle] = [await a.underwriter('myOwn'), await a.underwriter('myOwn')]
  const [acme, birch] = [await a.seller(), await a.seller()]
  const of = (who: Actor) => ({ sellerId: who.id, companyId: who.companyId })
  for (let count = 0; count < 2; count++) await a.slv({ status: 'REVIEW', underwriterId: busy.id, ...of(birch) })
  await a.slv({ status: 'REVIEW', underwriterId: idle.id, ...of(acme) })
  const draft = await a.slv({ status: 'DRAFT', ...of(acme) })
  const ctx = await ctxFor(dbOf(db, acme), acme, now)
  await sendRequest(ctx, draft.id, 'auto')
  const sent = await db.selectFrom('slv').select('underwriterId').where('id', '=', draft.id).executeTakeFirst()
  expect(sent).toEqual({ underwriterId: idle.id })
  const told = await db.selectFrom('notification').select('userId').where('entityId', '=', draft.id).execute()
  expect(told).toContainEqual({ userId: idle.id })
})
