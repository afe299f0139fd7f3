import { type SlvMove, slvMoves } from '@portal/contract/slv/api'
import { mayView, type SlvFacts } from '@portal/contract/slv/policy'
import { isDecided, statusFor } from '@portal/contract/slv/status'
import {
  nextStatus,
  type SlvAction,
  verdict,
} from '@portal/contract/slv/transitions'
import { factsFor, verdictCodes } from '@portal/contract/test/personas'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import {
  answerDocuments,
  answerVariances,
  moveBodies,
} from '../../test/actions.ts'
import { columnsAndLedgers, random } from '../../test/clock-walk.ts'
import { appOn, test as base, type Caller } from '../../test/http.ts'
import { findRows } from '../../test/rows.ts'

/**
 * A portal whose nodes have clocks that are up to 5 s off, so that time steps
 * back between requests, around midnight in New York, where a second decides on
 * which day a clock counts.
 */
const test = base
  .extend('now', () => new Date('2026-03-05T05:00:00Z'))
  .extend('app', async ({ committed, now }, { onCleanup }) => {
    const draw = random(seed)
    const app = await appOn(
      committed,
      () => new Date(now.getTime() + Math.round((draw() - 0.5) * 10_000)),
    )
    onCleanup(() => app.close())
    return app
  })

const walks = 150
const steps = 8
// Requests sent together wait up to 5 s for one lock; on a machine that runs
// all other tests, each may take half a second.
const parallelWalks = 3
const seed = 20_261_120

const moves = Object.keys(slvMoves) as SlvMove[]

/**
 * The facts that later rules need after a move: the model that the portal must
 * match.
 */
const after = (
  facts: SlvFacts,
  action: SlvAction,
  actor: Actor,
): SlvFacts | null => {
  const status = nextStatus(facts, action, 'APPROVED')
  if (status === null) return null
  const next = {
    ...facts,
    status,
    statusInEffect:
      status === 'DRAFT_RESUBMITTED'
        ? (facts.statusInEffect ?? facts.status)
        : null,
  }
  if (action === 'send-request' || action === 'set-resubmitted')
    next.sentById = actor.id
  if (action === 'start-review-process' || action === 'reopen')
    next.underwriterId ??= actor.id
  if (action === 'set-slr-pending') next.underwriterManagerId = null
  if (action === 'set-td-pending') next.tradeDeskId = null
  if (action === 'set-slr-review') next.underwriterManagerId = actor.id
  if (action === 'set-td-review') next.tradeDeskId = actor.id
  if (action === 'set-slr-completed') {
    next.slrRecommenderIds = [...facts.slrRecommenderIds, actor.id]
    next.slrRecommendedDecision = 'APPROVED'
  }
  if (action === 'set-td-completed') {
    next.tdRecommenderIds = [...facts.tdRecommenderIds, actor.id]
    next.tdRecommendedDecision = 'APPROVED'
  }
  next.statusBeforeWithdrawal =
    action === 'set-withdraw-pending' ? facts.status : null
  if (action === 'set-resubmitted') {
    next.slrRecommenderIds = next.tdRecommenderIds = []
    next.underwriterManagerId = next.tradeDeskId = null
    next.slrRecommendedDecision = next.tdRecommendedDecision = null
  }
  return next
}

test('150 random walks over HTTP match the model', {
  timeout: 600_000,
}, async ({ made, committed, signedIn, now }) => {
  const company = await made.company()
  const owner = await made.seller(company.id)
  const assigned = await made.underwriter('myOwn', 'manageSlr')
  const people = [
    owner,
    await made.seller(company.id, 'myCompanyView'),
    await made.seller(),
    assigned,
    await made.underwriter('myOwn', 'viewSlvDepartment', 'assignLoans'),
    await made.underwriter('manageSlr'),
    await made.underwriter('manageTradeDesk'),
  ]
  const callers = new Map<Actor, Caller>()
  for (const person of people) callers.set(person, await signedIn(person))

  const walk = async (number: number) => {
    const draw = random(seed + number)
    const pick = <T>(from: readonly T[]): T =>
      from[Math.floor(draw() * from.length)] as T
    const slv = await made.slv({
      status: 'DRAFT',
      sellerId: owner.id,
      underwriterId: assigned.id,
    })
    const ids = {
      sellerId: owner.id,
      companyId: company.id,
      createdById: owner.id,
      sentById: owner.id,
    }
    const persona = {
      name: '',
      role: owner.role,
      holds: [],
      facts: { ...ids, underwriterId: assigned.id },
    }
    let facts: SlvFacts = factsFor(persona, 'DRAFT')
    for (let step = 0; step < steps; step++) {
      // Half the steps are allowed by the model, so that walks make progress;
      // the others are arbitrary.
      const actionOf = (move: SlvMove): SlvAction =>
        move === 'start-review-process' && isDecided(facts.status)
          ? 'reopen'
          : move
      const open = people.flatMap((person) =>
        moves
          .filter(
            (move) => verdict(person, facts, actionOf(move)).kind === 'ALLOWED',
          )
          .map((move) => [person, move] as const),
      )
      const [person, move] =
        draw() < 0.5 && open.length > 0
          ? pick(open)
          : ([pick(people), pick(moves)] as const)
      const action = actionOf(move)
      const { kind } = verdict(person, facts, action)
      if (action === 'make-final-decision' && kind === 'ALLOWED')
        await answerVariances({ db: committed }, slv.id)
      if (action === 'send-pending-documents' && kind === 'ALLOWED')
        await answerDocuments({ db: committed, now }, slv.id, person)
      const path = slvMoves[move].path.replace(':id', slv.id)
      const answer = await (callers.get(person) as Caller)('POST', path, {
        body: moveBodies[move] ?? {},
      })
      expect(
        answer.statusCode,
        `walk ${number}: ${person.name} ${action} at ${facts.status}: ${answer.body}`,
      ).toBe(verdictCodes[kind])
      if (kind !== 'ALLOWED') continue
      const next = after(facts, action, person)
      if (next === null) {
        const gone = await (callers.get(person) as Caller)(
          'GET',
          `/v1/proxy-loan/${slv.id}`,
        )
        expect(gone.statusCode).toBe(404)
        return
      }
      facts = next
      expect(answer.json().status).toBe(statusFor(person.role, facts.status))
      if (!mayView(person, facts))
        expect(answer.json().availableActions).toEqual([])
    }
  }
  for (let first = 0; first < walks; first += parallelWalks)
    await Promise.all(
      Array.from({ length: parallelWalks }, (_, index) => walk(first + index)),
    )
  // Intervals never overlap and the columns match them, although the clocks
  // differ.
  for (const { id, columns, replay } of await columnsAndLedgers(committed))
    expect(columns, id).toEqual(replay)
  const ledger = Map.groupBy(
    await findRows(committed, 'slvInterval'),
    ({ slvId, clock }) => `${slvId} ${clock}`,
  )
  for (const intervals of ledger.values())
    for (const [index, { openedAt, closedAt }] of intervals.entries()) {
      expect(openedAt >= (intervals[index - 1]?.closedAt ?? openedAt)).toBe(
        true,
      )
      if (closedAt) expect(closedAt >= openedAt).toBe(true)
    }
})
