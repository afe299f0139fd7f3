import { Comment } from '@portal/contract/conversation/model'
import { expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { rowOf, rowsOf, setRows } from '../../test/rows.ts'
import { say, slvWithPeople, takeNotices } from '../../test/talk.ts'
import { viewSlv } from '../slv/detail.ts'
import { listConversation } from './list.ts'

const all = { type: 'ALL', page: 1, size: 25 } as const

test('a comment is returned as it is read, and does not change the SLV', async ({ a, as, db, now }) => {
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
  expect((await rowOf(db, 'slv', { id: slv.id })).updatedAt).toEqual(now)
})

test('a comment gives access to the underwriter whom it mentions', async ({ a, as }) => {
  const { slv, underwriter, outsider, manager } = await slvWithPeople(a)
  const ctx = await as(outsider)
  await expect(viewSlv(ctx, slv.id)).rejects.toMatchObject({ statusCode: 404 })
  await say(await as(underwriter), slv, { mentions: [outsider.id, outsider.id] })
  expect(await viewSlv(ctx, slv.id)).toMatchObject({ id: slv.id, availableActions: [] })
  expect((await listConversation(ctx, slv.id, all)).items).toHaveLength(1)
  await say(ctx, slv, { message: 'An answer' })
  await expect(viewSlv(await as(manager), slv.id)).rejects.toMatchObject({ statusCode: 404 })
})

test('a comment notifies mentioned people, and other participants who may read it', async ({ a, as, db }) => {
  const { slv, people, owner, underwriter, chief, outsider, bdd, overseer } = await slvWithPeople(a)
  const external = { type: 'EXTERNAL' } as const
  const withOverseer = ['chief: PROXY_LOAN_COMMENT', 'overseer: PROXY_LOAN_TAG', 'owner: PROXY_LOAN_COMMENT']
  for (const [author, comment, notices] of [
    [owner, external, ['underwriter: PROXY_LOAN_COMMENT']],
    [chief, { mentions: [underwriter.id, bdd.id] }, ['bdd: PROXY_LOAN_TAG', 'underwriter: PROXY_LOAN_TAG']],
    [underwriter, { mentions: [outsider.id] }, ['chief: PROXY_LOAN_COMMENT', 'outsider: PROXY_LOAN_TAG']],
    [underwriter, { ...external, mentions: [overseer.id] }, withOverseer],
  ] as const) {
    await say(await as(author), slv, comment)
    expect(await takeNotices(db, slv, people)).toEqual(notices)
  }
})

test('a comment notifies the SLR reviewer during the SLR review, and no one who lost access', async ({ a, as, db }) => {
  const { slv, people, underwriter, manager, overseer } = await slvWithPeople(a)
  await setRows(db, 'slv', { id: slv.id }, { status: 'SLR_REVIEW', underwriterManagerId: manager.id })
  await say(await as(overseer), slv, { type: 'EXTERNAL' })
  await say(await as(manager), slv)
  await setRows(db, 'slv', { id: slv.id }, { status: 'REVIEW' })
  await a.deactivate(overseer)
  await takeNotices(db, slv, people)
  await say(await as(underwriter), slv, { type: 'EXTERNAL' })
  expect(await takeNotices(db, slv, people)).toEqual(['owner: PROXY_LOAN_COMMENT'])
  await setRows(db, 'slv', { id: slv.id }, { status: 'SLR_REVIEW' })
  await say(await as(underwriter), slv)
  expect(await takeNotices(db, slv, people)).toEqual(['manager: PROXY_LOAN_COMMENT'])
})

test('a comment is not quoted in its notifications', async ({ a, as, db }) => {
  const { slv, underwriter, chief } = await slvWithPeople(a)
  await say(await as(underwriter), slv, { message: 'CANARY words', mentions: [chief.id] })
  const description = `${underwriter.name} · ${slv.buyerLoan} · Marlow`
  expect(await rowsOf(db, 'notification')).toMatchObject([{ entityId: slv.id, description }])
})
