import { TdocComment } from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { nameIn, takeNotices } from '../../test/talk.ts'
import { test as base } from '../../test/tdoc-makers.ts'

const conversation = (id: string, rest = '') =>
  `/v1/tdocs/${id}/conversation-log${rest}`

/**
 * A Tdoc and people in every relation to it, over HTTP, so row-level security
 * applies to reviewers.
 */
const test = base.extend('team', async ({ made, madeTdoc, signedIn }) => {
  const vendor = await made.company('TPR_VENDOR')
  const people = {
    underwriter: await made.underwriter(),
    chief: await made.underwriter('managePurchasedTdocs'),
    outsider: await made.underwriter(),
    reviewer: await made.user({ role: 'TPR', companyId: vendor.id }),
    colleague: await made.user({ role: 'TPR', companyId: vendor.id }),
    stranger: await made.user({ role: 'TPR' }),
    seller: await made.seller(),
    bdd: await made.user({ role: 'BDD' }),
  }
  const tdoc = await madeTdoc({
    vendorId: vendor.id,
    assignedUnderwriterId: people.underwriter.id,
  })
  const asks = async (
    actor: Actor,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ) => (await signedIn(actor))(method, path, body ? { body } : {})
  const say = (actor: Actor, body: object = {}) => {
    const comment = {
      tdocId: tdoc.id,
      type: 'EXTERNAL',
      message: 'Words',
      ...body,
    }
    return asks(actor, 'POST', '/v1/conversation-log/tdoc', comment)
  }
  return { ...people, people, tdoc, say, asks }
})

test('a comment is returned as it is read, with the side of its author', async ({
  team,
}) => {
  const { say, underwriter, tdoc, colleague } = team
  const comment = (
    await say(underwriter, {
      message: '  Look at\nthis  ',
      mentions: [colleague.id],
    })
  ).json()
  expect(TdocComment.parse(comment)).toEqual(comment)
  expect(comment).toMatchObject({
    tdocId: tdoc.id,
    message: 'Look at\nthis',
    authorSide: 'BUYER',
    mentions: [{ id: colleague.id }],
    availableActions: ['edit', 'delete'],
  })
  expect((await say(colleague)).json()).toMatchObject({
    authorSide: 'VENDOR',
    authorName: colleague.name,
  })
})

test('a reviewer counts only external comments; staff see turned and deleted ones in the log', async ({
  team,
}) => {
  const { tdoc, say, asks, underwriter, outsider, reviewer } = team
  const hidden = (await say(underwriter, { message: 'CANARY-hidden' })).json()
  await asks(underwriter, 'PATCH', `/v1/conversation-log/${hidden.id}/tdoc`, {
    type: 'INTERNAL',
  })
  const gone = (
    await say(outsider, { type: 'INTERNAL', message: 'CANARY-gone' })
  ).json()
  expect(
    (await asks(outsider, 'DELETE', `/v1/conversation-log/${gone.id}`))
      .statusCode,
  ).toBe(200)
  const open = (await say(underwriter)).json()
  expect(
    (await asks(reviewer, 'GET', conversation(tdoc.id, '/state'))).json(),
  ).toMatchObject({ total: 1 })
  const read = await asks(reviewer, 'GET', conversation(tdoc.id))
  expect(read.json()).toMatchObject({
    items: [{ id: open.id }],
    writableTypes: ['EXTERNAL'],
  })
  expect(
    (await asks(reviewer, 'GET', conversation(tdoc.id, '?type=INTERNAL')))
      .statusCode,
  ).toBe(400)
  const log = (who: Actor) =>
    asks(who, 'GET', `/v1/tdocs/${tdoc.id}/activity-log`)
  expect((await log(reviewer)).json().items).toEqual([])
  expect((await log(underwriter)).json().items).toMatchObject([
    {
      action: 'delete-comment',
      changes: [{ before: 'INTERNAL', after: null }],
    },
    {
      action: 'turn-comment',
      changes: [{ before: 'EXTERNAL', after: 'INTERNAL' }],
    },
  ])
})

test('a comment mentions only people with access, and notifies them', async ({
  team,
  committed,
}) => {
  const {
    tdoc,
    people,
    say,
    asks,
    underwriter,
    reviewer,
    colleague,
    stranger,
    outsider,
    seller,
  } = team
  const notices = () => takeNotices(committed, tdoc, people)
  const listed = async (who: Actor, side: string) => {
    const found = (
      await asks(who, 'GET', `/v1/users/tdoc/${side}?tdocId=${tdoc.id}`)
    ).json()
    return found.items
      .map(({ id }: { id: string }) => nameIn(people)(id))
      .sort()
  }
  const known = ['colleague', 'reviewer', 'underwriter']
  expect(await listed(underwriter, 'internal')).toEqual([
    'chief',
    'outsider',
    'underwriter',
  ])
  expect(await listed(underwriter, 'external')).toEqual(known)
  expect(await listed(reviewer, 'external')).toEqual(known)

  const refusal = async (
    who: Actor,
    body: { type: string; mentions: string[] },
  ) => {
    const answer = await say(who, body)
    expect(answer.statusCode).toBe(400)
    return answer.json().details.map(({ error }: { error: string }) => error)
  }
  const unknown = 'Someone you mentioned cannot read this comment'
  expect(
    await refusal(underwriter, {
      type: 'INTERNAL',
      mentions: [reviewer.id, seller.id],
    }),
  ).toEqual([
    `${reviewer.name} is a reviewer and cannot read internal comments`,
    unknown,
  ])
  expect(
    await refusal(underwriter, {
      type: 'EXTERNAL',
      mentions: [stranger.id, outsider.id],
    }),
  ).toEqual([
    `${stranger.name} does not have access to this Tdoc`,
    `${outsider.name} cannot be mentioned to the reviewer; mention them in an internal comment`,
  ])
  const strangers = { type: 'EXTERNAL', mentions: [outsider.id, stranger.id] }
  expect(await refusal(reviewer, strangers)).toEqual([unknown, unknown])
  expect(await notices()).toEqual([])

  await say(reviewer, { mentions: [underwriter.id] })
  expect(await notices()).toEqual(['underwriter: TDOC_TAG'])
  await say(underwriter, { mentions: [colleague.id] })
  expect(await notices()).toEqual([
    'colleague: TDOC_TAG',
    'reviewer: TDOC_COMMENT',
  ])
  await say(outsider, { type: 'INTERNAL' })
  expect(await notices()).toEqual(['underwriter: TDOC_COMMENT'])
  // A comment in a reviewer's response notifies the underwriter of the
  // response, and other participants of the comment.
  const response = { tprResponse: 'RECEIVED', comment: 'Here it is' }
  const answer = await asks(
    reviewer,
    'POST',
    `/v1/tdocs/${tdoc.id}/tpr/set-response`,
    response,
  )
  expect(answer.statusCode).toBe(200)
  expect(await notices()).toEqual([
    'outsider: TDOC_COMMENT',
    'underwriter: TDOC_RESPONSE_ADDED',
  ])
  const read = (
    await asks(underwriter, 'GET', conversation(tdoc.id, '?type=EXTERNAL'))
  ).json()
  expect(read.items[0]).toMatchObject({
    message: 'Here it is',
    authorSide: 'VENDOR',
  })
})

test('a mention gives no access to a Tdoc', async ({
  team: { chief, outsider, say },
  madeTdoc,
}) => {
  const { id: tdocId } = await madeTdoc({ loanKind: 'PURCHASED' })
  const answer = await say(chief, {
    tdocId,
    type: 'INTERNAL',
    mentions: [outsider.id],
  })
  expect(answer.json()).toMatchObject({
    statusCode: 400,
    details: [
      {
        field: 'mentions.0',
        error: `${outsider.name} does not have access to this Tdoc`,
      },
    ],
  })
})

test('without a subject, underwriters choose from everyone, others from their own company', async ({
  team,
  made,
}) => {
  const { people, asks, underwriter, reviewer, colleague, stranger } = team
  const { seller } = people
  const otherSeller = await made.seller()
  await made.user({ role: 'TPR', companyId: underwriter.companyId })
  const list = async (who: Actor, path: string) =>
    (await asks(who, 'GET', `/v1/users/${path}`)).json()
  const idsOf = async (who: Actor, path: string): Promise<string[]> =>
    (await list(who, path)).items.map(({ id }: { id: string }) => id).toSorted()
  const all = [reviewer.id, colleague.id, stranger.id].toSorted()
  expect(await idsOf(underwriter, 'tdoc/external')).toEqual(all)
  expect(await idsOf(reviewer, 'tdoc/external')).toEqual(
    [reviewer.id, colleague.id].toSorted(),
  )
  expect(
    await idsOf(
      reviewer,
      `tdoc/external?search=${encodeURIComponent(stranger.name)}`,
    ),
  ).toEqual([])
  const first = await list(underwriter, 'tdoc/external?size=1')
  const second = await list(underwriter, 'tdoc/external?size=1&page=2')
  expect([first.total, second.items.length]).toEqual([3, 1])
  expect(second.items[0].id).not.toBe(first.items[0].id)
  expect(
    (await asks(seller, 'GET', '/v1/users/tdoc/external')).statusCode,
  ).toBe(403)
  for (const path of ['tdoc/internal', 'proxy-loan/internal']) {
    expect(await idsOf(underwriter, path)).toContain(underwriter.id)
    expect(await idsOf(underwriter, path)).not.toContain(otherSeller.id)
  }
  expect(await idsOf(underwriter, 'proxy-loan/external')).toEqual(
    expect.arrayContaining([otherSeller.id, seller.id]),
  )
  expect(await idsOf(seller, 'proxy-loan/external')).not.toContain(
    otherSeller.id,
  )
})
