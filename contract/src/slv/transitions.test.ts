import { describe, expect, test } from 'vitest'
import { approval, level } from '../../test/approvals.ts'
import { formatMatrix } from '../../test/matrix.ts'
import { actorOf, factsFor, personas } from '../../test/personas.ts'
import { authorityRefusal } from '../authority/check.ts'
import type { ProposedDecision, SlvFacts } from './policy.ts'
import { type SlvStatus, slvStatuses } from './status.ts'
import {
  availableActions,
  nextStatus,
  slvActions,
  slvTransitions,
  verdict,
} from './transitions.ts'

/** Two or three letters a status, so that a matrix fits a screen. */
const shortNames: Record<SlvStatus, string> = {
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
const refusalSigns = {
  FORBIDDEN: '403',
  UNSEEN: '404',
  WRONG_STATUS: '.',
  NOT_YOUR_TURN: '-',
  REFUSED: '!',
} as const

type Action = (typeof slvActions)[number]
type Person = (typeof people)[number]

const people = personas.map((persona) => ({
  ...persona,
  actor: actorOf(persona),
}))
const cell = (
  action: Action,
  person: Person,
  status: SlvStatus,
  { change = {}, proposed }: Partial<AuthorityCase> = {},
) => {
  const facts = { ...factsFor(person, status), ...change }
  const { kind } = verdict(person.actor, facts, action, proposed)
  if (kind !== 'ALLOWED') return refusalSigns[kind]
  const to = nextStatus(facts, action, 'APPROVED')
  if (to === null) return 'x'
  return to === status ? '=' : `>${shortNames[to]}`
}

/** A table with a row per persona and a column per status. */
const actionMatrix = (action: Action) => {
  const rows = people.map((person) => {
    const cells = slvStatuses.map((status) => cell(action, person, status))
    return [person.name, cells] as const
  })
  const title = `${action} (${slvTransitions[action].label})`
  const heading = slvStatuses.map((status) => shortNames[status])
  return `${title}\n${formatMatrix([62, 5], heading, rows)}`
}

type AuthorityCase = {
  title: string
  change: Partial<SlvFacts>
  proposed: ProposedDecision
}
/** Of someone who may approve one variance. */
const authority = { level: level({ maxVariances: 1 }), deciders: [] }
/** An approval of two. */
const beyond: ProposedDecision = {
  decision: 'APPROVED',
  refusal: authorityRefusal(authority, approval({ variances: 2 })),
}
const authorityCases: AuthorityCase[] = [
  {
    title: 'an approval within the actor’s level',
    change: {},
    proposed: {
      ...beyond,
      refusal: authorityRefusal(authority, approval({ variances: 1 })),
    },
  },
  {
    title: 'an approval beyond the actor’s level',
    change: {},
    proposed: beyond,
  },
  {
    title: 'the same after recommendations to deny',
    change: {
      slrRecommendedDecision: 'DECLINED',
      tdRecommendedDecision: 'NOT_NEEDED',
    },
    proposed: beyond,
  },
  {
    title: 'the same after an SLR recommendation to approve',
    change: { slrRecommendedDecision: 'APPROVED' },
    proposed: beyond,
  },
  {
    title: 'the same after a trade desk recommendation to approve',
    change: { tdRecommendedDecision: 'APPROVED' },
    proposed: beyond,
  },
  {
    title: 'a denial beyond the actor’s level',
    change: {},
    proposed: { ...beyond, decision: 'DECLINED' },
  },
]

/** The final decision of the people who could make it. */
const authorityMatrix = (authorityCase: AuthorityCase) => {
  const rows = people
    .filter(({ name }) => name.startsWith('underwriter, assigned'))
    .map((person) => {
      const cells = slvStatuses.map((status) =>
        cell('make-final-decision', person, status, authorityCase),
      )
      return [person.name, cells] as const
    })
  const heading = slvStatuses.map((status) => shortNames[status])
  return `make-final-decision, ${authorityCase.title}\n${formatMatrix([62, 5], heading, rows)}`
}

/** The facts of an SLV with this status, without anyone's relation to it. */
const factsInStatus = (status: SlvStatus) =>
  factsFor({ name: '', role: 'SELLER', holds: [], facts: {} }, status)

const legend = `Every action of the transition table x every relation x every status, as verdict() answers it.
>XX moves there (make-final-decision: shown for an approval)   = stays where it is   . wrong status (409)
- someone else's turn (409)   ! refused with its reason (409)   x deleted   403 the right is missing   404 unseen
Reviewed by eye when it changes; written by: npx vitest run --root contract --update
${slvStatuses.map((status) => `${shortNames[status]} ${status}`).join('  ')}`

describe('the transition table', () => {
  test('matches the reviewed matrix', async () => {
    await expect(
      [
        legend,
        ...slvActions.map(actionMatrix),
        ...authorityCases.map(authorityMatrix),
      ].join('\n\n'),
    ).toMatchFileSnapshot('./slv-matrix.txt')
  })

  test('offers everyone the actions that the matrix allows', () => {
    for (const person of people)
      for (const status of slvStatuses) {
        const allowed = slvActions.filter((action) =>
          /^[=>x]/.test(cell(action, person, status)),
        )
        const facts = factsFor(person, status)
        const offered = availableActions(person.actor, facts)
        expect(offered, `${person.name}, ${status}`).toEqual(allowed)
      }
  })

  test('returns a declined withdrawal to its earlier status, or to the queue if that is unknown', () => {
    const statusAfterDecline = (statusBeforeWithdrawal: SlvStatus | null) => {
      const facts = factsInStatus('WITHDRAW_PENDING')
      const withdrawn = { ...facts, statusBeforeWithdrawal }
      return nextStatus(withdrawn, 'set-withdraw-declined')
    }
    expect(statusAfterDecline('SLR_REVIEW')).toBe('SLR_REVIEW')
    expect(statusAfterDecline(null)).toBe('PENDING')
  })

  test('doesn’t offer to reopen or resubmit an SLV whose loan has another open one', () => {
    const isBlocked = (action: Action) =>
      action === 'reopen' || action === 'set-draft-resubmitted'
    for (const person of people)
      for (const status of slvStatuses) {
        const facts = factsFor(person, status)
        const offered = (hasOtherOpenSlv: boolean) =>
          availableActions(person.actor, { ...facts, hasOtherOpenSlv })
        const expected = offered(false).filter((action) => !isBlocked(action))
        expect(offered(true), `${person.name}, ${status}`).toEqual(expected)
      }

    const [owner] = people
    if (!owner) throw new Error('There is no persona')
    const facts = { ...factsFor(owner, 'APPROVED'), hasOtherOpenSlv: true }
    expect(verdict(owner.actor, facts, 'set-draft-resubmitted')).toEqual({
      kind: 'REFUSED',
      why: 'This loan already has another open SLV',
    })
  })

  test('leads from every status to a final outcome', () => {
    const nextStatuses = (status: SlvStatus): SlvStatus[] =>
      slvActions.flatMap((action) => {
        const row: { from: readonly SlvStatus[] } = slvTransitions[action]
        if (!row.from.includes(status)) return []
        return nextStatus(factsInStatus(status), action, 'APPROVED') ?? []
      })
    for (const start of slvStatuses) {
      const reached = new Set<SlvStatus>([start])
      // The loop also visits what is added while it runs.
      for (const status of reached)
        for (const next of nextStatuses(status)) reached.add(next)
      expect(reached, start).toContain('APPROVED')
    }
  })
})
