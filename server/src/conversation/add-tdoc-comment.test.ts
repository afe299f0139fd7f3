import { TdocComment } from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { toldOf } from '../../test/talk.ts'
import { httpTest as base } from '../../test/tdoc-makers.ts'

const conversation = (id: string, rest = '') => `/v1/tdocs/${id}/conversation-log${rest}`

/** A Tdoc with its underwriter, and others who can stand to it in some way, all over HTTP: reviewers behind their wall. */
const test = base.extend('house', async ({ made, madeTdoc, signedIn }) => {
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
  const tdoc = await madeTdoc({ vendorId: vendor.id, assignedUnderwriterId: people.underwriter.id })
  const say = async (who: Actor, body: object = {}) =>
    (await signedIn(who))('POST', '/v1/conversation-log/tdoc', {
      body: { tdocId: tdoc.id, type: 'EXTERNAL', message: 'Words', ...body },
    })
  const asks = async (who: Actor, method: 'GET' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    (await signedIn(who))(method, path, body ? { body } : {})
  return { ...people, people, tdoc, say, asks }
})

test('a comment can be written by underwriters and by reviewers of the vendor', async ({ house }) => {
  const { people, say, underwriter, tdoc, colleague } = house
  const answers: Record<string, number[]> = {}
  for (const [name, actor] of Object.entries(people)) {
    answers[name] = []
    for (const type of ['INTERNAL', 'EXTERNAL']) answers[name].push((await say(actor, { type })).statusCode)
  }
  expect(answers).toEqual({
    underwriter: [200, 200],
    chief: [200, 200],
    outsider: [200, 200],
    reviewer: [400, 200],
    colleague: [400, 200],
    stranger: [404, 404],
    seller: [403, 403],
    bdd: [403, 403],
  })
  const comment = (await say(underwriter, { message: '  Look at\nthis  ', mentions: [colleague.id] })).json()
  expect(TdocComment.parse(comment)).toEqual(comment)
  expect(comment).toMatchObject({
    tdocId: tdoc.id,
    message: 'Look at\nthis',
    authorSide: 'BUYER',
    mentions: [{ id: colleague.id }],
    availableActions: ['edit', 'delete'],
  })
  expect((await say(colleague)).json()).toMatchObject({ authorSide: 'VENDOR', authorName: colleague.name })
})

test('a reviewer reads nothing internal in any response or notification', async ({ house, committed }) => {
  const { tdoc, say, asks, underwriter, reviewer, chief, outsider } = house
  const inner = (await say(underwriter, { type: 'INTERNAL', message: 'CANARY-inner', mentions: [chief.id] })).json()
  const hidden = (await say(underwriter, { message: 'CANARY-hidden' })).json()
  await asks(underwriter, 'PATCH', `/v1/conversation-log/${hidden.id}/tdoc`, { type: 'INTERNAL' })
  const gone = (await say(outsider, { type: 'INTERNAL', message: 'CANARY-gone' })).json()
  expect((await asks(outsider, 'DELETE', `/v1/conversation-log/${gone.id}`)).statusCode).toBe(200)
  const open = (await say(underwriter, { message: 'Told openly', mentions: [reviewer.id] })).json()
  const before = (await asks(reviewer, 'GET', conversation(tdoc.id, '/state'))).json()
  expect(before).toMatchObject({ total: 1 })
  const own = (await say(reviewer, { message: 'An answer', mentions: [underwriter.id] })).json()
  const answers = [
    await asks(reviewer, 'GET', conversation(tdoc.id)),
    await asks(reviewer, 'GET', conversation(tdoc.id, '?type=INTERNAL')),
    await asks(reviewer, 'GET', conversation(tdoc.id, '/state')),
    await asks(reviewer, 'GET', `/v1/users/tdoc/external?tdocId=${tdoc.id}`),
    await asks(reviewer, 'GET', `/v1/tdocs/${tdoc.id}/activity-log`),
    await asks(reviewer, 'GET', '/v1/notifications'),
    await asks(reviewer, 'PATCH', `/v1/conversation-log/${inner.id}/tdoc`, { message: 'Mine' }),
    await asks(reviewer, 'DELETE', `/v1/conversation-log/${inner.id}`),
    await asks(reviewer, 'PATCH', `/v1/conversation-log/${open.id}/tdoc`, { message: 'Mine' }),
    await asks(reviewer, 'PATCH', `/v1/conversation-log/${own.id}/proxy-loan`, { message: 'Mine' }),
    await asks(reviewer, 'PATCH', `/v1/conversation-log/${own.id}/tdoc`, { message: 'Mine' }),
    await asks(reviewer, 'DELETE', `/v1/conversation-log/${own.id}`),
  ]
  for (const { body } of answers) {
    expect(body).not.toMatch(/CANARY|INTERNAL|(turn|delete)-comment/)
    for (const { id } of [chief, outsider]) expect(body).not.toContain(id)
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...[200, 400, 200, 200, 200, 200],
    ...[404, 404, 409, 403, 200, 200],
  ])
  expect(answers[0]?.json()).toMatchObject({
    total: 2,
    items: [{ id: own.id }, { id: open.id }],
    writableTypes: ['EXTERNAL'],
  })
  expect(answers[2]?.json().stamp).not.toBe(before.stamp)
  expect((await asks(underwriter, 'GET', conversation(tdoc.id))).json()).toMatchObject({ total: 3 })
  const log = (await asks(underwriter, 'GET', `/v1/tdocs/${tdoc.id}/activity-log`)).json()
  expect(log.items).toMatchObject([
    { action: 'delete-comment', changes: [{ before: 'EXTERNAL', after: null }] },
    { action: 'delete-comment', changes: [{ before: 'INTERNAL', after: null }] },
    { action: 'turn-comment', changes: [{ before: 'EXTERNAL', after: 'INTERNAL' }] },
  ])
  const told = await committed.selectFrom('notification').selectAll().execute()
  expect(JSON.stringify(told)).not.toContain('CANARY')
})

test('a comment mentions people with access, and notifies them and the participants', async ({
  house,
  committed,
  signedIn,
}) => {
  const { tdoc, people, say, asks, underwriter, reviewer, colleague, stranger, outsider, seller } = house
  const told = async () => {
    const { told } = await toldOf(committed, tdoc, people)
    await committed.deleteFrom('notification').execute()
    return told
  }
  const listed = async (who: Actor, side: string) => {
    const found = (await asks(who, 'GET', `/v1/users/tdoc/${side}?tdocId=${tdoc.id}`)).json()
    const nameOf = (id: string) => Object.entries(people).find(([, actor]) => actor.id === id)?.[0] ?? id
    return found.items.map(({ id }: { id: string }) => nameOf(id)).sort()
  }
  const known = ['colleague', 'reviewer', 'underwriter']
  expect(await listed(underwriter, 'internal')).toEqual(['chief', 'outsider', 'underwriter'])
  expect(await listed(underwriter, 'external')).toEqual(known)
  expect(await listed(reviewer, 'external')).toEqual(known)
  expect((await asks(reviewer, 'GET', `/v1/users/tdoc/internal?tdocId=${tdoc.id}`)).statusCode).toBe(403)
  expect((await asks(stranger, 'GET', `/v1/users/tdoc/external?tdocId=${tdoc.id}`)).statusCode).toBe(404)

  const refusal = async (who: Actor, body: { type: string; mentions: string[] }) => {
    const answer = await say(who, body)
    expect(answer.statusCode).toBe(400)
    return answer.json().details.map(({ error }: { error: string }) => error)
  }
  const unknown = 'Someone you mentioned cannot read this comment'
  expect(await refusal(underwriter, { type: 'INTERNAL', mentions: [reviewer.id, seller.id] })).toEqual([
    `${reviewer.name} is a reviewer and cannot read internal comments`,
    unknown,
  ])
  expect(await refusal(underwriter, { type: 'EXTERNAL', mentions: [stranger.id, outsider.id] })).toEqual([
    `${stranger.name} does not have access to this Tdoc`,
    `${outsider.name} cannot be mentioned to the reviewer; mention them in an internal comment`,
  ])
  expect(await refusal(reviewer, { type: 'EXTERNAL', mentions: [outsider.id, stranger.id] })).toEqual([
    unknown,
    unknown,
  ])
  expect(await told()).toEqual([])

  await say(reviewer, { mentions: [underwriter.id] })
  expect(await told()).toEqual(['underwriter: TDOC_TAG'])
  await say(underwriter, { mentions: [colleague.id] })
  expect(await told()).toEqual(['colleague: TDOC_TAG', 'reviewer: TDOC_COMMENT'])
  await say(outsider, { type: 'INTERNAL' })
  expect(await told()).toEqual(['underwriter: TDOC_COMMENT'])
  // What a reviewer says with their answer is told with the answer; to others who spoke, as a comment.
  const answer = await (await signedIn(reviewer))('POST', `/v1/tdocs/${tdoc.id}/tpr/set-response`, {
    body: { tprResponse: 'RECEIVED', comment: 'Here it is' },
  })
  expect(answer.statusCode).toBe(200)
  expect(await told()).toEqual(['outsider: TDOC_COMMENT', 'underwriter: TDOC_RESPONSE_ADDED'])
  const read = (await asks(underwriter, 'GET', conversation(tdoc.id, '?type=EXTERNAL'))).json()
  expect(read.items[0]).toMatchObject({ message: 'Here it is', authorSide: 'VENDOR' })
})

test('a mention gives no access to a Tdoc', async ({ house, madeTdoc, signedIn }) => {
  const { chief, outsider } = house
  const purchased = await madeTdoc({ loanKind: 'PURCHASED' })
  const answer = await (await signedIn(chief))('POST', '/v1/conversation-log/tdoc', {
    body: { tdocId: purchased.id, type: 'INTERNAL', message: 'Words', mentions: [outsider.id] },
  })
  expect([answer.statusCode, answer.json().details]).toEqual([
    400,
    [{ field: 'mentions.0', error: `${outsider.name} does not have access to this Tdoc` }],
  ])
})

test('without an SLV or a Tdoc, underwriters can choose from everyone, others from their own company', async ({
  house,
  made,
}) => {
  const { people, asks, underwriter, reviewer, colleague, stranger } = house
  const { seller } = people
  const otherSeller = await made.seller()
  await made.user({ role: 'TPR', companyId: underwriter.companyId })
  const list = async (who: Actor, path: string) => (await asks(who, 'GET', `/v1/users/${path}`)).json()
  const idsOf = async (who: Actor, path: string): Promise<string[]> =>
    (await list(who, path)).items.map(({ id }: { id: string }) => id).toSorted()
  const all = [reviewer.id, colleague.id, stranger.id].toSorted()
  expect(await idsOf(underwriter, 'tdoc/external')).toEqual(all)
  expect(await idsOf(reviewer, 'tdoc/external')).toEqual([reviewer.id, colleague.id].toSorted())
  expect(await idsOf(reviewer, `tdoc/external?search=${encodeURIComponent(stranger.name)}`)).toEqual([])
  const [first, second] = [
    await list(underwriter, 'tdoc/external?size=1'),
    await list(underwriter, 'tdoc/external?size=1&page=2'),
  ]
  expect([first.total, second.items.length]).toEqual([3, 1])
  expect(second.items[0].id).not.toBe(first.items[0].id)
  expect((await asks(seller, 'GET', '/v1/users/tdoc/external')).statusCode).toBe(403)
  for (const path of ['tdoc/internal', 'proxy-loan/internal']) {
    expect(await idsOf(underwriter, path)).toContain(underwriter.id)
    expect(await idsOf(underwriter, path)).not.toContain(otherSeller.id)
  }
  expect(await idsOf(underwriter, 'proxy-loan/external')).toEqual(expect.arrayContaining([otherSeller.id, seller.id]))
  expect(await idsOf(seller, 'proxy-loan/external')).not.toContain(otherSeller.id)
})
