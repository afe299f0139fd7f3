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
  const notices = () => takeNotices(db, slv, people)

  await say(await as(owner), slv, external)
  expect(await notices()).toEqual(['underwriter: PROXY_LOAN_COMMENT'])

  await say(await as(chief), slv, { mentions: [underwriter.id, bdd.id] })
  expect(await notices()).toEqual([
    'bdd: PROXY_LOAN_TAG',
    'underwriter: PROXY_LOAN_TAG',
  ])

  await say(await as(underwriter), slv, { mentions: [outsider.id] })
  expect(await notices()).toEqual([
    'chief: PROXY_LOAN_COMMENT',
    'outsider: PROXY_LOAN_TAG',
  ])

  const toOverseer = { ...external, mentions: [overseer.id] }
  await say(await as(underwriter), slv, toOverseer)
  expect(await notices()).toEqual([
    'chief: PROXY_LOAN_COMMENT',
    'overseer: PROXY_LOAN_TAG',
    'owner: PROXY_LOAN_COMMENT',
  ])
})

test('a comment notifies the SLR reviewer during the SLR review, and no one who lost access', async ({
  a,
  as,
  db,
}) => {
  const { slv, people, underwriter, manager, overseer } = await slvWithPeople(a)
  const row = { id: slv.id }
  const notices = () => takeNotices(db, slv, people)
  const slrReview = {
    status: 'SLR_REVIEW',
    underwriterManagerId: manager.id,
  } as const
  await setRows(db, 'slv', row, slrReview)
  await say(await as(overseer), slv, { type: 'EXTERNAL' })
  await say(await as(manager), slv)
  await setRows(db, 'slv', row, { status: 'REVIEW' })
  await a.deactivate(overseer)
  await notices()

  await say(await as(underwriter), slv, { type: 'EXTERNAL' })
  expect(await notices()).toEqual(['owner: PROXY_LOAN_COMMENT'])

  await setRows(db, 'slv', row, { status: 'SLR_REVIEW' })
  await say(await as(underwriter), slv)
  expect(await notices()).toEqual(['manager: PROXY_LOAN_COMMENT'])
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
    /** The problems of a comment that is refused. */
    const refusal = async (
      actor: typeof owner,
      type: 'INTERNAL' | 'EXTERNAL',
      mentions: string[],
    ) => {
      const comment = say(await as(actor), slv, { type, mentions })
      const { statusCode, message, details } = await comment.catch(
        (error) => error,
      )
      expect([statusCode, message]).toEqual([400, details[0].error])
      return details
    }
    const unknown = 'Someone you mentioned cannot read this comment'
    const mentioned = [chief, owner, stranger, otherBdd, reviewer, gone]
    const ids = [...mentioned.map(({ id }) => id), unknownId]
    expect(await refusal(underwriter, 'INTERNAL', ids)).toEqual([
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
    /** Each listed person, and whether they read the SLV already. */
    const listed = async (
      actor: typeof owner,
      type: 'INTERNAL' | 'EXTERNAL',
      search = '',
    ) => {
      const ctx = await as(actor)
      const page = await listMentionables(ctx, type, { ...query, search })
      expect(page.total).toBe(page.items.length)
      const entries = page.items.map(
        ({ id, isReader }) => [nameIn(people)(id), isReader] as const,
      )
      return Object.fromEntries(entries)
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
  const mentioned = await Promise.all(
    Array.from({ length: 12 }, () => made.underwriter()),
  )
  const call = await signedIn(underwriter)
  const addComment = ({ id }: { id: string }) =>
    call('POST', '/v1/conversation-log/proxy-loan', {
      body: {
        proxyLoanId: slv.id,
        type: 'INTERNAL',
        message: 'Look',
        mentions: [id],
      },
    })
  const responses = await Promise.all(mentioned.map(addComment))
  for (const { statusCode } of responses) expect(statusCode).toBe(200)
  const { taggedIds, version } = await findRow(committed, 'slv', { id: slv.id })
  const mentionedIds = mentioned.map(({ id }) => id)
  expect(taggedIds.toSorted()).toEqual(mentionedIds.toSorted())
  expect(version).toBe(slv.version)

  const path = `/v1/conversation-log/${responses[0]?.json().id}`
  const deletions = await Promise.all(
    Array.from({ length: 8 }, () => call('DELETE', path)),
  )
  const statuses = deletions.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(404)])
  const history = await findRows(committed, 'slvHistory', { slvId: slv.id })
  expect(history).toMatchObject([{ action: 'delete-comment' }])
})

test('bad comments are refused, and a repeated POST is one comment', async ({
  made,
  signedIn,
  committed,
}) => {
  const { slv, owner, underwriter } = await slvWithPeople(made)
  const comment = { proxyLoanId: slv.id, type: 'EXTERNAL', message: 'Hello' }
  const post = async (
    actor: typeof owner,
    change: object = {},
    headers = {},
  ) => {
    const call = await signedIn(actor)
    const body = { ...comment, ...change }
    return call('POST', '/v1/conversation-log/proxy-loan', { body, headers })
  }

  const refusals: [object, string, string][] = [
    [
      { type: 'INTERNAL' },
      'type',
      'Only external comments can be written here',
    ],
    [{ type: 'ALL' }, 'type', 'Choose one of: INTERNAL, EXTERNAL'],
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
  const first = await post(underwriter, {}, headers)
  const repeated = await post(underwriter, {}, headers)
  expect(repeated.json()).toEqual(first.json())
  const comments = await findRows(committed, 'comment')
  expect(comments).toMatchObject([{ message: 'Hello' }])

  const longest = await post(owner, { message: 'x'.repeat(4000) })
  expect(longest.statusCode).toBe(200)
})
