import { describe, expect, test } from 'vitest'
import { formatMatrix } from '../../test/matrix.ts'
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

type CategoryAction = (typeof categoryActions)[number]

const refusalSigns = {
  FORBIDDEN: '403',
  UNSEEN: '404',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '-',
} as const
const categorySigns = {
  ALLOWED: 'yes',
  UNSEEN: '404',
  FORBIDDEN: '403',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '.',
} as const

const actionCell = (
  persona: TdocPersona,
  action: TdocAction,
  status: TdocStatus,
) => {
  const actor = tdocActorOf(persona)
  const { kind } = tdocVerdict(actor, tdocFactsFor(persona, status), action)
  if (kind !== 'ALLOWED') return refusalSigns[kind]
  const { to } = tdocTransitions[action]
  return to === 'SAME' || to === status ? '=' : `>${to}`
}

/** The type's category is required, and the Tdoc is NEW. */
const categoryCell = (
  persona: TdocPersona,
  action: CategoryAction,
  type: CategoryType,
) => {
  const actor = tdocActorOf(persona)
  const tdoc = tdocFactsFor(persona, 'NEW')
  const category = { type, status: 'REVIEW_REQUIRED' } as const
  const { kind } = categoryVerdict(actor, tdoc, category, action)
  return categorySigns[kind]
}

/** A table with a row per persona. */
const matrix = (
  title: string,
  heading: readonly string[],
  cellsOf: (persona: TdocPersona) => string[],
) => {
  const rows = tdocPersonas.map(
    (persona) => [persona.name, cellsOf(persona)] as const,
  )
  return `${title}\n${formatMatrix([52, 17], heading, rows)}`
}

const actionMatrix = (action: TdocAction) =>
  matrix(
    `${action} (${tdocTransitions[action].label})`,
    tdocStatuses,
    (persona) =>
      tdocStatuses.map((status) => actionCell(persona, action, status)),
  )

const categoryMatrix = (action: CategoryAction) =>
  matrix(
    `category: ${action}, on a required one of a Tdoc that is NEW`,
    categoryTypes,
    (persona) =>
      categoryTypes.map((type) => categoryCell(persona, action, type)),
  )

const legend = `Every action of the transition tables x every relation x every status, as tdocVerdict() and categoryVerdict() answer it.
>XX moves there   = stays where it is   . wrong status (409)   - not now (409)   403 the right is missing   404 unseen
Reviewed by eye when it changes; written by: npx vitest run --root contract --update`

describe('the transition table of Tdocs', () => {
  test('matches the reviewed matrix', async () => {
    const matrices = [
      legend,
      ...tdocActions.map(actionMatrix),
      ...categoryActions.map(categoryMatrix),
    ].join('\n\n')
    await expect(matrices).toMatchFileSnapshot('./tdoc-matrix.txt')
  })

  test('offers everyone the actions that the matrix allows', () => {
    for (const persona of tdocPersonas)
      for (const status of tdocStatuses) {
        const allowed = tdocActions.filter((action) =>
          /^[=>]/.test(actionCell(persona, action, status)),
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
