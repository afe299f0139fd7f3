import { TdocComment } from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { nameIn, takeNotices } from '../../test/talk.ts'
import { test as base } from '../../test/tdoc-makers.ts'

/**
 * A Tdoc and people in every relation to it, over HTTP, so row-level security
 * applies to reviewers.
 */
const test = base
  .extend('team', async ({ made }) => {
    const vendor = await made.company('TPR_VENDOR')
    return {
      underwriter: await made.underwriter(),
      chief: await made.underwriter('managePurchasedTdocs'),
      outsider: await made.underwriter(),
      reviewer: await made.user({ role: 'TPR', companyId: vendor.id }),
      colleague: await made.user({ role: 'TPR', companyId: vendor.id }),
      stranger: await made.user({ role: 'TPR' }),
      seller: await made.seller(),
      bdd: await made.user({ role: 'BDD' }),
    }
  })
  .extend('tdoc', ({ madeTdoc, team }) =>
    madeTdoc({
      vendorId: team.reviewer.companyId,
      assignedUnderwriterId: team.underwriter.id,
    }),
  )
  .extend('get', ({ signedIn }) => async (actor: Actor, path: string) => {
    const send = await signedIn(actor)
    const response = await send('GET', path)
    return { status: response.statusCode, body: response.json() }
  })
  /** Adds a comment to the Tdoc; external unless `change` says otherwise. */
  .extend('say', ({ signedIn, tdoc }) => {
    return async (actor: Actor, change: object = {}) => {
      const send = await signedIn(actor)
      const comment = {
        tdocId: tdoc.id,
        type: 'EXTERNAL',
        message: 'Words',
        ...change,
      }
      const path = '/v1/conversation-log/tdoc'
      const response = await send('POST', path, { body: comment })
      return { status: response.statusCode, body: response.json() }
    }
  })
  /** The errors of a comment that is refused. */
  .extend('refusal', ({ say }) => {
    return async (actor: Actor, type: string, mentioned: readonly Actor[]) => {
      const mentions = mentioned.map(({ id }) => id)
      const { status, body } = await say(actor, { type, mentions })
      expect(status).toBe(400)
      const details: { error: string }[] = body.details
      return details.map(({ error }) => error)
    }
  })
  /** The ids of the people in a list of `/v1/users`. */
  .extend('listIds', ({ get }) => {
    return async (actor: Actor, list: string): Promise<string[]> => {
      const { body } = await get(actor, `/v1/users/${list}`)
      const items: { id: string }[] = body.items
      return items.map(({ id }) => id).toSorted()
    }
  })
  .extend('notices', ({ committed, tdoc, team }) => {
    return () => takeNotices(committed, tdoc, team)
  })

test('a comment is returned as it is read, with the side of its author', async ({
  team: { underwriter, colleague },
  tdoc,
  say,
}) => {
  const { body: comment } = await say(underwriter, {
    message: '  Look at\nthis  ',
    mentions: [colleague.id],
  })
  expect(TdocComment.parse(comment)).toEqual(comment)
  expect(comment).toMatchObject({
    tdocId: tdoc.id,
    message: 'Look at\nthis',
    authorSide: 'BUYER',
    mentions: [{ id: colleague.id }],
    availableActions: ['edit', 'delete'],
  })

  const answer = await say(colleague)
  expect(answer.body).toMatchObject({
    authorSide: 'VENDOR',
    authorName: colleague.name,
  })
})

test('a reviewer counts only external comments; staff see turned and deleted ones in the log', async ({
  team: { underwriter, outsider, reviewer },
  tdoc,
  say,
  get,
  signedIn,
}) => {
  const conversation = `/v1/tdocs/${tdoc.id}/conversation-log`
  const log = `/v1/tdocs/${tdoc.id}/activity-log`

  const turned = await say(underwriter, { message: 'CANARY-hidden' })
  const asUnderwriter = await signedIn(underwriter)
  const turnedPath = `/v1/conversation-log/${turned.body.id}/tdoc`
  await asUnderwriter('PATCH', turnedPath, { body: { type: 'INTERNAL' } })

  const deleted = await say(outsider, {
    type: 'INTERNAL',
    message: 'CANARY-gone',
  })
  const asOutsider = await signedIn(outsider)
  const deletedPath = `/v1/conversation-log/${deleted.body.id}`
  const deletion = await asOutsider('DELETE', deletedPath)
  expect(deletion.statusCode).toBe(200)

  const external = await say(underwriter)

  const state = await get(reviewer, `${conversation}/state`)
  expect(state.body).toMatchObject({ total: 1 })
  const read = await get(reviewer, conversation)
  expect(read.body).toMatchObject({
    items: [{ id: external.body.id }],
    writableTypes: ['EXTERNAL'],
  })
  const internal = await get(reviewer, `${conversation}?type=INTERNAL`)
  expect(internal.status).toBe(400)

  const reviewerLog = await get(reviewer, log)
  expect(reviewerLog.body.items).toEqual([])
  const staffLog = await get(underwriter, log)
  expect(staffLog.body.items).toMatchObject([
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

test('only people with access are offered for a mention', async ({
  team,
  tdoc,
  listIds,
}) => {
  const { underwriter, reviewer } = team
  const listNames = async (actor: Actor, side: string) => {
    const ids = await listIds(actor, `tdoc/${side}?tdocId=${tdoc.id}`)
    return ids.map(nameIn(team)).sort()
  }

  expect(await listNames(underwriter, 'internal')).toEqual([
    'chief',
    'outsider',
    'underwriter',
  ])
  const external = ['colleague', 'reviewer', 'underwriter']
  expect(await listNames(underwriter, 'external')).toEqual(external)
  expect(await listNames(reviewer, 'external')).toEqual(external)
})

test('a comment that mentions someone without access is refused', async ({
  team: { underwriter, reviewer, stranger, outsider, seller },
  refusal,
  notices,
}) => {
  const unknown = 'Someone you mentioned cannot read this comment'
  expect(await refusal(underwriter, 'INTERNAL', [reviewer, seller])).toEqual([
    `${reviewer.name} is a reviewer and cannot read internal comments`,
    unknown,
  ])
  expect(await refusal(underwriter, 'EXTERNAL', [stranger, outsider])).toEqual([
    `${stranger.name} does not have access to this Tdoc`,
    `${outsider.name} cannot be mentioned to the reviewer; mention them in an internal comment`,
  ])
  expect(await refusal(reviewer, 'EXTERNAL', [outsider, stranger])).toEqual([
    unknown,
    unknown,
  ])
  expect(await notices()).toEqual([])
})

test('a comment notifies those it mentions, and the other participants', async ({
  team: { underwriter, reviewer, colleague, outsider },
  tdoc,
  say,
  get,
  signedIn,
  notices,
}) => {
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
  const asReviewer = await signedIn(reviewer)
  const response = await asReviewer(
    'POST',
    `/v1/tdocs/${tdoc.id}/tpr/set-response`,
    { body: { tprResponse: 'RECEIVED', comment: 'Here it is' } },
  )
  expect(response.statusCode).toBe(200)
  expect(await notices()).toEqual([
    'outsider: TDOC_COMMENT',
    'underwriter: TDOC_RESPONSE_ADDED',
  ])
  const conversation = `/v1/tdocs/${tdoc.id}/conversation-log`
  const read = await get(underwriter, `${conversation}?type=EXTERNAL`)
  expect(read.body.items[0]).toMatchObject({
    message: 'Here it is',
    authorSide: 'VENDOR',
  })
})

test('a mention gives no access to a Tdoc', async ({
  team: { chief, outsider },
  say,
  madeTdoc,
}) => {
  const purchased = await madeTdoc({ loanKind: 'PURCHASED' })
  const { status, body } = await say(chief, {
    tdocId: purchased.id,
    type: 'INTERNAL',
    mentions: [outsider.id],
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    statusCode: 400,
    details: [
      {
        field: 'mentions.0',
        error: `${outsider.name} does not have access to this Tdoc`,
      },
    ],
  })
})

test('without a Tdoc, underwriters choose from all reviewers, reviewers from their own company', async ({
  team: { underwriter, reviewer, colleague, stranger, seller },
  made,
  get,
  listIds,
}) => {
  // A reviewer of the buyer's own company is not offered.
  await made.user({ role: 'TPR', companyId: underwriter.companyId })

  expect(await listIds(underwriter, 'tdoc/external')).toEqual(
    [reviewer.id, colleague.id, stranger.id].toSorted(),
  )
  expect(await listIds(reviewer, 'tdoc/external')).toEqual(
    [reviewer.id, colleague.id].toSorted(),
  )
  const search = encodeURIComponent(stranger.name)
  expect(await listIds(reviewer, `tdoc/external?search=${search}`)).toEqual([])

  const first = await get(underwriter, '/v1/users/tdoc/external?size=1')
  const second = await get(underwriter, '/v1/users/tdoc/external?size=1&page=2')
  expect([first.body.total, second.body.items.length]).toEqual([3, 1])
  expect(second.body.items[0].id).not.toBe(first.body.items[0].id)
  const refused = await get(seller, '/v1/users/tdoc/external')
  expect(refused.status).toBe(403)
})

test('without an SLV, underwriters choose from all sellers, sellers from their own company', async ({
  team: { underwriter, seller },
  made,
  listIds,
}) => {
  const otherSeller = await made.seller()

  for (const list of ['tdoc/internal', 'proxy-loan/internal']) {
    const ids = await listIds(underwriter, list)
    expect(ids).toContain(underwriter.id)
    expect(ids).not.toContain(otherSeller.id)
  }
  expect(await listIds(underwriter, 'proxy-loan/external')).toEqual(
    expect.arrayContaining([otherSeller.id, seller.id]),
  )
  const ownCompany = await listIds(seller, 'proxy-loan/external')
  expect(ownCompany).not.toContain(otherSeller.id)
})
