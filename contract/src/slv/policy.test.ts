import { describe, expect, test } from 'vitest'
import { combine } from '../../test/combinations.ts'
import {
  actorOf,
  everyCase,
  factsFor,
  me,
  other,
  type Persona,
  personas,
} from '../../test/personas.ts'
import { permissions, type Role, roles } from '../user/model.ts'
import {
  changesVisibility,
  fourEyes,
  mayPrepareDecision,
  mayView,
  type SlvFacts,
} from './policy.ts'
import { type SlvStatus, slvStatuses } from './status.ts'

const slrStatuses: SlvStatus[] = [
  'SLR_PENDING',
  'SLR_PENDING_INFO',
  'SLR_INFO_RECEIVED',
  'SLR_REVIEW',
  'SLR_COMPLETED',
]
const tdStatuses: SlvStatus[] = ['TD_PENDING', 'TD_REVIEW', 'TD_COMPLETED']
const always: readonly SlvStatus[] = slvStatuses
const never: readonly SlvStatus[] = []
const sent: readonly SlvStatus[] = slvStatuses.filter(
  (status) => status !== 'DRAFT',
)

/** The statuses in which a person sees an SLV. */
const seenIn = (
  role: Role,
  holds: Persona['holds'],
  facts: Partial<SlvFacts>,
  isColleague = false,
) => {
  const persona: Persona = {
    name: '',
    role,
    holds,
    facts,
    ...(isColleague && { isColleague }),
  }
  return slvStatuses.filter((status) =>
    mayView(actorOf(persona), factsFor(persona, status)),
  )
}

describe('who sees an SLV (product.md §1)', () => {
  const view = ['myCompanyView'] as const
  test.each<[string, readonly SlvStatus[], SlvStatus[]]>([
    ['its owner', always, seenIn('SELLER', [], { sellerId: me })],
    ['a colleague of the owner', never, seenIn('SELLER', [], {}, true)],
    [
      'a colleague with myCompanyView',
      always,
      seenIn('SELLER', view, {}, true),
    ],
    [
      'a seller of another company with myCompanyView',
      never,
      seenIn('SELLER', view, {}),
    ],
    [
      'the assigned underwriter',
      always,
      seenIn('UNDERWRITER', [], { underwriterId: me }),
    ],
    [
      'the underwriter who opened it, as a draft',
      ['DRAFT'],
      seenIn('UNDERWRITER', [], { createdById: me }),
    ],
    [
      'an underwriter who was mentioned',
      always,
      seenIn('UNDERWRITER', [], { taggedIds: [other, me] }),
    ],
    [
      'an underwriter when someone else was mentioned',
      never,
      seenIn('UNDERWRITER', [], { taggedIds: [other] }),
    ],
    [
      'an underwriter with the department',
      always,
      seenIn('UNDERWRITER', ['viewSlvDepartment'], {}),
    ],
    ['an underwriter without it', never, seenIn('UNDERWRITER', ['myOwn'], {})],
    [
      'a manager when no one has the review',
      slrStatuses,
      seenIn('UNDERWRITER', ['manageSlr'], {}),
    ],
    [
      'the manager who has it',
      slrStatuses,
      seenIn('UNDERWRITER', ['manageSlr'], { underwriterManagerId: me }),
    ],
    [
      'another manager',
      never,
      seenIn('UNDERWRITER', ['manageSlr'], { underwriterManagerId: other }),
    ],
    [
      'a manager who lost manageSlr',
      never,
      seenIn('UNDERWRITER', [], { underwriterManagerId: me }),
    ],
    [
      'a trader when no one has the review',
      tdStatuses,
      seenIn('UNDERWRITER', ['manageTradeDesk'], {}),
    ],
    [
      'the trader who has it',
      tdStatuses,
      seenIn('UNDERWRITER', ['manageTradeDesk'], { tradeDeskId: me }),
    ],
    [
      'another trader',
      never,
      seenIn('UNDERWRITER', ['manageTradeDesk'], { tradeDeskId: other }),
    ],
    [
      'a trader who lost manageTradeDesk',
      never,
      seenIn('UNDERWRITER', [], { tradeDeskId: me }),
    ],
    [
      'the BDD of the seller, except drafts that were never sent',
      sent,
      seenIn('BDD', [], { bddId: me }),
    ],
    [
      'the UBDD of the seller, except drafts that were never sent',
      sent,
      seenIn('UBDD', [], { bddId: me }),
    ],
    [
      'a BDD of other sellers',
      never,
      seenIn('BDD', [...permissions], { bddId: other }),
    ],
  ])('%s', (_who, expected, seen) => expect(seen).toEqual(expected))

  test('a relation gives no access to someone in another role, whatever their permissions', () => {
    const underwriters = {
      underwriterId: me,
      underwriterManagerId: me,
      tradeDeskId: me,
      createdById: me,
      taggedIds: [me],
    }
    const everything = { ...underwriters, sellerId: me, bddId: me }
    expect(
      seenIn('SELLER', [...permissions], { ...underwriters, bddId: me }),
    ).toEqual(never)
    expect(
      seenIn('UNDERWRITER', [], { sellerId: me, bddId: me }, true),
    ).toEqual(never)
    expect(seenIn('UNDERWRITER', ['myCompanyView'], {}, true)).toEqual(never)
    for (const role of ['BDD', 'UBDD'] as const)
      expect(
        seenIn(role, [...permissions], { ...everything, bddId: other }, true),
      ).toEqual(never)
    for (const role of ['TPR', 'DEFAULT'] as const)
      expect(seenIn(role, [...permissions], everything, true)).toEqual(never)
  })
})

test('only the assigned underwriter prepares the decision, in every status except the seller’s drafts', () => {
  const wrong = everyCase().filter(({ persona, status, facts }) => {
    const isAssigned = persona.name.startsWith('underwriter, assigned')
    const isDraft = status === 'DRAFT' || status === 'DRAFT_RESUBMITTED'
    return (
      mayPrepareDecision(actorOf(persona), facts) !== (isAssigned && !isDraft)
    )
  })
  expect(
    wrong.map(({ persona, status }) => `${persona.name}, ${status}`),
  ).toEqual([])
})

describe('four eyes (product.md §2)', () => {
  const actor = actorOf({
    name: '',
    role: 'UNDERWRITER',
    holds: ['myOwn'],
    facts: {},
  })
  const assigned: Persona = {
    name: '',
    role: 'UNDERWRITER',
    holds: ['myOwn'],
    facts: { underwriterId: me },
  }
  const refusal = (facts: Partial<SlvFacts>) =>
    fourEyes(actor, { ...factsFor(assigned, 'REVIEW'), ...facts })
  const sets = [[], [other], [me], [other, me]]
  const cases = combine({
    slrRecommenderIds: sets,
    tdRecommenderIds: sets,
    sentById: [null, me, other],
    createdById: [me, other],
    type: ['PRE', 'POST'] as const,
  })

  const someoneElse = 'Someone else must decide'
  test.each<[string, Partial<SlvFacts>, string]>([
    [
      'sent the request',
      { sentById: me },
      `You sent this request. ${someoneElse} it.`,
    ],
    [
      'recommended at SLR',
      { slrRecommenderIds: [other, me] },
      `You gave the SLR recommendation. ${someoneElse}.`,
    ],
    [
      'recommended at the trade desk',
      { tdRecommenderIds: [other, me] },
      `You gave the trade desk recommendation. ${someoneElse}.`,
    ],
    [
      'created the post-close SLV, which has no SLR recommendation',
      { type: 'POST', createdById: me },
      'You created this post-close SLV. It needs an SLR recommendation before you can decide it.',
    ],
  ])('the person who %s may not decide', (_who, facts, why) =>
    expect(refusal(facts)).toBe(why),
  )

  test('in every combination, people who took part in the round don’t decide it', () => {
    expect(cases).toHaveLength(192)
    for (const facts of cases) {
      const hadPart =
        facts.sentById === me ||
        [...facts.slrRecommenderIds, ...facts.tdRecommenderIds].some(
          (id) => id === me,
        )
      const createdUnseen =
        facts.type === 'POST' &&
        facts.createdById === me &&
        facts.slrRecommenderIds.length === 0
      expect(refusal(facts) === null, JSON.stringify(facts)).toBe(
        !hadPart && !createdUnseen,
      )
    }
  })

  test('holds for every role and permission', () => {
    const facts = { ...factsFor(assigned, 'REVIEW'), sentById: me }
    for (const role of roles)
      expect(
        fourEyes(
          actorOf({ name: '', role, holds: permissions, facts: {} }),
          facts,
        ),
        role,
      ).not.toBeNull()
  })
})

test('a status changes who sees an SLV exactly if it says so', () => {
  const viewers = (status: SlvStatus) =>
    personas
      .filter((persona) => mayView(actorOf(persona), factsFor(persona, status)))
      .map(({ name }) => name)
  for (const from of slvStatuses)
    for (const to of slvStatuses)
      expect(changesVisibility(from, to), `${from} to ${to}`).toBe(
        String(viewers(from)) !== String(viewers(to)),
      )
})
