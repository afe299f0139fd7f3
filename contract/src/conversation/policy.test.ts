import { expect, test } from 'vitest'
import { actorOf, factsFor, me, personas } from '../../test/personas.ts'
import {
  tdocActorOf,
  tdocFactsFor,
  tdocPersonas,
} from '../../test/tdoc-personas.ts'
import { roles } from '../user/model.ts'
import { type CommentType, commentTypes } from './model.ts'
import {
  mayBeMentioned,
  mayBeMentionedOnTdoc,
  mayRead,
  mayWrite,
  readableTypes,
  tdocCommentTypes,
  writableTypes,
} from './policy.ts'

const external = ['EXTERNAL']
const both = ['INTERNAL', 'EXTERNAL']

test('sellers and reviewers never read an internal comment, and a BDD writes none', () => {
  expect(
    roles.map((role) => [
      role,
      readableTypes(role),
      writableTypes(role),
      tdocCommentTypes(role),
    ]),
  ).toEqual([
    ['SELLER', external, external, []],
    ['UNDERWRITER', both, both, both],
    ['TPR', [], [], external],
    ['BDD', both, [], []],
    ['UBDD', both, [], []],
    ['DEFAULT', [], [], []],
  ])
  for (const role of roles)
    for (const type of commentTypes) {
      expect(mayRead(role, type), `${role} reads ${type}`).toBe(
        readableTypes(role).includes(type),
      )
      expect(mayWrite(role, type), `${role} writes ${type}`).toBe(
        writableTypes(role).includes(type),
      )
    }
})

/**
 * One line: in which comments someone can be mentioned; `becomes` are the
 * reasons for which EXTERNAL is added.
 */
const line = (name: string, types: CommentType[], becomes: string[]) =>
  `${name.padEnd(64)}${types.join(', ').padEnd(20)}${becomes.join(', ')}`.trimEnd()

function describeOnSlv(persona: (typeof personas)[number]): string {
  const facts = factsFor(persona, 'REVIEW')
  const typesFor = (authors: string[]) =>
    commentTypes.filter((type) =>
      mayBeMentioned(actorOf(persona), type, facts, authors),
    )
  const types = typesFor(['someone'])
  const isAdded = typesFor([me]).length > types.length
  return line(
    persona.name,
    types,
    isAdded ? ['wrote to the seller before'] : [],
  )
}

type Known = { assignedUnderwriterId?: string; reviewUnderwriterId?: string }

function describeOnTdoc(persona: (typeof tdocPersonas)[number]): string {
  const actor = tdocActorOf(persona)
  const typesFor = (known: Known, authors: string[]) => {
    const tdoc = { ...tdocFactsFor(persona, 'NEW'), ...known }
    return commentTypes.filter((type) =>
      mayBeMentionedOnTdoc(actor, type, tdoc, authors),
    )
  }
  const types = typesFor({ assignedUnderwriterId: 'someone' }, ['someone'])
  const typesByReason = {
    'is assigned': typesFor({ assignedUnderwriterId: actor.id }, []),
    reviews: typesFor({ reviewUnderwriterId: actor.id }, []),
    'wrote to the vendor before': typesFor({}, [actor.id]),
  }
  const reasons = Object.entries(typesByReason).flatMap(([reason, more]) =>
    more.length > types.length ? [reason] : [],
  )
  return line(persona.name, types, reasons)
}

test('who can be mentioned matches the reviewed matrix', async () => {
  const matrix = [
    'In which comments a person can be mentioned, and why also in external ones.',
    'Reviewed by eye when it changes; written by: npx vitest run --root contract --update',
    '\nOn an SLV in review',
    ...personas.map(describeOnSlv),
    '\nOn a Tdoc',
    ...tdocPersonas.map(describeOnTdoc),
  ]
  await expect(matrix.join('\n')).toMatchFileSnapshot('./mention-matrix.txt')
})
