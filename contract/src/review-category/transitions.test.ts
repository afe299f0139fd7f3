import { describe, expect, test } from 'vitest'
import {
  tdocActorOf,
  tdocFactsFor,
  tdocPersonas,
} from '../../test/tdoc-personas.ts'
import { getKeys } from '../lib/typed.ts'
import type { tdocStatuses } from '../tdoc/model.ts'
import { categoryStatuses } from './model.ts'
import {
  availableCategoryActions,
  type CategoryFacts,
  categoryActions,
  categoryTransitions,
  categoryVerdict,
} from './transitions.ts'

const persona = (name: string) => {
  const found = tdocPersonas.find((one) => one.name === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found
}
const underwriter = persona('underwriter')
const reviewer = persona("reviewer, their vendor's")
const on = (
  one: typeof underwriter,
  status: (typeof tdocStatuses)[number] = 'NEW',
) => [tdocActorOf(one), tdocFactsFor(one, status)] as const
const category = (
  status: CategoryFacts['status'],
  type: CategoryFacts['type'] = 'TPR',
) => ({ type, status })

describe('a review category', () => {
  test('can be completed if required and reopened if complete, and only underwriters set its status', () => {
    const offered = (one: typeof underwriter) =>
      categoryStatuses.map((status) => [
        status,
        ...availableCategoryActions(...on(one), category(status)),
      ])
    expect(offered(underwriter)).toEqual([
      ['NOT_REQUIRED', 'set-reviewer', 'set-status'],
      ['REVIEW_REQUIRED', 'set-reviewer', 'set-status', 'done'],
      ['COMPLETED', 'set-reviewer', 'set-status', 'undo'],
    ])
    expect(offered(reviewer)).toEqual([
      ['NOT_REQUIRED', 'set-reviewer'],
      ['REVIEW_REQUIRED', 'set-reviewer', 'done'],
      ['COMPLETED', 'set-reviewer', 'undo'],
    ])
  })

  test('does not change while its Tdoc is complete', () => {
    for (const action of categoryActions)
      for (const status of categoryStatuses) {
        const verdict = (tdocStatus: (typeof tdocStatuses)[number]) =>
          categoryVerdict(
            ...on(underwriter, tdocStatus),
            category(status),
            action,
          )
        expect(verdict('COMPLETE'), `${action} on ${status}`).toEqual({
          kind: 'REFUSED',
          why: 'The Tdoc is now Complete',
        })
        expect(verdict('REVIEW_PENDING'), `${action} on ${status}`).toEqual(
          verdict('NEW'),
        )
      }
  })

  test('is completed only by done', () => {
    expect(
      getKeys(categoryTransitions).filter(
        (action) => categoryTransitions[action].to === 'COMPLETED',
      ),
    ).toEqual(['done'])
  })
})
