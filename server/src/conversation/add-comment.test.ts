import { Comment } from '@portal/contract/conversation/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { setRows } from '../../test/rows.ts'
import { say, slvWithPeople, toldOf } from '../../test/talk.ts'
import { viewSlv } from '../slv/detail.ts'
import { listConversation } from './list.ts'

const all = { type: 'ALL', page: 1, size: 25 } as const

describe('a comment', () => {
  test('is returned as it is read, and does not change the SLV', async ({ a, as, db, now }) => {
    const { slv, underwriter, chief } = await slvWithPeople(a)
    const ctx = await as(underwriter)
    const before = await viewSlv(ctx, slv.id)
    const comment = await say(ctx, slv, { message: '  Look at\nthis  ', mentions: [chief.id] })
    expect(Comment.parse(comment)).toEqual(comment)
    expect(comment).toMatchObject({
      proxyLoanId: slv.id,
      type: 'INTERNAL',
      message: 'Look at\nthis',
      authorName: underwriter.name,
      authorSide: 'BUYER',
      createdAt: now.toISOString(),
      editedAt: null,
      mentions: [{ id: chief.id, name: chief.name }],
      availableActions: ['edit', 'delete'],
    })
    expect(await viewSlv(ctx, slv.id)).toEqual(before)
    const { updatedAt } = await db.selectFrom('slv').select('updatedAt').executeTakeFirstOrThrow()
    expect(updatedAt).toEqual(now)
  })

  test('gives access to the underwriter whom it mentions', async ({ a, as }) => {
    const { slv, underwriter, outsider, manager } = await slvWithPeople(a)
    const ctx = await as(outsider)
    await expect(viewSlv(ctx, slv.id)).rejects.toMatchObject({ statusCode: 404 })
    await say(await as(underwriter), slv, { mentions: [outsider.id, outsider.id] })
    expect(await viewSlv(ctx, slv.id)).toMatchObject({ id: slv.id, availableActions: [] })
    expect((await listConversation(ctx, slv.id, all)).items).toHaveLength(1)
    await say(ctx, slv, { message: 'An answer' })
    await expect(viewSlv(await as(manager), slv.id)).rejects.toMatchObject({ statusCode: 404 })
  })
})

describe('a comment notifies', () => {
  test('the people who are mentioned, and the other participants who may read it', async ({ a, as, db }) => {
    const { slv, people, owner, underwriter, chief, outsider, bdd, overseer } = await slvWithPeople(a)
    const told = async () => {
      const { told } = await toldOf(db, slv, people)
      await db.deleteFrom('notification').execute()
      return told
    }
    await say(await as(owner), slv, { type: 'EXTERNAL' })
    expect(await told()).toEqual(['underwriter: PROXY_LOAN_COMMENT'])
    await say(await as(chief), slv, { mentions: [underwriter.id, bdd.id] })
    expect(await told()).toEqual(['bdd: PROXY_LOAN_TAG', 'underwriter: PROXY_LOAN_TAG'])
    await say(await as(underwriter), slv, { mentions: [outsider.id] })
    expect(await told()).toEqual(['chief: PROXY_LOAN_COMMENT', 'outsider: PROXY_LOAN_TAG'])
    await say(await as(underwriter), slv, { type: 'EXTERNAL', mentions: [overseer.id] })
    expect(await told()).toEqual(['chief: PROXY_LOAN_COMMENT', 'overseer: PROXY_LOAN_TAG', 'owner: PROXY_LOAN_COMMENT'])
  })

  test('the SLR reviewer during the SLR review, and no one who lost access', async ({ a, as, db }) => {
    const { slv, people, underwriter, manager, overseer } = await slvWithPeople(a)
    await setRows(db, 'slv', { id: slv.id }, { status: 'SLR_REVIEW', underwriterManagerId: manager.id })
    await say(await as(overseer), slv, { type: 'EXTERNAL' })
    await say(await as(manager), slv)
    await db.updateTable('slv').set({ status: 'REVIEW' }).where('id', '=', slv.id).execute()
    await db.updateTable('appUser').set({ status: 'INACTIVE' }).where('id', '=', overseer.id).execute()
    await db.deleteFrom('notification').execute()
    await say(await as(underwriter), slv, { type: 'EXTERNAL' })
    expect((await toldOf(db, slv, people)).told).toEqual(['owner: PROXY_LOAN_COMMENT'])
    await db.updateTable('slv').set({ status: 'SLR_REVIEW' }).where('id', '=', slv.id).execute()
    await say(await as(underwriter), slv)
    expect((await toldOf(db, slv, people)).told).toEqual(['manager: PROXY_LOAN_COMMENT', 'owner: PROXY_LOAN_COMMENT'])
  })

  test('without its text', async ({ a, as, db }) => {
    const { slv, people, underwriter, chief } = await slvWithPeople(a)
    await say(await as(underwriter), slv, { message: 'CANARY words', mentions: [chief.id] })
    const { rows } = await toldOf(db, slv, people)
    expect(rows.map(({ description }) => description)).toEqual([`${underwriter.name} · ${slv.buyerLoan} · Marlow`])
  })
})
