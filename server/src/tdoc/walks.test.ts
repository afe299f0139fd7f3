import { categoryTypes } from '@portal/contract/review-category/model'
import { tdocStatuses } from '@portal/contract/tdoc/model'
import { mayViewTdoc, type TdocFacts } from '@portal/contract/tdoc/policy'
import { statusActions, type TdocAction, tdocTransitions, tdocVerdict } from '@portal/contract/tdoc/transitions'
import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { random } from '../../test/clock-walk.ts'
import type { Caller } from '../../test/http.ts'
import { httpTest as test } from '../../test/tdoc-makers.ts'

const walks = 60
const steps = 12
const seed = 20_261_121

const codes = { ALLOWED: 200, FORBIDDEN: 403, UNSEEN: 404, WRONG_STATUS: 409, NOT_NOW: 409 } as const
const actions = [
  'complete',
  'return',
  'ask-review',
  'set-response',
  'set-progress-tracking',
  'add-category',
  'done',
  'undo',
] as const
type Step = (typeof actions)[number]

test('random walks over HTTP match the model', { timeout: 120_000 }, async ({ made, madeTdoc, signedIn }) => {
  const reviewer = await made.user({ role: 'TPR' })
  const people = [
    await made.underwriter(),
    await made.underwriter('managePurchasedTdocs'),
    reviewer,
    await made.user({ role: 'TPR' }),
  ]
  const callers = new Map<Actor, Caller>()
  for (const person of people) callers.set(person, await signedIn(person))

  const walk = async (number: number) => {
    const draw = random(seed + number)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(draw() * from.length)] as T
    const loanKind = pick(['ACTIVE', 'PURCHASED'] as const)
    const { id, categoryIds } = await madeTdoc({
      loanKind,
      vendorId: reviewer.companyId,
      categories: { TPR: 'REVIEW_REQUIRED' },
    })
    const rest = { assignedUnderwriterId: null, reviewUnderwriterId: null }
    let facts: TdocFacts = {
      ...rest,
      status: 'NEW',
      loanKind,
      vendorId: reviewer.companyId,
      categories: [{ type: 'TPR', status: 'REVIEW_REQUIRED' }],
    }
    const bulk = { tdocIds: [id] }
    const paths: Record<Step, [string, object]> = {
      complete: ['/v1/tdocs/underwriter/set-status', { ...bulk, status: 'COMPLETE' }],
      return: ['/v1/tdocs/underwriter/set-status', { ...bulk, status: 'NEW' }],
      'ask-review': ['/v1/tdocs/underwriter/set-status', { ...bulk, status: 'REVIEW_PENDING' }],
      'set-response': [`/v1/tdocs/${id}/tpr/set-response`, { tprResponse: 'RECEIVED' }],
      'set-progress-tracking': ['/v1/tdocs/underwriter/set-progress-tracking', { ...bulk, progressTracking: 'DONE' }],
      'add-category': ['/v1/review-category', { tdocId: id, type: 'COLLATERAL' }],
      done: [`/v1/review-category/${categoryIds.TPR}/update-done`, { action: 'DONE' }],
      undo: [`/v1/review-category/${categoryIds.TPR}/update-done`, { action: 'UNDO' }],
    }
    const tprStatus = () => facts.categories.find(({ type }) => type === 'TPR')?.status
    /** What the model answers. */
    const expected = (actor: Actor, step: Step): number => {
      if (step === 'done' || step === 'undo') {
        if (!mayViewTdoc(actor, facts)) return 404
        const isRight = tprStatus() === (step === 'done' ? 'REVIEW_REQUIRED' : 'COMPLETED')
        return facts.status !== 'COMPLETE' && isRight ? 200 : 409
      }
      const answer = codes[tdocVerdict(actor, facts, step).kind]
      const isThere = facts.categories.some(({ type }) => type === 'COLLATERAL')
      return step === 'add-category' && answer === 200 && isThere ? 409 : answer
    }
    const move = (step: Step) => {
      const withTpr = (status: 'COMPLETED' | 'REVIEW_REQUIRED') =>
        facts.categories.map((one) => (one.type === 'TPR' ? { ...one, status } : one))
      if (step === 'done') facts = { ...facts, categories: withTpr('COMPLETED') }
      else if (step === 'undo') facts = { ...facts, categories: withTpr('REVIEW_REQUIRED') }
      else if (step === 'add-category')
        facts = { ...facts, categories: [...facts.categories, { type: 'COLLATERAL', status: 'REVIEW_REQUIRED' }] }
      else {
        const { to } = tdocTransitions[step satisfies TdocAction]
        facts = { ...facts, status: to === 'SAME' ? facts.status : to }
      }
    }
    for (let count = 0; count < steps; count++) {
      const [person, step] = [pick(people), draw() < 0.2 ? 'add-category' : pick(actions)] as const
      const [path, body] = paths[step]
      const answer = await (callers.get(person) as Caller)('POST', path, { body })
      const should = expected(person, step)
      expect(answer.statusCode, `walk ${number}: ${person.name} ${step} at ${facts.status}: ${answer.body}`).toBe(
        should,
      )
      if (should === 200) move(step)
      const seen = people.find((one) => mayViewTdoc(one, facts)) as Actor
      const shown = (await (callers.get(seen) as Caller)('GET', `/v1/tdocs/${id}`)).json()
      expect(shown.status).toBe(facts.status)
      expect(
        shown.reviewCategories.map(({ type, status }: { type: string; status: string }) => ({ type, status })),
      ).toEqual(facts.categories)
    }
  }
  expect(Object.keys(statusActions)).toEqual([...tdocStatuses])
  expect(categoryTypes).toContain('COLLATERAL')
  for (let first = 0; first < walks; first += 10)
    await Promise.all(Array.from({ length: 10 }, (_, index) => walk(first + index)))
})
