import { SlvDetail } from '@portal/contract/slv/answers'
import { getSlvDetail } from '@portal/contract/slv/api'
import { listSlvs } from '@portal/contract/slv/list-api'
import { SlvRow } from '@portal/contract/slv/row'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answerCompiler } from './write-answer.ts'

const writerOf = (schema: z.ZodType, compile = answerCompiler) =>
  compile({ schema, method: 'GET', url: '/thing', httpStatus: '200' })

const Thing = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  size: z.number().optional(),
  kind: z.enum(['A', 'B']),
  isOld: z.boolean(),
  parts: z.array(z.object({ at: z.iso.datetime() })),
})
const thing = {
  id: '00000000-0000-7000-8000-000000000001',
  name: null,
  kind: 'A',
  isOld: false,
  parts: [{ at: '2026-03-04T15:00:00.000Z' }],
}

test('writes what zod writes, keys in the order of the schema', () => {
  const answer = { ...thing, size: 3, parts: [...thing.parts, ...thing.parts] }
  expect(writerOf(Thing)(answer)).toBe(writerOf(Thing, serializerCompiler)(answer))
  expect(writerOf(Thing)(thing)).toBe(writerOf(Thing, serializerCompiler)(thing))
})

test('what the schema does not name stays in the house, at any depth', () => {
  const leaky = { ...thing, statusComment: 'canary', parts: [{ at: '2026-03-04T15:00:00.000Z', secret: 'canary' }] }
  const written = writerOf(Thing)(leaky)
  expect(written).not.toContain('canary')
  expect(JSON.parse(written)).toEqual(thing)
})

test.each([
  ['a field is missing', { ...thing, kind: undefined }],
  ['an object stands where a text should', { ...thing, name: { statusComment: 'canary' } }],
  ['a list stands where a text should', { ...thing, name: ['canary'] }],
  ['a number is none', { ...thing, size: Number.NaN }],
  ['a value is not of its list', { ...thing, kind: 'C' }],
  ['a part is wrong', { ...thing, parts: [{ at: 5 }] }],
  ['null stands where nothing says so', { ...thing, isOld: null }],
  ['a date was not written as text', { ...thing, parts: [{ at: new Date(0) }] }],
  ['it is no object', 'canary'],
  ['it is nothing', undefined],
])('refuses an answer, as zod does, when %s', (_, answer) => {
  expect(() => writerOf(Thing)(answer)).toThrow()
  expect(() => writerOf(Thing, serializerCompiler)(answer)).toThrow()
})

test('what it cannot judge is left to zod', () => {
  const counts = z.object({ byStatus: z.record(z.string(), z.number()) })
  expect(writerOf(counts)({ byStatus: { A: 1 }, more: 1 })).toBe('{"byStatus":{"A":1}}')
  expect(() => writerOf(counts)({ byStatus: { A: 'canary' } })).toThrow()
})

test.each([
  ['a page of the list', listSlvs.response],
  ['one SLV', getSlvDetail.response],
])('%s is long and is cut without zod, which would have looked at the pattern of its ids', (_, schema) => {
  const detail = { ...sampleOf(SlvDetail), id: 'no UUID' }
  const list = { items: [{ ...sampleOf(SlvRow), id: 'no UUID' }], total: 1, isTotalCut: false, page: 1, size: 25 }
  const answer = schema === listSlvs.response ? list : detail
  expect(writerOf(schema)(answer)).toContain('no UUID')
  expect(() => writerOf(schema, serializerCompiler)(answer)).toThrow()
})

/** The least that an object of this schema holds. */
function sampleOf(schema: z.ZodObject): Record<string, unknown> {
  const leastOf = (part: z.core.$ZodType): unknown => {
    if (part instanceof z.core.$ZodPipe) return leastOf(part._zod.def.out)
    if (part instanceof z.core.$ZodNullable) return null
    if (part instanceof z.core.$ZodArray) return []
    if (part instanceof z.core.$ZodEnum) return Object.values(part._zod.def.entries)[0]
    if (part instanceof z.core.$ZodNumber) return 1
    return part instanceof z.core.$ZodBoolean ? false : 'text'
  }
  const needed = Object.entries(schema.shape).filter(([, part]) => !(part instanceof z.core.$ZodOptional))
  return Object.fromEntries(needed.map(([name, part]) => [name, leastOf(part)]))
}
