import { describe, expect } from 'vitest'
import { test } from '../../test/makers.ts'
import { say, slvWithPeople, takeNotices } from '../../test/talk.ts'
import { searchHistory } from '../history/search.ts'
import { deleteComment, editComment } from './edit-comment.ts'
import { countConversation, listConversation } from './list.ts'

const all = { type: 'ALL', page: 1, size: 25 } as const
const later = new Date('2026-03-04T16:00:00.000Z')

describe('the author’s comment', () => {
  test('is marked as edited if it changed', async ({ a, as }) => {
    const { slv, underwriter } = await slvWithPeople(a)
    const comment = await say(await as(underwriter), slv, { message: 'First' })
    const ctx = await as(underwriter, later)
    expect(
      await editComment(ctx, comment.id, { message: 'First' }),
    ).toMatchObject({ editedAt: null })
    expect(
      await editComment(ctx, comment.id, { message: 'Second' }),
    ).toMatchObject({
      message: 'Second',
      type: 'INTERNAL',
      editedAt: later.toISOString(),
    })
    expect((await listConversation(ctx, slv.id, all)).items).toMatchObject([
      { message: 'Second' },
    ])
  })

  test('notifies only people who are newly mentioned, and keeps old mentions', async ({
    a,
    as,
    db,
  }) => {
    const { slv, people, underwriter, chief, outsider } = await slvWithPeople(a)
    const comment = await say(await as(underwriter), slv, {
      mentions: [chief.id],
    })
    await say(await as(chief), slv)
    await a.deactivate(chief)
    await takeNotices(db, slv, people)
    const ctx = await as(underwriter)
    const edited = await editComment(ctx, comment.id, {
      message: 'More',
      mentions: [chief.id, outsider.id],
    })
    expect(edited.mentions.map(({ id }) => id).sort()).toEqual(
      [chief.id, outsider.id].sort(),
    )
    expect(await takeNotices(db, slv, people)).toEqual([
      'outsider: PROXY_LOAN_TAG',
    ])
    expect(await editComment(ctx, comment.id, { mentions: [] })).toMatchObject({
      mentions: [],
    })
    // People who were mentioned keep their access.
    expect(
      (await listConversation(await as(outsider), slv.id, all)).total,
    ).toBe(2)
  })

  test('can be shown to the seller and hidden again, with notice and history', async ({
    a,
    as,
    db,
    historyOf,
  }) => {
    const { slv, people, owner, underwriter, outsider } = await slvWithPeople(a)
    const ctx = await as(underwriter)
    const comment = await say(ctx, slv, {
      message: 'CANARY words',
      mentions: [outsider.id],
    })
    await takeNotices(db, slv, people)
    await expect(
      editComment(ctx, comment.id, { type: 'EXTERNAL' }),
    ).rejects.toMatchObject({
      statusCode: 400,
      message: `${outsider.name} cannot be mentioned to the seller; mention them in an internal comment`,
    })
    const asOwner = await as(owner)
    expect((await listConversation(asOwner, slv.id, all)).total).toBe(0)
    await editComment(ctx, comment.id, { type: 'EXTERNAL', mentions: [] })
    expect((await listConversation(asOwner, slv.id, all)).items).toMatchObject([
      { id: comment.id, mentions: [] },
    ])
    expect(await takeNotices(db, slv, people)).toEqual([
      'owner: PROXY_LOAN_COMMENT',
    ])
    await editComment(ctx, comment.id, { message: 'CANARY again' })
    await editComment(await as(underwriter, later), comment.id, {
      type: 'INTERNAL',
    })
    expect((await listConversation(asOwner, slv.id, all)).total).toBe(0)
    const history = await historyOf(slv)
    const turned = {
      action: 'turn-comment',
      actorId: underwriter.id,
      fromStatus: slv.status,
      toStatus: slv.status,
    }
    expect(history).toMatchObject([
      { ...turned, at: ctx.now, comment: 'From Internal to External' },
      { ...turned, at: later, comment: 'From External to Internal' },
    ])
    expect(JSON.stringify(history)).not.toContain('CANARY')
    expect(
      await searchHistory(asOwner, slv.id, { page: 1, size: 25 }),
    ).toMatchObject({ total: 0 })
  })

  test('is deleted, but its row and a history entry stay', async ({
    a,
    as,
    db,
    historyOf,
  }) => {
    const { slv, underwriter } = await slvWithPeople(a)
    const ctx = await as(underwriter)
    const comment = await say(ctx, slv, { message: 'CANARY words' })
    expect(await deleteComment(ctx, comment.id)).toEqual({ id: comment.id })
    expect(await listConversation(ctx, slv.id, all)).toMatchObject({
      items: [],
      total: 0,
    })
    await expect(deleteComment(ctx, comment.id)).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(
      editComment(ctx, comment.id, { message: 'Again' }),
    ).rejects.toMatchObject({ statusCode: 404 })
    expect(await db.selectFrom('comment').select('message').execute()).toEqual([
      { message: 'CANARY words' },
    ])
    const history = await historyOf(slv)
    expect(history).toMatchObject([
      {
        action: 'delete-comment',
        comment: 'Internal comment',
        actorId: underwriter.id,
      },
    ])
    expect(JSON.stringify(history)).not.toContain('CANARY')
  })

  test('can’t be changed by others: 409 if they read it, 404 if they don’t', async ({
    a,
    as,
  }) => {
    const { slv, owner, underwriter, chief } = await slvWithPeople(a)
    const { id } = await say(await as(underwriter), slv)
    for (const [actor, statusCode] of [
      [chief, 409],
      [owner, 404],
    ] as const) {
      await expect(
        editComment(await as(actor), id, { message: 'Mine' }),
      ).rejects.toMatchObject({ statusCode })
      await expect(deleteComment(await as(actor), id)).rejects.toMatchObject({
        statusCode,
      })
    }
    const own = await say(await as(owner), slv, { type: 'EXTERNAL' })
    await expect(
      editComment(await as(owner), own.id, { type: 'INTERNAL' }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })
})

test('a conversation is listed newest first, in pages, by type and role', async ({
  a,
  as,
}) => {
  const { slv, owner, underwriter, bdd } = await slvWithPeople(a)
  const ctx = await as(underwriter)
  const asOwner = await as(owner)
  for (let n = 1; n <= 7; n++)
    await say(n % 3 === 0 ? asOwner : ctx, slv, {
      type: n % 3 === 1 ? 'INTERNAL' : 'EXTERNAL',
      message: `No ${n}`,
    })
  const read = async (actor: typeof owner, change: object = {}) => {
    const page = await listConversation(await as(actor), slv.id, {
      ...all,
      ...change,
    })
    return [
      page.total,
      ...page.items.map(({ message }) => message.slice(3)),
    ].join(' ')
  }
  expect(await read(underwriter)).toBe('7 7 6 5 4 3 2 1')
  expect(await read(underwriter, { size: 3, page: 2 })).toBe('7 4 3 2')
  expect(await read(underwriter, { size: 3, page: 4 })).toBe('7')
  expect(await read(underwriter, { type: 'INTERNAL' })).toBe('3 7 4 1')
  expect(await read(bdd, { type: 'EXTERNAL', size: 2 })).toBe('4 6 5')
  expect(await read(bdd)).toBe('7 7 6 5 4 3 2 1')
  expect(await read(owner)).toBe('4 6 5 3 2')
  await expect(read(owner, { type: 'INTERNAL' })).rejects.toMatchObject({
    statusCode: 400,
  })
  expect((await listConversation(asOwner, slv.id, all)).writableTypes).toEqual([
    'EXTERNAL',
  ])
  expect((await listConversation(ctx, slv.id, all)).writableTypes).toEqual([
    'INTERNAL',
    'EXTERNAL',
  ])
  expect(
    (await listConversation(await as(bdd), slv.id, all)).writableTypes,
  ).toEqual([])
})

test('a conversation has a stamp that changes with the comments that the reader may read', async ({
  a,
  as,
}) => {
  const { slv, owner, underwriter } = await slvWithPeople(a)
  const ctx = await as(underwriter)
  const asOwner = await as(owner)
  const stamps = async () => [
    (await countConversation(asOwner, slv.id)).stamp,
    (await countConversation(ctx, slv.id)).stamp,
  ]
  /** Whether the owner's and the underwriter's stamp change. */
  const changes = async (work: () => Promise<unknown>) => {
    const before = await stamps()
    await work()
    const after = await stamps()
    return before.map((stamp, index) => stamp !== after[index])
  }
  const outer = await say(ctx, slv, { type: 'EXTERNAL' })
  const inner = await say(ctx, slv)
  expect(await countConversation(asOwner, slv.id)).toMatchObject({ total: 1 })
  expect(await countConversation(ctx, slv.id)).toMatchObject({ total: 2 })
  const at = await as(underwriter, later)
  expect(await changes(async () => {})).toEqual([false, false])
  expect(
    await changes(() => editComment(at, inner.id, { message: 'New' })),
  ).toEqual([false, true])
  expect(
    await changes(() => editComment(at, outer.id, { message: 'New' })),
  ).toEqual([true, true])
  expect(await changes(() => deleteComment(at, inner.id))).toEqual([
    false,
    true,
  ])
  expect(
    await changes(() => editComment(at, outer.id, { type: 'INTERNAL' })),
  ).toEqual([true, true])
})
