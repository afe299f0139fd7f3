import { describe, expect, test } from 'vitest'
import { actorOf, factsFor, me, personas } from '../../test/personas.ts'
import { tdocActorOf, tdocFactsFor, tdocPersonas } from '../../test/tdoc-personas.ts'
import { roles } from '../user/model.ts'
import { commentTypes } from './model.ts'
import {
  mayBeNamed,
  mayBeNamedOnTdoc,
  mayRead,
  mayWrite,
  readableTypes,
  tdocCommentTypes,
  writableTypes,
} from './policy.ts'

const external = ['EXTERNAL']
const both = ['INTERNAL', 'EXTERNAL']

test('sellers and reviewers never read an internal comment, and a BDD writes none', () => {
  expect(roles.map((role) => [role, readableTypes(role), writableTypes(role), tdocCommentTypes(role)])).toEqual([
    ['SELLER', external, external, []],
    ['UNDERWRITER', both, both, both],
    ['TPR', [], [], external],
    ['BDD', both, [], []],
    ['UBDD', both, [], []],
    ['DEFAULT', [], [], []],
  ])
  for (const role of roles)
    for (const type of commentTypes) {
      expect(mayRead(role, type), `${role} reads ${type}`).toBe(readableTypes(role).includes(type))
      expect(mayWrite(role, type), `${role} writes ${type}`).toBe(writableTypes(role).includes(type))
    }
})

describe('who can be mentioned on an SLV in review', () => {
  const mentions = (name: string, externalAuthors: readonly string[] = []) => {
    const persona = personas.find((one) => one.name === name)
    if (!persona) throw new Error(`There is no ${name}`)
    return commentTypes.filter((type) =>
      mayBeNamed(actorOf(persona), type, factsFor(persona, 'REVIEW'), externalAuthors),
    )
  }

  test('in internal comments: underwriters and the seller’s BDD; in external comments: people who may see it and whom the seller knows', () => {
    const named = personas.map(({ name }) => [name, mentions(name)] as const).filter(([, types]) => types.length > 0)
    const internal = ['INTERNAL']
    expect(Object.fromEntries(named)).toEqual({
      'seller, owner': external,
      'seller, owner, every permission': external,
      'seller, colleague, myCompanyView': external,
      'seller, colleague, myCompanyView + ReassignSlv': external,
      'underwriter, assigned': both,
      'underwriter, assigned, recommended at SLR': both,
      'underwriter, assigned, recommended at TD': both,
      'underwriter, assigned, created it post-close': both,
      'underwriter, assigned, created it post-close, SLR recommended': both,
      'underwriter, not assigned': internal,
      'underwriter, named in the conversation': internal,
      'underwriter, opened the draft for the seller': internal,
      'underwriter, department': internal,
      'underwriter, department, assignLoans': internal,
      'manager, free': internal,
      'manager, theirs': internal,
      "manager, somebody else's, department": internal,
      'trade desk, free': internal,
      'trade desk, theirs': internal,
      "trade desk, somebody else's, department": internal,
      'admin, every permission, not assigned': internal,
      'BDD of the seller': internal,
      'UBDD of the seller': internal,
    })
  })

  test('in external comments: also people who wrote one before, as long as they may see the SLV', () => {
    const becomeKnown = personas.filter(
      ({ name }) => !mentions(name, ['somebody']).includes('EXTERNAL') && mentions(name, [me]).includes('EXTERNAL'),
    )
    expect(becomeKnown.map(({ name }) => name)).toEqual([
      'underwriter, named in the conversation',
      'underwriter, department',
      'underwriter, department, assignLoans',
      "manager, somebody else's, department",
      "trade desk, somebody else's, department",
      'admin, every permission, not assigned',
      'BDD of the seller',
      'UBDD of the seller',
    ])
  })
})

describe('who can be mentioned on a Tdoc', () => {
  const mentions = (
    known: { assignedUnderwriterId?: string; reviewUnderwriterId?: string },
    externalAuthors: string[],
  ) =>
    Object.fromEntries(
      tdocPersonas.flatMap((persona) => {
        const tdoc = { ...tdocFactsFor(persona, 'NEW'), ...known }
        const types = commentTypes.filter((type) => mayBeNamedOnTdoc(tdocActorOf(persona), type, tdoc, externalAuthors))
        return types.length > 0 ? [[persona.name, types]] : []
      }),
    )
  const [first] = tdocPersonas
  const id = first ? tdocActorOf(first).id : ''
  const underwriters = [
    'underwriter',
    'underwriter, loan of a TPR kind',
    'underwriter, no vendor',
    'underwriter, a category is open',
    'underwriter, purchased loan, managePurchasedTdocs',
  ]
  const reviewers = ["reviewer, their vendor's", "reviewer, their vendor's, purchased loan"]
  const all = (names: readonly string[], types: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, types]))

  test('in internal comments: underwriters; in external comments: the vendor’s reviewers', () => {
    const expected = { ...all(underwriters, ['INTERNAL']), ...all(reviewers, external) }
    expect(mentions({}, [])).toEqual(expected)
    expect(mentions({ assignedUnderwriterId: 'somebody' }, ['somebody'])).toEqual(expected)
  })

  test.each([
    ['it is assigned to', { assignedUnderwriterId: id }, []],
    ['reviews it', { reviewUnderwriterId: id }, []],
    ['wrote an external comment', {}, [id]],
  ])('externally also the underwriter who %s, if they may see it', (_what, known, externalAuthors) => {
    expect(mentions(known, externalAuthors)).toEqual({ ...all(underwriters, both), ...all(reviewers, external) })
  })
})
