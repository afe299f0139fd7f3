import { allTo } from '@portal/contract/assignment/model'
import type { Actor } from '@portal/contract/user/model'
import { addTdocComment } from '../../src/conversation/add-comment.ts'
import type { Db } from '../../src/lib/database/db.ts'
import { setUnderwriters } from '../../src/tdoc/assign.ts'
import { setResponse } from '../../src/tdoc/set-response.ts'
import { setStatus } from '../../src/tdoc/set-status.ts'
import { actions } from '../actions.ts'
import { ctxFor, makers } from '../makers.ts'
import { say } from '../talk.ts'
import { tdocMaker } from '../tdoc-makers.ts'
import type { Canaries } from './canaries.ts'
import { isOneOf, type People } from './canary-people.ts'

type Deps = { db: Db; now: Date; canaries: Canaries }

type SlvStory = {
  people: People
  owner: Actor
  overseer: Actor
  underwriter: Actor
}

/**
 * An SLV's story through both reviews, a withdrawal and a resubmission, in
 * which most steps notify someone; then comments, whose text only the mails of
 * their readers may show.
 */
export async function runSlvStory(
  { db, now, canaries }: Deps,
  { people, owner, overseer, underwriter }: SlvStory,
) {
  const { manager, trader, chief, outsider } = people
  const staff = [underwriter, manager, trader, chief, outsider]
  const slv = await makers(db, now).slv({
    status: 'PENDING',
    sellerId: owner.id,
    underwriterId: underwriter.id,
    borrowerLastName: canaries.plant(
      'borrower',
      isOneOf([owner, overseer, ...staff]),
    ),
  })

  const steps = [
    [underwriter, 'start-review-process'],
    [underwriter, 'set-pending-documents'],
    [owner, 'upload-pending-documents'],
    [underwriter, 'start-review-process'],
    [underwriter, 'set-slr-pending'],
    [manager, 'set-slr-review'],
    [manager, 'set-slr-pending-info'],
    [underwriter, 'set-slr-info-received'],
    [manager, 'set-slr-review'],
    [manager, 'set-slr-completed'],
    [underwriter, 'set-td-pending'],
    [trader, 'set-td-review'],
    [trader, 'set-td-completed'],
    [owner, 'set-withdraw-pending'],
    [underwriter, 'set-withdraw-declined'],
    [owner, 'set-withdraw-pending'],
    [owner, 'cancel-withdrawal'],
    [underwriter, 'make-final-decision'],
    [owner, 'set-draft-resubmitted'],
    [owner, 'set-resubmitted'],
  ] as const
  const movePeople = {
    underwriterId: people.underwriterA.id,
    managerId: manager.id,
    traderId: trader.id,
    sellerId: people.ownerA.id,
  }
  for (const [actor, action] of steps)
    await actions[action](await ctxFor(db, actor, now), slv.id, movePeople)

  const internal = canaries.plant('internalcomment', isOneOf(staff))
  const external = canaries.plant(
    'externalcomment',
    isOneOf([owner, overseer, ...staff]),
  )
  const ctx = await ctxFor(db, underwriter, now)
  await say(ctx, slv, { message: internal, mentions: [outsider.id] })
  await say(ctx, slv, {
    type: 'EXTERNAL',
    message: external,
    mentions: [owner.id],
  })
}

type TdocStory = { desk: Actor; colleague: Actor; reviewer: Actor }

/**
 * A Tdoc's story of assignments, responses and comments, in which each step
 * notifies someone.
 */
export async function runTdocStory(
  { db, now, canaries }: Deps,
  { desk, colleague, reviewer }: TdocStory,
) {
  const audience = isOneOf([desk, colleague, reviewer])
  const makeTdoc = tdocMaker(db, now)
  const { id } = await makeTdoc({
    vendorId: reviewer.companyId,
    imageFileName: canaries.plant('image', audience),
    borrowerLastName: canaries.plant('borrower', audience),
  })
  const internal = canaries.plant('internalcomment', isOneOf([desk, colleague]))
  const external = canaries.plant('externalcomment', audience)
  const deskCtx = await ctxFor(db, desk, now)
  const colleagueCtx = await ctxFor(db, colleague, now)
  const reviewerCtx = await ctxFor(db, reviewer, now)

  await setUnderwriters(colleagueCtx, allTo(desk.id, [id]))
  await setResponse(reviewerCtx, id, {
    tprResponse: 'RECEIVED',
    comment: external,
  })
  await setStatus(deskCtx, [id], 'NEW')
  await addTdocComment(deskCtx, {
    tdocId: id,
    type: 'INTERNAL',
    message: internal,
    mentions: [colleague.id],
  })
  await addTdocComment(deskCtx, {
    tdocId: id,
    type: 'EXTERNAL',
    message: external,
    mentions: [reviewer.id],
  })
  await addTdocComment(reviewerCtx, {
    tdocId: id,
    type: 'EXTERNAL',
    message: external,
    mentions: [],
  })
}
