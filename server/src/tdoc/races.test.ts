import { expect } from 'vitest'
import { rowOf } from '../../test/rows.ts'
import { test } from '../../test/tdoc-makers.ts'

const setStatus = '/v1/tdocs/underwriter/set-status'
const setUnderwriters = '/v1/tdocs/underwriter/set-multiple-underwriters'
const rounds = 6

test('of two people who complete a Tdoc at once, one does', async ({ made, madeTdoc, signedIn, committed }) => {
  const [ana, ben] = [await made.underwriter(), await made.underwriter()]
  const asks = [await signedIn(ana), await signedIn(ben)]
  for (let round = 0; round < rounds; round++) {
    const { id } = await madeTdoc()
    const answers = await Promise.all(
      asks.map((ask) => ask('POST', setStatus, { body: { tdocIds: [id], status: 'COMPLETE' } })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = answers[0]?.statusCode === 200 ? ana : ben
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error).toBe(
      `The Tdoc is now Complete, by ${winner.name}`,
    )
    const told = await committed.selectFrom('tdocHistory').select('action').where('tdocId', '=', id).execute()
    expect(told).toEqual([{ action: 'complete' }])
    const ledger = await committed.selectFrom('tdocInterval').selectAll().where('tdocId', '=', id).execute()
    expect(ledger.filter(({ closedAt }) => closedAt === null)).toEqual([])
  }
})

test('simultaneous assignments run one after the other', async ({ made, madeTdoc, signedIn, committed }) => {
  const people = [await made.underwriter(), await made.underwriter()]
  const asks = [await signedIn(await made.underwriter()), await signedIn(await made.underwriter())]
  for (let round = 0; round < rounds; round++) {
    const { id } = await madeTdoc()
    const give = (n: number, headers: Record<string, string> = {}) =>
      asks[n]?.('PATCH', setUnderwriters, { body: { underwriterId: people[n]?.id, tdocIds: [id] }, headers })
    const blind = await Promise.all([give(0), give(1)])
    // The answer of the first is read after its change, and may know of the second's already.
    const told = blind.map((answer) => answer?.json().items[0].version).sort()
    expect([
      [2, 3],
      [3, 3],
    ]).toContainEqual(told)
    const seeing = await Promise.all([give(0, { 'if-match': '"3"' }), give(1, { 'if-match': '"3"' })])
    const codes = seeing.map((answer) => answer?.statusCode).sort()
    const { version } = await rowOf(committed, 'tdoc', { id })
    // Who gives it to whom has it already changes nothing, and is in nobody's way.
    expect(version === 4 ? [codes] : []).toContainEqual(codes[1] === 412 ? [200, 412] : [200, 200])
  }
})

test('no complete Tdoc has an open category, even in a race', async ({ made, madeTdoc, signedIn, committed }) => {
  const asks = [await signedIn(await made.underwriter()), await signedIn(await made.underwriter())]
  const met = new Set<string>()
  for (let round = 0; round < 2 * rounds; round++) {
    const { id, categoryIds } = await madeTdoc({ categories: { TPR: 'COMPLETED' } })
    const complete = () => asks[0]?.('POST', setStatus, { body: { tdocIds: [id], status: 'COMPLETE' } })
    const undo = () =>
      asks[1]?.('POST', `/v1/review-category/${categoryIds.TPR}/update-done`, { body: { action: 'UNDO' } })
    const answers = await Promise.all(round % 2 ? [complete(), undo()] : [undo(), complete()])
    expect(answers.map((answer) => answer?.statusCode).sort()).toEqual([200, 409])
    const row = await committed
      .selectFrom('tdoc')
      .innerJoin('reviewCategory', 'reviewCategory.tdocId', 'tdoc.id')
      .select(['tdoc.status', 'reviewCategory.status as category', 'categoriesCompleted', 'categoriesTotal'])
      .where('tdoc.id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.status === 'COMPLETE').toBe(row.category === 'COMPLETED')
    expect([row.categoriesCompleted, row.categoriesTotal]).toEqual([row.category === 'COMPLETED' ? 1 : 0, 1])
    met.add(row.status)
  }
  expect(met.size).toBeGreaterThan(0)
})

test('bulk and single changes never deadlock', async ({ made, madeTdoc, signedIn, committed }) => {
  const asks = [await signedIn(await made.underwriter()), await signedIn(await made.underwriter())]
  const people = [await made.underwriter(), await made.underwriter()]
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push((await madeTdoc()).id)
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all([
      asks[0]?.('PATCH', setUnderwriters, { body: { underwriterId: people[round % 2]?.id, tdocIds: ids } }),
      asks[1]?.('PATCH', setUnderwriters, {
        body: { underwriterId: people[(round + 1) % 2]?.id, tdocIds: ids.toReversed() },
      }),
      ...ids.slice(0, 4).map((id) =>
        asks[0]?.('POST', '/v1/tdocs/underwriter/set-progress-tracking', {
          body: { tdocIds: [id], progressTracking: 'IN_REVIEW' },
        }),
      ),
    ])
    expect(answers.map((answer) => answer?.statusCode)).toEqual(answers.map(() => 200))
    const owners = await committed
      .selectFrom('tdoc')
      .select('assignedUnderwriterId')
      .where('id', 'in', ids)
      .distinct()
      .execute()
    expect(owners).toHaveLength(1)
  }
})

test('a bulk change that fails for one changes none', async ({ made, madeTdoc, signedIn, committed }) => {
  const ask = await signedIn(await made.underwriter())
  const [open, again] = [await madeTdoc(), await madeTdoc({ categories: { COLLATERAL: 'REVIEW_REQUIRED' } })]
  const done = await madeTdoc({ status: 'COMPLETE' })
  const hidden = await madeTdoc({ loanKind: 'PURCHASED' })
  const unchanged = async () =>
    expect(await committed.selectFrom('tdoc').select('version').where('version', '>', 1).execute()).toEqual([])

  const unseen = await ask('POST', setStatus, { body: { tdocIds: [open.id, hidden.id], status: 'COMPLETE' } })
  expect([unseen.statusCode, unseen.json().details]).toEqual([
    404,
    [{ field: `tdocIds.${hidden.id}`, error: 'Tdoc not found' }],
  ])
  await unchanged()

  const refused = await ask('POST', setStatus, { body: { tdocIds: [open.id, done.id, again.id], status: 'COMPLETE' } })
  expect(refused.statusCode).toBe(409)
  expect(refused.json().details).toEqual([
    { field: `tdocIds.${again.id}`, error: 'Every required review category must be completed first' },
    { field: `tdocIds.${done.id}`, error: expect.stringMatching(/^The Tdoc is now Complete, by /) },
  ])
  await unchanged()

  const all = await ask('POST', setStatus, {
    body: { tdocIds: [open.id, open.id], status: 'COMPLETE' },
    headers: { 'idempotency-key': 'k1' },
  })
  expect(all.json().items).toMatchObject([{ id: open.id, status: 'COMPLETE', version: 2 }])
  const repeated = await ask('POST', setStatus, {
    body: { tdocIds: [open.id, open.id], status: 'COMPLETE' },
    headers: { 'idempotency-key': 'k1' },
  })
  expect(repeated.json()).toEqual(all.json())
})
