import { Comment, TdocComment } from '@portal/contract/conversation/model'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { z } from 'zod'
import { findRows } from '../../test/rows.ts'
import { slvWithPeople } from '../../test/talk.ts'
import { test as base } from '../../test/tdoc-makers.ts'
import { findUnanswered } from './find-unanswered.ts'

const Conversation = z.object({
  items: z.array(z.union([Comment, TdocComment])),
  unansweredId: z.string().nullable(),
})
const List = z.object({ items: z.array(z.object({ needsYou: z.unknown() })) })

/** Calls over HTTP, so that row-level security applies. */
const test = base
  .extend('scene', ({ made }) => slvWithPeople(made))
  .extend('say', ({ scene, signedIn }) => async (actor: Actor) => {
    const send = await signedIn(actor)
    const body = {
      proxyLoanId: scene.slv.id,
      type: 'EXTERNAL',
      message: 'Thank you, all set.',
    }
    const path = '/v1/conversation-log/proxy-loan'
    const response = await send('POST', path, { body })
    return Comment.parse(response.json())
  })
  .extend('dismiss', ({ signedIn }) => async (actor: Actor, id: string) => {
    const send = await signedIn(actor)
    const response = await send('PUT', `/v1/conversation-log/${id}/dismissal`)
    return response.statusCode
  })
  .extend('read', ({ scene, signedIn }) => async (actor: Actor) => {
    const send = await signedIn(actor)
    const path = `/v1/proxy-loan/${scene.slv.id}/conversation-log`
    const conversation = Conversation.parse((await send('GET', path)).json())
    return { ...conversation, comments: conversation.items }
  })
  .extend('need', ({ signedIn }) => {
    return async (actor: Actor, mode = 'MY_OWN') => {
      const send = await signedIn(actor)
      const path = `/v1/proxy-loans?tableMode=${mode}`
      const { items } = List.parse((await send('GET', path)).json())
      return items.map(({ needsYou }) => needsYou)
    }
  })

test('a seller’s “No answer needed” ends what a comment needs for their whole side, until the buyer writes again', async ({
  scene: { owner, overseer, bdd, underwriter, slv },
  say,
  dismiss,
  read,
  need,
  committed,
}) => {
  const { id } = await say(underwriter)
  for (const person of [owner, overseer, bdd])
    expect(await read(person)).toMatchObject({ unansweredId: id })
  expect(await read(underwriter)).toMatchObject({ unansweredId: null })
  expect(await need(owner)).toEqual(['COMMENT'])
  expect(await need(overseer, 'MY_COMPANY')).toEqual(['COMMENT'])

  expect(await dismiss(owner, id)).toBe(200)
  // A repeat changes nothing.
  expect(await dismiss(owner, id)).toBe(200)
  for (const person of [owner, overseer, bdd, underwriter])
    expect(await read(person)).toMatchObject({
      unansweredId: null,
      comments: [{ dismissedByName: owner.name }],
    })
  expect(await need(owner)).toEqual([null])
  expect(await need(overseer, 'MY_COMPANY')).toEqual([null])
  const history = await findRows(committed, 'slvHistory', { slvId: slv.id })
  expect(history).toMatchObject([
    { action: 'dismiss-comment', actorId: owner.id, fromStatus: 'REVIEW' },
  ])

  const next = await say(underwriter)
  expect(await read(owner)).toMatchObject({ unansweredId: next.id })
  expect(await need(owner)).toEqual(['COMMENT'])
  // The earlier comment needs no one.
  expect(await dismiss(owner, id)).toBe(200)
  expect(await need(owner)).toEqual(['COMMENT'])
})

test('a BDD who has read a comment is done with it, and no one else', async ({
  scene: { owner, bdd, otherBdd, underwriter, slv },
  say,
  dismiss,
  read,
  ctxOf,
  committed,
}) => {
  const topic = { column: 'slvId', id: slv.id } as const
  const { id } = await say(underwriter)
  expect(await dismiss(otherBdd, id)).toBe(404)
  expect(await dismiss(bdd, id)).toBe(200)
  expect(await read(bdd)).toMatchObject({ unansweredId: null })
  expect(await read(owner)).toMatchObject({
    unansweredId: id,
    comments: [{ dismissedByName: null }],
  })
  // Also without row-level security, as in a job.
  expect(await findUnanswered(await ctxOf(owner), topic)).toBe(id)
  expect(await findRows(committed, 'slvHistory', { slvId: slv.id })).toEqual([])
})

test('only those whom a comment needs say that it needs no answer', async ({
  scene: { colleague, stranger, underwriter, reviewer },
  say,
  dismiss,
}) => {
  const { id } = await say(underwriter)
  expect(await dismiss(underwriter, id)).toBe(403)
  for (const person of [colleague, stranger, reviewer])
    expect(await dismiss(person, id)).toBe(404)
})

test('a reviewer’s “No answer needed” ends what a comment on a Tdoc needs for their vendor', async ({
  made,
  madeTdoc,
  signedIn,
}) => {
  const underwriter = await made.underwriter()
  const reviewer = await made.user({ role: 'TPR' })
  const { companyId } = reviewer
  const colleague = await made.user({ role: 'TPR', companyId })
  const tdoc = await madeTdoc({
    vendorId: companyId,
    assignedUnderwriterId: underwriter.id,
    status: 'REVIEW_PENDING',
    tprResponse: 'RECEIVED',
  })
  const path = `/v1/tdocs/${tdoc.id}/conversation-log`
  const asUnderwriter = await signedIn(underwriter)
  const asReviewer = await signedIn(reviewer)
  const asColleague = await signedIn(colleague)
  const findNeeds = async () => {
    const list = List.parse((await asColleague('GET', '/v1/tdocs')).json())
    return list.items.map(({ needsYou }) => needsYou)
  }

  const comment = await asUnderwriter('POST', '/v1/conversation-log/tdoc', {
    body: { tdocId: tdoc.id, type: 'EXTERNAL', message: 'Thank you' },
  })
  const { id } = TdocComment.parse(comment.json())
  expect((await asReviewer('GET', path)).json()).toMatchObject({
    unansweredId: id,
  })
  expect(await findNeeds()).toEqual(['COMMENT'])

  await asReviewer('PUT', `/v1/conversation-log/${id}/dismissal`)
  expect((await asUnderwriter('GET', path)).json()).toMatchObject({
    unansweredId: null,
    items: [{ dismissedByName: reviewer.name }],
  })
  expect(await findNeeds()).toEqual([null])
  const log = await asUnderwriter('GET', `/v1/tdocs/${tdoc.id}/activity-log`)
  expect(log.json()).toMatchObject({ items: [{ action: 'dismiss-comment' }] })
})
