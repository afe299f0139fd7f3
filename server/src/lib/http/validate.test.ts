import {
  choice,
  day,
  decimal,
  email,
  flag,
  text,
} from '@portal/contract/lib/fields'
import { Paging } from '@portal/contract/lib/paging'
import { explain } from '@portal/contract/lib/problems'
import { expect, test } from 'vitest'
import { type ZodType, z } from 'zod'
import { everyEndpoint, nameOf } from '../../../test/proofs/every-endpoint.ts'
import {
  InvalidInput,
  serializerCompiler,
  validatorCompiler,
} from './validate.ts'

const Item = z.object({ id: z.uuid() })
const letters = 'ABCDEFGHIJKL'.split('')

/** A value of the field `f` of each schema, and its error. */
test.for<[string, ZodType, unknown, string]>([
  ['a text that is missing', text(10), undefined, 'Required'],
  ['a text that is null', text(10), null, 'Required'],
  ['a text that is blank and must not be', text(10, 1), '  ', 'Required'],
  ['a text that is a number', text(10), 5, 'Must be text'],
  [
    'a text that is too long',
    text(10),
    'x'.repeat(11),
    'No more than 10 characters',
  ],
  ['a choice that is missing', choice(['A', 'B']), undefined, 'Required'],
  ['a choice that is null', choice(['A', 'B']), null, 'Required'],
  ['a choice that is empty', choice(['A', 'B']), '', 'Required'],
  ['an unknown choice', choice(['A', 'B']), 'C', 'Choose one of: A, B'],
  ['an unknown enum value', z.enum(['A', 'B']), 'C', 'Choose one of: A, B'],
  [
    'an unknown value of an enum with ten',
    z.enum(letters.slice(0, 10)),
    'x',
    'Choose one of: A, B, C, D, E, F, G, H, I, J',
  ],
  [
    'an unknown value of an enum with twelve',
    z.enum(letters),
    'x',
    'Choose one of: A, B, C, D, E, F, G, H, I, J, and 2 more',
  ],
  ['an enum that is empty', z.enum(['A', 'B']), '', 'Required'],
  ['an enum that is missing', z.enum(['A', 'B']), undefined, 'Required'],
  ['a literal that is another', z.literal(true), false, 'Must be true'],
  ['a flag that is missing', flag, undefined, 'Required'],
  ['a flag that is a text', flag, 'yes', 'Must be true or false'],
  ['an unknown flag of a query', z.stringbool(), 'so', 'Must be true or false'],
  ['an invalid id', z.uuid(), 'no-id', 'Not a valid ID'],
  ['an id that is a number', z.uuid(), 7, 'Must be text'],
  ['an invalid address', email, 'x', 'Invalid email address'],
  ['an invalid instant', z.iso.datetime(), 'today', 'Invalid Date'],
  ['a day that the calendar does not have', day, '2026-02-30', 'Invalid Date'],
  ['a number that is a text', decimal(0, 10, 2), '5', 'Must be a number'],
  ['a number that is missing', decimal(0, 10, 2), undefined, 'Required'],
  ['a number that is too large', decimal(0, 10, 2), 11, 'No more than 10'],
  ['a fraction for a whole number', z.int(), 1.5, 'Whole numbers only'],
  ['an invalid page', Paging.shape.page, 'x', 'Must be a number'],
  ['a page before the first', Paging.shape.page, '0', 'No less than 1'],
  ['a page between two', Paging.shape.page, '1.5', 'Whole numbers only'],
  ['a list that is a text', z.array(z.string()), 'x', 'Must be a list'],
  [
    'a list that is too long',
    z.array(z.string()).max(2),
    ['a', 'b', 'c'],
    'No more than 2 items',
  ],
  ['an object that is a list', Item, [], 'Must be an object'],
  [
    'one of two shapes that is neither',
    z.union([z.string(), z.number()]),
    true,
    'Invalid value',
  ],
  ['a text that does not match', z.string().regex(/^a/), 'b', 'Invalid value'],
])('%s', ([, schema, sent, error]) => {
  expect(problemsOf(z.object({ f: schema }), { f: sent })).toEqual([
    { field: 'f', error },
  ])
})

test('a field with several problems is listed once, with the first one', () => {
  const twice = z.string().max(2, 'Too long').regex(/^a/, 'Begins with a')
  expect(problemsOf(z.object({ f: twice }), { f: 'bbb' })).toEqual([
    { field: 'f', error: 'Too long' },
  ])
})

test('a field within a list is named by its index', () => {
  expect(
    problemsOf(z.object({ items: z.array(Item) }), { items: [{ id: 'x' }] }),
  ).toEqual([{ field: 'items.0.id', error: 'Not a valid ID' }])
})

const Filter = z.object({
  status: z.string().optional(),
  sellers: z.array(z.object({ name: z.string() })).default([]),
})

test.for<[string, ZodType, unknown, { field: string; error: string }]>([
  [
    'a misspelled field',
    Filter,
    { statuss: 'A' },
    { field: 'statuss', error: 'Unknown field. Did you mean status?' },
  ],
  [
    'a field like no other',
    Filter,
    { zzzzzzzzzz: 1 },
    {
      field: 'zzzzzzzzzz',
      error: 'Unknown field. Known fields: status, sellers.',
    },
  ],
  [
    'a field inside a list',
    Filter,
    { sellers: [{ name: 'A', nam: 'B' }] },
    { field: 'sellers.0.nam', error: 'Unknown field. Did you mean name?' },
  ],
  [
    'a field of an optional object',
    z.object({ inner: Filter.nullish() }),
    { inner: { sattus: 'A' } },
    { field: 'inner.sattus', error: 'Unknown field. Did you mean status?' },
  ],
  [
    'a field of the option that matches',
    z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]),
    { b: 1, c: 2 },
    { field: 'c', error: 'Unknown field. Did you mean b?' },
  ],
  [
    'a field of an object that is changed after it is read',
    Filter.transform(({ status }) => status),
    { statuss: 'A' },
    { field: 'statuss', error: 'Unknown field. Did you mean status?' },
  ],
  [
    'a field where none is allowed',
    z.object({}).nullish(),
    { serviceId: 'x' },
    { field: 'serviceId', error: 'Unknown field. None is allowed here.' },
  ],
  [
    'the prototype',
    Filter,
    JSON.parse('{"__proto__": {"status": "A"}}'),
    {
      field: '__proto__',
      error: 'Unknown field. Known fields: status, sellers.',
    },
  ],
])('%s is refused with the nearest name', ([, schema, sent, problem]) => {
  expect(problemsOf(schema, sent)).toEqual([problem])
})

test('at most 20 unknown fields are listed, with at most 60 letters of their names', () => {
  const many = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `${index}${'x'.repeat(1000)}`,
      1,
    ]),
  )
  const shortened = {
    field: expect.stringMatching(/^.{60}$/),
    error: expect.any(String),
  }
  expect(problemsOf(Filter, many)).toEqual(Array(20).fill(shortened))
})

/** Every schema inside a schema, itself included, by its path. */
function* within(
  schema: z.core.$ZodType,
  path: string,
): Generator<[string, z.core.$ZodType]> {
  const { def } = schema._zod
  // Not schemas of what is sent: a refinement or a transform of the schema
  // around them.
  if (def.type === 'transform' || def.type === 'custom') return
  yield [path, schema]
  const parts = { ...def, ...('shape' in def ? (def.shape as object) : {}) }
  for (const [key, part] of Object.entries(parts))
    for (const one of [part].flat())
      if (one instanceof z.core.$ZodType) yield* within(one, `${path}.${key}`)
}

test('no endpoint answers "Required" for a value that was sent but is invalid', async () => {
  const fields = (await everyEndpoint()).flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part]
      return schema ? [...within(schema, `${nameOf(endpoint)} ${part}`)] : []
    }),
  )
  expect(fields.length).toBeGreaterThan(1000)
  const wrong = ['no such value', 12345.6789, true, {}, []]
  const mistaken = fields.filter(([, schema]) =>
    wrong.some((value) => {
      const first = z.safeParse(schema, value, { error: explain }).error
        ?.issues[0]
      return first?.path.length === 0 && first.message === 'Required'
    }),
  )
  expect(mistaken.map(([path]) => path)).toEqual([])
})

function problemsOf(schema: ZodType, sent: unknown) {
  const parse = validatorCompiler({
    schema,
    method: 'POST',
    url: '/',
    httpPart: 'body',
  })
  const { error } = parse(sent) as { error?: unknown }
  return error instanceof InvalidInput ? error.problems : error
}

const Thing = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  size: z.number().optional(),
  kind: z.enum(['A', 'B']),
  facts: z.array(z.string()).default([]),
  parts: z.array(z.object({ at: z.iso.datetime() })),
})
const parts = [{ at: '2026-03-04T15:00:00.000Z' }]
const thing = {
  id: '00000000-0000-7000-8000-000000000001',
  name: null,
  kind: 'A',
  parts,
}
const serialize = serializerCompiler({
  schema: Thing,
  method: 'GET',
  url: '/thing',
  httpStatus: '200',
})

test('a response has only fields of its schema, at any depth', () => {
  const leaky = {
    ...thing,
    facts: ['x'],
    statusComment: 'canary',
    parts: [{ ...parts[0], secret: 'canary' }],
  }
  expect(JSON.parse(serialize(leaky))).toEqual({ ...thing, facts: ['x'] })
})

test('a response stored before a field existed gets the default of that field', () => {
  expect(JSON.parse(serialize(thing))).toEqual({ ...thing, facts: [] })
})

test.each([
  ['misses a field', { ...thing, kind: undefined }],
  [
    'has an object in place of a text',
    { ...thing, name: { statusComment: 'canary' } },
  ],
  ['has a list in place of a text', { ...thing, name: ['canary'] }],
  ['has NaN for a number', { ...thing, size: Number.NaN }],
  ['has a value that is not among the choices', { ...thing, kind: 'C' }],
  ['has a wrong part', { ...thing, parts: [{ at: 5 }] }],
  ['has null where nothing allows it', { ...thing, kind: null }],
  ['has a date that is not a text', { ...thing, parts: [{ at: new Date(0) }] }],
  ['is a text', 'canary'],
  ['is missing', undefined],
])('a response is refused when it %s', (_, response) => {
  expect(() => serialize(response)).toThrow()
})
