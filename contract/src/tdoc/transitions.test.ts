import { describe, expect, test } from 'vitest'
import { matrixOf } from '../../test/matrix.ts'
import {
  type TdocPersona,
  tdocActorOf,
  tdocFactsFor,
  tdocPersonas,
} from '../../test/tdoc-personas.ts'
import { type CategoryType, categoryTypes } from '../review-category/model.ts'
import {
  categoryActions,
  categoryVerdict,
} from '../review-category/transitions.ts'
import { type TdocStatus, tdocStatuses } from './model.ts'
import {
  availableTdocActions,
  statusActions,
  type TdocAction,
  tdocActions,
  tdocTransitions,
  tdocVerdict,
} from './transitions.ts'

const sign = {
  FORBIDDEN: '403',
  UNSEEN: '404',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '-',
} as const
const categorySign = {
  ALLOWED: 'yes',
  UNSEEN: '404',
  FORBIDDEN: '403',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '.',
} as const

const cell = (persona: TdocPersona, action: TdocAction, status: TdocStatus) => {
  const { kind } = tdocVerdict(
    tdocActorOf(persona),
    tdocFactsFor(persona, status),
    action,
  )
  if (kind !== 'ALLOWED') return sign[kind]
  const { to } = tdocTransitions[action]
  return to === 'SAME' || to === status ? '=' : `>${to}`
}
const matrix = (
  title: string,
  heading: readonly string[],
  cellsOf: (persona: TdocPersona) => string[],
) =>
  `${title}\n${matrixOf(
    [52, 17],
    heading,
    tdocPersonas.map((persona) => [persona.name, cellsOf(persona)]),
  )}`
const actionMatrix = (action: TdocAction) =>
  matrix(
    `${action} (${tdocTransitions[action].label})`,
    tdocStatuses,
    (persona) => tdocStatuses.map((status) => cell(persona, action, status)),
  )
const categoryMatrix = (action: (typeof categoryActions)[number]) =>
  matrix(
    `category: ${action}, on a required one of a Tdoc that is NEW`,
    categoryTypes,
    (persona) => {
      const [actor, facts] = [
        tdocActorOf(persona),
        tdocFactsFor(persona, 'NEW'),
      ]
      const verdict = (type: CategoryType) =>
        categoryVerdict(
          actor,
          facts,
          { type, status: 'REVIEW_REQUIRED' },
          action,
        )
      return categoryTypes.map((type) => categorySign[verdict(type).kind])
    },
  )

const legend = `Every action of the transition tables x every relation x every status, as tdocVerdict() and categoryVerdict() answer it.
>XX moves there   = stays where it is   . wrong status (409)   - not now (409)   403 the right is missing   404 unseen
Reviewed by eye when it changes; written by: npx vitest run --root contract --update`

describe('the transition table of Tdocs', () => {
  test('matches the reviewed matrix', async () => {
    const whole = [
      legend,
      ...tdocActions.map(actionMatrix),
      ...categoryActions.map(categoryMatrix),
    ].join('\n\n')
    await expect(whole).toMatchFileSnapshot('./tdoc-matrix.txt')
  })

  test('offers everyone the actions that the matrix allows', () => {
    for (const persona of tdocPersonas)
      for (const status of tdocStatuses) {
        const allowed = tdocActions.filter((action) =>
          /^[=>]/.test(cell(persona, action, status)),
        )
        const offered = availableTdocActions(
          tdocActorOf(persona),
          tdocFactsFor(persona, status),
        )
        expect(offered, `${persona.name}, ${status}`).toEqual(allowed)
      }
  })

  test('set-status sets the status that it names', () => {
    for (const status of tdocStatuses)
      expect(tdocTransitions[statusActions[status]].to).toBe(status)
  })
})
