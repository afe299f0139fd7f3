import { describe, expect, test } from 'vitest'
import { matrixOf } from '../../test/matrix.ts'
import { actorOf, factsFor, personas } from '../../test/personas.ts'
import { type SlvStatus, slvStatuses } from './status.ts'
import {
  availableActions,
  nextStatus,
  slvActions,
  slvTransitions,
  verdict,
} from './transitions.ts'

/** Two or three letters a status, so that a matrix fits a screen. */
const short: Record<SlvStatus, string> = {
  DRAFT: 'DR',
  PENDING: 'PE',
  REVIEW: 'RE',
  PENDING_DOCUMENTS: 'PD',
  DOCUMENTS_RECEIVED: 'DOC',
  SLR_PENDING: 'SP',
  SLR_PENDING_INFO: 'SPI',
  SLR_INFO_RECEIVED: 'SIR',
  SLR_REVIEW: 'SR',
  SLR_COMPLETED: 'SC',
  TD_PENDING: 'TP',
  TD_REVIEW: 'TR',
  TD_COMPLETED: 'TC',
  WITHDRAW_PENDING: 'WP',
  WITHDRAWN_APPROVED: 'WA',
  DRAFT_RESUBMITTED: 'DRR',
  RESUBMITTED: 'RS',
  APPROVED: 'AP',
  DECLINED: 'DE',
  NOT_NEEDED: 'NN',
}
const sign = {
  FORBIDDEN: '403',
  UNSEEN: '404',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '!',
} as const

const people = personas.map((persona) => ({
  ...persona,
  actor: actorOf(persona),
}))
const cell = (
  action: (typeof slvActions)[number],
  person: (typeof people)[number],
  status: SlvStatus,
) => {
  const facts = factsFor(person, status)
  const { kind } = verdict(person.actor, facts, action)
  if (kind !== 'ALLOWED') return sign[kind]
  const to = nextStatus(facts, action, 'APPROVED')
  if (to === null) return 'x'
  return to === status ? '=' : `>${short[to]}`
}

const actionMatrix = (action: (typeof slvActions)[number]) => {
  const rows = people.map(
    (person) =>
      [
        person.name,
        slvStatuses.map((status) => cell(action, person, status)),
      ] as const,
  )
  const heading = slvStatuses.map((status) => short[status])
  return `${action} (${slvTransitions[action].label})\n${matrixOf([62, 5], heading, rows)}`
}

const legend = `Every action of the transition table x every relation x every status, as verdict() answers it.
>XX moves there (make-final-decision: shown for an approval)   = stays where it is   . wrong status (409)
- someone else's turn (409)   ! refused with its reason (409)   x deleted   403 the right is missing   404 unseen
Reviewed by eye when it changes; written by: npx vitest run --root contract --update
${slvStatuses.map((status) => `${short[status]} ${status}`).join('  ')}`

describe('the transition table', () => {
  test('matches the reviewed matrix', async () => {
    await expect(
      [legend, ...slvActions.map(actionMatrix)].join('\n\n'),
    ).toMatchFileSnapshot('./slv-matrix.txt')
  })

  test('offers everyone the actions that the matrix allows', () => {
    for (const person of people) {
      const by = (offers: (status: SlvStatus) => string[]) =>
        slvStatuses.map((status) => [status, ...offers(status)])
      const allowed = by((status) =>
        slvActions.filter((action) =>
          /^[=>x]/.test(cell(action, person, status)),
        ),
      )
      const offered = by((status) =>
        availableActions(person.actor, factsFor(person, status)),
      )
      expect(offered, person.name).toEqual(allowed)
    }
  })

  test('returns a declined withdrawal to its earlier status, or to the queue if that is unknown', () => {
    const from = (statusBeforeWithdrawal: SlvStatus | null) =>
      nextStatus(
        {
          ...factsFor(
            { name: '', role: 'SELLER', holds: [], facts: {} },
            'WITHDRAW_PENDING',
          ),
          statusBeforeWithdrawal,
        },
        'set-withdraw-declined',
      )
    expect([from('SLR_REVIEW'), from(null)]).toEqual(['SLR_REVIEW', 'PENDING'])
  })

  test('doesn’t offer to reopen or resubmit an SLV whose loan has another open one', () => {
    const again = ['reopen', 'set-draft-resubmitted'] as const
    for (const person of people) {
      const offered = (hasOtherOpenSlv: boolean) =>
        slvStatuses.flatMap((status) =>
          availableActions(person.actor, {
            ...factsFor(person, status),
            hasOtherOpenSlv,
          }),
        )
      const left = offered(false).filter(
        (action) => !again.some((one) => one === action),
      )
      expect(offered(true), person.name).toEqual(left)
    }
    const [owner] = people
    const facts = owner && {
      ...factsFor(owner, 'APPROVED'),
      hasOtherOpenSlv: true,
    }
    expect(
      facts && verdict(owner.actor, facts, 'set-draft-resubmitted'),
    ).toEqual({
      kind: 'REFUSED',
      why: 'This loan already has another open SLV',
    })
  })

  test('leads from every status to a final outcome', () => {
    const steps = (status: SlvStatus): SlvStatus[] =>
      slvActions.flatMap((action) => {
        const row: { from: readonly SlvStatus[] } = slvTransitions[action]
        if (!row.from.includes(status)) return []
        const facts = {
          ...factsFor(
            { name: '', role: 'SELLER', holds: [], facts: {} },
            status,
          ),
        }
        return nextStatus(facts, action, 'APPROVED') ?? []
      })
    for (const start of slvStatuses) {
      const reached = new Set<SlvStatus>([start])
      for (const status of reached)
        for (const next of steps(status)) reached.add(next)
      expect(reached, start).toContain('APPROVED')
    }
  })
})
