import { describe, expect, test } from 'vitest'
import { tdocActorOf, tdocFactsFor, tdocPersonas } from '../../test/tdoc-personas.ts'
import { categoryTypes } from '../review-category/model.ts'
import { categoryActions, categoryVerdict } from '../review-category/transitions.ts'
import { type TdocStatus, tdocStatuses } from './model.ts'
import {
  availableTdocActions,
  statusActions,
  type TdocAction,
  tdocActions,
  tdocTransitions,
  tdocVerdict,
} from './transitions.ts'

const sign = { FORBIDDEN: '403', UNSEEN: '404', WRONG_STATUS: '.', NOT_NOW: '-' } as const
const categorySign = { ALLOWED: 'yes', UNSEEN: '404', FORBIDDEN: '403', TDOC_COMPLETE: '.', WRONG_STATUS: '.' } as const

const cell = (persona: (typeof tdocPersonas)[number], action: TdocAction, status: TdocStatus) => {
  const { kind } = tdocVerdict(tdocActorOf(persona), tdocFactsFor(persona, status), action)
  if (kind !== 'ALLOWED') return sign[kind]
  const { to } = tdocTransitions[action]
  return to === 'SAME' || to === status ? '=' : `>${to}`
}
const line = (name: string, cells: readonly string[]) =>
  `${name.padEnd(52)}${cells.map((text) => text.padEnd(17)).join('')}`.trimEnd()

const matrixOf = (action: TdocAction) =>
  [
    `${action} (${tdocTransitions[action].label})`,
    line('', tdocStatuses),
    ...tdocPersonas.map((persona) =>
      line(
        persona.name,
        tdocStatuses.map((status) => cell(persona, action, status)),
      ),
    ),
  ].join('\n')

const categoryMatrixOf = (action: (typeof categoryActions)[number]) =>
  [
    `category: ${action}, on a required one of a Tdoc that is NEW`,
    line('', categoryTypes),
    ...tdocPersonas.map((persona) =>
      line(
        persona.name,
        categoryTypes.map((type) => {
          const facts = tdocFactsFor(persona, 'NEW')
          return categorySign[categoryVerdict(tdocActorOf(persona), facts, { type, status: 'REVIEW_REQUIRED' }, action)]
        }),
      ),
    ),
  ].join('\n')

const legend = `Every action of the transition tables x every relation x every status, as tdocVerdict() and categoryVerdict() answer it.
>XX moves there   = stays where it is   . wrong status (409)   - not now (409)   403 the right is missing   404 unseen
Reviewed by eye when it changes; written by: npm test -w contract -- -u`

describe('the transition table of Tdocs', () => {
  test('matches the reviewed matrix', async () => {
    const whole = [legend, ...tdocActions.map(matrixOf), ...categoryActions.map(categoryMatrixOf)].join('\n\n')
    await expect(whole).toMatchFileSnapshot('./tdoc-matrix.txt')
  })

  test('offers everyone the actions that the matrix allows', () => {
    for (const persona of tdocPersonas)
      for (const status of tdocStatuses) {
        const allowed = tdocActions.filter((action) => /^[=>]/.test(cell(persona, action, status)))
        const offered = availableTdocActions(tdocActorOf(persona), tdocFactsFor(persona, status))
        expect(offered, `${persona.name}, ${status}`).toEqual(allowed)
      }
  })

  test('set-status sets the status that it names', () => {
    for (const status of tdocStatuses) expect(tdocTransitions[statusActions[status]].to).toBe(status)
  })
})
