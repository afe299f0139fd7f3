import { expect } from 'vitest'
import { findRow, findRows } from '../../test/rows.ts'
import { test as httpTest } from '../../test/tdoc-makers.ts'

const rounds = 6

/** Two underwriters, and their calls that change Tdocs. */
const test = httpTest.extend('two', async ({ made, signedIn }) => {
  const people = [await made.underwriter(), await made.underwriter()] as const
  const of = async (actor: (typeof people)[number]) => {
    const ask = await signedIn(actor)
    return {
      name: actor.name,
      ask,
      complete: (tdocIds: string[], headers = {}) =>
        ask('POST', '/v1/tdocs/underwriter/set-status', {
          body: { tdocIds, status: 'COMPLETE' },
          headers,
        }),
      assign: (underwriterId: string, tdocIds: string[], headers = {}) =>
        ask('PATCH', '/v1/tdocs/underwriter/set-multiple-underwriters', {
          body: { underwriterId, tdocIds },
          headers,
        }),
    }
  }
  return [await of(people[0]), await of(people[1])] as const
})

const codesOf = (answers: readonly { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).sort()

test('of two people who complete a Tdoc together, one does', async ({
  two,
  madeTdoc,
  committed,
}) => {
  for (let round = 0; round < rounds; round++) {
    const { id } = await madeTdoc()
    const answers = await Promise.all(two.map(({ complete }) => complete([id])))
    expect(codesOf(answers)).toEqual([200, 409])
    const winner = two[answers[0]?.statusCode === 200 ? 0 : 1]
    const refusal = answers.find(({ statusCode }) => statusCode === 409)
    expect(refusal?.json().error).toBe(
      `The Tdoc is now Complete, by ${winner.name}`,
    )
    expect(
      await findRows(committed, 'tdocHistory', { tdocId: id }),
    ).toMatchObject([{ action: 'complete' }])
    const ledger = await findRows(committed, 'tdocInterval', { tdocId: id })
    expect(ledger.filter(({ closedAt }) => closedAt === null)).toEqual([])
  }
})

test('simultaneous assignments run one after the other', async ({
  two,
  made,
  madeTdoc,
  committed,
}) => {
  const people = [await made.underwriter(), await made.underwriter()]
  for (let round = 0; round < rounds; round++) {
    const { id } = await madeTdoc()
    const assignBoth = (headers = {}) =>
      Promise.all(
        two.map(({ assign }, n) => assign(people[n]?.id ?? '', [id], headers)),
      )
    const versions = (await assignBoth())
      .map((answer) => answer.json().items[0].version)
      .sort()
    // The response to the first is read after its change, and may include the
    // second's.
    expect(['2,3', '3,3']).toContain(versions.join())
    const codes = codesOf(await assignBoth({ 'if-match': '"3"' }))
    const { version } = await findRow(committed, 'tdoc', { id })
    // Assigning the current underwriter changes nothing, so it conflicts with
    // no one.
    expect(version).toBe(4)
    expect(codes).toEqual(codes[1] === 412 ? [200, 412] : [200, 200])
  }
})

test('no complete Tdoc has an open category, even in a race', async ({
  two: [one, other],
  madeTdoc,
  committed,
}) => {
  for (let round = 0; round < 2 * rounds; round++) {
    const { id, categoryIds } = await madeTdoc({
      categories: { TPR: 'COMPLETED' },
    })
    const complete = () => one.complete([id])
    const undo = () =>
      other.ask('POST', `/v1/review-category/${categoryIds.TPR}/update-done`, {
        body: { action: 'UNDO' },
      })
    expect(
      codesOf(
        await Promise.all(
          round % 2 ? [complete(), undo()] : [undo(), complete()],
        ),
      ),
    ).toEqual([200, 409])
    const tdoc = await findRow(committed, 'tdoc', { id })
    const category = await findRow(committed, 'reviewCategory', { tdocId: id })
    const isDone = category.status === 'COMPLETED'
    expect(tdoc.status === 'COMPLETE').toBe(isDone)
    expect(tdoc).toMatchObject({
      categoriesCompleted: isDone ? 1 : 0,
      categoriesTotal: 1,
    })
  }
})

test('bulk and single changes never deadlock', async ({
  two: [one, other],
  made,
  madeTdoc,
  committed,
}) => {
  const people = [await made.underwriter(), await made.underwriter()]
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push((await madeTdoc()).id)
  for (let round = 0; round < rounds; round++) {
    const track = (id: string) => {
      const body = { tdocIds: [id], progressTracking: 'IN_REVIEW' }
      return one.ask('POST', '/v1/tdocs/underwriter/set-progress-tracking', {
        body,
      })
    }
    const answers = await Promise.all([
      one.assign(people[round % 2]?.id ?? '', ids),
      other.assign(people[(round + 1) % 2]?.id ?? '', ids.toReversed()),
      ...ids.slice(0, 4).map(track),
    ])
    expect(new Set(codesOf(answers))).toEqual(new Set([200]))
    const tdocs = await findRows(committed, 'tdoc')
    expect(
      new Set(tdocs.map(({ assignedUnderwriterId }) => assignedUnderwriterId))
        .size,
    ).toBe(1)
  }
})

test('a bulk change that fails for one changes none', async ({
  two: [{ complete }],
  madeTdoc,
  committed,
}) => {
  const [open, again] = [
    await madeTdoc(),
    await madeTdoc({ categories: { COLLATERAL: 'REVIEW_REQUIRED' } }),
  ]
  const done = await madeTdoc({ status: 'COMPLETE' })
  const hidden = await madeTdoc({ loanKind: 'PURCHASED' })
  for (const [ids, status, details] of [
    [
      [open.id, hidden.id],
      404,
      [{ field: `tdocIds.${hidden.id}`, error: 'Tdoc not found' }],
    ],
    [
      [open.id, done.id, again.id],
      409,
      [
        {
          field: `tdocIds.${again.id}`,
          error: 'Every required review category must be completed first',
        },
        {
          field: `tdocIds.${done.id}`,
          error: expect.stringMatching(/^The Tdoc is now Complete, by /),
        },
      ],
    ],
  ] as const) {
    const refused = await complete([...ids])
    expect([refused.statusCode, refused.json().details]).toEqual([
      status,
      details,
    ])
    for (const { version } of await findRows(committed, 'tdoc'))
      expect(version).toBe(1)
  }

  const key = { 'idempotency-key': 'k1' }
  const all = await complete([open.id, open.id], key)
  expect(all.json().items).toMatchObject([
    { id: open.id, status: 'COMPLETE', version: 2 },
  ])
  expect((await complete([open.id, open.id], key)).json()).toEqual(all.json())
})
