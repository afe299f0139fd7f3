import { Comment } from '@portal/contract/conversation/model'
import { describe, expect } from 'vitest'
import { test } from '../../test/http.ts'
import { findRow, findRows, setRows } from '../../test/rows.ts'
import { nameIn, say, slvWithPeople, takeNotices } from '../../test/talk.ts'
import { viewSlv } from '../slv/detail.ts'
import { listConversation } from './list.ts'
import { listMentionables } from './list-mentionables.ts'

const all = { type: 'ALL', page: 1, size: 25 } as const

test('a comment is returned as it is read, and does not change the SLV', async ({
  a,
  as,
  db,
  now,
}) => {
  const { slv, underwriter, chief } = await slvWithPeople(a)
  const ctx = await as(underwriter)
  const before = await viewSlv(ctx, slv.id)
  const comment = await say(ctx, slv, {
    message: '  Look at\nthis  ',
    mentions: [chief.id],
  })
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
  // It is not quoted in its notifications.
  const description = `${underwriter.name} · ${slv.buyerLoan} · Marlow`
  expect(await findRows(db, 'notification')).toMatchObject([
    { entityId: slv.id, description },
  ])
  expect((await findRow(db, 'slv', { id: slv.id })).updatedAt).toEqual(now)
})

test('a comment gives access to the underwriter whom it mentions', async ({
  a,
  as,
}) => {
  const { slv, underwriter, outsider, manager } = await slvWithPeople(a)
  const ctx = await as(outsider)
  await expect(viewSlv(ctx, slv.id)).rejects.toMatchObject({ statusCode: 404 })
  await say(await as(underwriter), slv, {
    mentions: [outsider.id, outsider.id],
  })
  expect(await viewSlv(ctx, slv.id)).toMatchObject({
    id: slv.id,
    availableActions: [],
  })
  expect((await listConversation(ctx, slv.id, all)).items).toHaveLength(1)
  await say(ctx, slv, { message: 'An answer' })
  await expect(viewSlv(await as(manager), slv.id)).rejects.toMatchObject({
    statusCode: 404,
  })
})

test('a comment notifies mentioned people, and other participants who may read it', async ({
  a,
  as,
  db,
}) => {
  const { slv, people, owner, underwriter, chief, outsider, bdd, overseer } =
    await slvWithPeople(a)
  const external = { type: 'EXTERNAL' } as const
  const withOverseer = [
    'chief: PROXY_LOAN_COMMENT',
    'overseer: PROXY_LOAN_TAG',
    'owner: PROXY_LOAN_COMMENT',
  ]
  for (const [author, comment, notices] of [
    [owner, external, ['underwriter: PROXY_LOAN_COMMENT']],
    [
      chief,
      { mentions: [underwriter.id, bdd.id] },
      ['bdd: PROXY_LOAN_TAG', 'underwriter: PROXY_LOAN_TAG'],
    ],
    [
      underwriter,
      { mentions: [outsider.id] },
      ['chief: PROXY_LOAN_COMMENT', 'outsider: PROXY_LOAN_TAG'],
    ],
    [underwriter, { ...external, mentions: [overseer.id] }, withOverseer],
  ] as const) {
    await say(await as(author), slv, comment)
    expect(await takeNotices(db, slv, people)).toEqual(notices)
  }
})

test('a comment notifies the SLR reviewer during the SLR review, and no one who lost access', async ({
  a,
  as,
  db,
}) => {
  const { slv, people, underwriter, manager, overseer } = await slvWithPeople(a)
  await setRows(
    db,
    'slv',
    { id: slv.id },
    { status: 'SLR_REVIEW', underwriterManagerId: manager.id },
  )
  await say(await as(overseer), slv, { type: 'EXTERNAL' })
  await say(await as(manager), slv)
  await setRows(db, 'slv', { id: slv.id }, { status: 'REVIEW' })
  await a.deactivate(overseer)
  await takeNotices(db, slv, people)
  await say(await as(underwriter), slv, { type: 'EXTERNAL' })
  expect(await takeNotices(db, slv, people)).toEqual([
    'owner: PROXY_LOAN_COMMENT',
  ])
  await setRows(db, 'slv', { id: slv.id }, { status: 'SLR_REVIEW' })
  await say(await as(underwriter), slv)
  expect(await takeNotices(db, slv, people)).toEqual([
    'manager: PROXY_LOAN_COMMENT',
  ])
})

const unknownId = '00000000-0000-4000-8000-000000000000'

describe('mentions', () => {
  test('are refused one by one, with the name if the actor may know it', async ({
    a,
    as,
    db,
  }) => {
    const {
      slv,
      underwriter,
      owner,
      stranger,
      otherBdd,
      reviewer,
      chief,
      colleague,
    } = await slvWithPeople(a)
    const gone = await a.underwriter()
    await a.deactivate(gone)
    const refusal = async (
      actor: typeof owner,
      type: 'INTERNAL' | 'EXTERNAL',
      ids: string[],
    ) =>
      say(await as(actor), slv, { type, mentions: ids }).then(
        () => [],
        ({ statusCode, message, details }) => {
          expect([statusCode, message]).toEqual([400, details[0].error])
          return details
        },
      )
    const unknown = 'Someone you mentioned cannot read this comment'
    const mentioned = [chief, owner, stranger, otherBdd, reviewer, gone].map(
      ({ id }) => id,
    )
    expect(
      await refusal(underwriter, 'INTERNAL', [...mentioned, unknownId]),
    ).toEqual([
      {
        field: 'mentions.1',
        error: `${owner.name} is a seller and cannot read internal comments`,
      },
      {
        field: 'mentions.2',
        error: `${stranger.name} is a seller and cannot read internal comments`,
      },
      {
        field: 'mentions.3',
        error: `${otherBdd.name} does not have access to this SLV`,
      },
      { field: 'mentions.4', error: unknown },
      { field: 'mentions.5', error: `${gone.name} no longer uses the portal` },
      { field: 'mentions.6', error: unknown },
    ])
    const internalOnly = `${chief.name} cannot be mentioned to the seller; mention them in an internal comment`
    expect(
      await refusal(underwriter, 'EXTERNAL', [chief.id, stranger.id]),
    ).toEqual([
      { field: 'mentions.0', error: internalOnly },
      {
        field: 'mentions.1',
        error: `${stranger.name} does not have access to this SLV`,
      },
    ])
    expect(
      await refusal(owner, 'EXTERNAL', [
        chief.id,
        colleague.id,
        stranger.id,
        underwriter.id,
      ]),
    ).toEqual([
      { field: 'mentions.0', error: unknown },
      {
        field: 'mentions.1',
        error: `${colleague.name} does not have access to this SLV`,
      },
      { field: 'mentions.2', error: unknown },
    ])
    expect(await db.selectFrom('comment').select('id').execute()).toEqual([])
  })

  test('are listed by type: underwriters and the BDD, or the people whom the seller knows', async ({
    a,
    as,
  }) => {
    const { slv, people } = await slvWithPeople(a)
    const { owner, overseer, underwriter, bdd, chief, outsider, manager } =
      people
    const query = { proxyLoanId: slv.id, search: '', page: 1, size: 999 }
    const listed = async (
      actor: typeof owner,
      type: 'INTERNAL' | 'EXTERNAL',
      search = '',
    ) => {
      const found = await listMentionables(await as(actor), type, {
        ...query,
        search,
      })
      expect(found.total).toBe(found.items.length)
      return Object.fromEntries(
        found.items.map(({ id, isReader }) => [nameIn(people)(id), isReader]),
      )
    }
    const internal = {
      bdd: true,
      chief: true,
      manager: false,
      outsider: false,
      underwriter: true,
    }
    expect(await listed(underwriter, 'INTERNAL')).toEqual(internal)
    expect(
      await listed(underwriter, 'INTERNAL', chief.name.toUpperCase()),
    ).toEqual({ chief: true })
    const known = { owner: true, overseer: true, underwriter: true }
    expect(await listed(underwriter, 'EXTERNAL')).toEqual(known)
    expect(await listed(owner, 'EXTERNAL')).toEqual(known)
    // The seller knows people who wrote external comments, and not those who
    // wrote internal ones.
    await say(await as(chief), slv, { type: 'EXTERNAL' })
    await say(await as(underwriter), slv, {
      mentions: [outsider.id, bdd.id, manager.id],
    })
    await say(await as(outsider), slv)
    expect(await listed(overseer, 'EXTERNAL')).toEqual({
      ...known,
      chief: true,
    })
  })
})

test('parallel comments all give access, and a comment is deleted once', async ({
  made,
  committed,
  signedIn,
}) => {
  const { slv, underwriter } = await slvWithPeople(made)
  const named = await Promise.all(
    Array.from({ length: 12 }, () => made.underwriter()),
  )
  const asks = await signedIn(underwriter)
  const answers = await Promise.all(
    named.map(({ id }) =>
      asks('POST', '/v1/conversation-log/proxy-loan', {
        body: {
          proxyLoanId: slv.id,
          type: 'INTERNAL',
          message: 'Look',
          mentions: [id],
        },
      }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(
    named.map(() => 200),
  )
  const { taggedIds, version } = await findRow(committed, 'slv', { id: slv.id })
  expect(taggedIds.toSorted()).toEqual(named.map(({ id }) => id).toSorted())
  expect(version).toBe(slv.version)

  const path = `/v1/conversation-log/${answers[0]?.json().id}`
  const deleted = await Promise.all(
    Array.from({ length: 8 }, () => asks('DELETE', path)),
  )
  expect(deleted.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    200,
    ...Array(7).fill(404),
  ])
  expect(
    await findRows(committed, 'slvHistory', { slvId: slv.id }),
  ).toMatchObject([{ action: 'delete-comment' }])
})

test('bad comments are refused, and a repeated POST is one comment', async ({
  made,
  signedIn,
  committed,
}) => {
  const { slv, owner, underwriter } = await slvWithPeople(made)
  const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
  const post = async (actor: typeof owner, change: object = {}, headers = {}) =>
    (await signedIn(actor))('POST', '/v1/conversation-log/proxy-loan', {
      body: { ...comment, ...change },
      headers,
    })

  const refusals: [object, string, string][] = [
    [
      { type: 'INTERNAL' },
      'type',
      'Only external comments can be written here',
    ],
    [{ type: 'ALL' }, 'type', 'Choose one of the options'],
    [{ message: '  ' }, 'message', 'Required'],
    [{ message: 'x'.repeat(4001) }, 'message', 'No more than 4000 characters'],
    [
      { message: 'a\0b' },
      'message',
      'Contains characters that cannot be stored',
    ],
    [{ mentions: ['no-id'] }, 'mentions.0', 'Not a valid ID'],
  ]
  for (const [change, field, error] of refusals) {
    const answer = await post(owner, change)
    expect([answer.statusCode, answer.json().details]).toEqual([
      400,
      [{ field, error }],
    ])
  }
  const headers = { 'idempotency-key': 'once' }
  const [first, again] = [
    await post(underwriter, {}, headers),
    await post(underwriter, {}, headers),
  ]
  expect(again.json()).toEqual(first.json())
  expect(
    await committed.selectFrom('comment').select('message').execute(),
  ).toEqual([{ message: 'Hello' }])
  expect((await post(owner, { message: 'x'.repeat(4000) })).statusCode).toBe(
    200,
  )
})
