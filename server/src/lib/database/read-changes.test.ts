import type { Actor } from '@portal/contract/user/model'
import { expect } from 'vitest'
import { test as base, type Caller } from '../../../test/http.ts'
import {
  findRow,
  setRows,
  waitForOlderTransactions,
} from '../../../test/rows.ts'
import { say } from '../../../test/talk.ts'
import { tdocMaker } from '../../../test/tdoc-makers.ts'
import { setSlrPending } from '../../slv/review/escalate.ts'
import { type Db, inTransaction } from './db.ts'

type Seen = { id: string; version: number }
type Page = { items: Seen[]; next: string; hasMore: boolean }

const readPage = async (asks: Caller, path: string, query: object) => {
  const parameters = new URLSearchParams(query as Record<string, string>)
  const answer = await asks('GET', `${path}/changes?${parameters}`)
  expect(answer.statusCode).toBe(200)
  return answer.json() as Page
}

/** Follows the changes of a list, as another system does. */
class Reader {
  readonly #asks: Caller
  readonly #path: string
  readonly seen: Seen[] = []
  next: string | undefined

  constructor(asks: Caller, path: string) {
    this.#asks = asks
    this.#path = path
  }

  async read(size = 7): Promise<number> {
    const { items, next, hasMore } = await readPage(this.#asks, this.#path, {
      size,
      ...(this.next && { updatedSince: this.next }),
    })
    this.seen.push(...items.map(({ id, version }) => ({ id, version })))
    this.next = next
    return hasMore ? items.length + (await this.read(size)) : items.length
  }
}

const bump = (db: Db, table: 'slv' | 'tdoc', id: string) =>
  db
    .updateTable(table)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

const test = base.extend('lead', ({ made }) =>
  made.underwriter('viewSlvDepartment', 'managePurchasedTdocs'),
)

test.for([
  ['slv', '/v1/proxy-loans'],
  ['tdoc', '/v1/tdocs'],
] as const)(
  'while 16 people write, no change is missed and no version comes twice: %s',
  async ([table, path], { made, committed, now, signedIn, lead }) => {
    const makeTdoc = tdocMaker(committed, now)
    const ids: string[] = []
    for (let n = 0; n < 12; n++) {
      const { id } = table === 'slv' ? await made.slv() : await makeTdoc()
      ids.push(id)
    }
    const reader = new Reader(await signedIn(lead), path)
    await waitForOlderTransactions(committed)
    await reader.read()
    let writing = 16
    const write = async (person: number) => {
      for (let n = 0; n < 12; n++)
        await inTransaction(committed, async (tx) => {
          const id = ids[(person * 5 + n * 7) % ids.length] ?? ''
          await bump(tx, table, id)
          // Later transactions commit before this one.
          for (let wait = (person * n) % 6; wait > 0; wait--)
            await tx.selectFrom('company').select('id').execute()
        })
      writing--
    }
    const follow = async () => {
      while (writing > 0) await reader.read()
    }
    const people = Array.from({ length: 16 }, (_, person) => write(person))
    await Promise.all([...people, follow()])
    await waitForOlderTransactions(committed)
    await reader.read()

    const names = reader.seen.map(({ id, version }) => `${id} ${version}`)
    expect(new Set(names).size).toBe(names.length)
    const latest = new Map(reader.seen.map(({ id, version }) => [id, version]))
    const stored = await committed
      .selectFrom(table)
      .select(['id', 'version'])
      .where('id', 'in', ids)
      .execute()
    for (const { id, version } of stored)
      expect([id, latest.get(id)]).toEqual([id, version])
    expect(names.length).toBeGreaterThan(ids.length * 2)
  },
)

test('a change that commits after a later one is read once it has', async ({
  made,
  committed,
  signedIn,
  lead,
}) => {
  const [early, late] = [await made.slv(), await made.slv()]
  const reader = new Reader(await signedIn(lead), '/v1/proxy-loans')
  await waitForOlderTransactions(committed)
  await reader.read()
  const before = reader.seen.length
  await inTransaction(committed, async (tx) => {
    await bump(tx, 'slv', early.id)
    await inTransaction(committed, (other) => bump(other, 'slv', late.id))
    expect(await reader.read()).toBe(0)
  })
  await waitForOlderTransactions(committed)
  expect(await reader.read()).toBe(2)
  expect(reader.seen.slice(before).map(({ id }) => id)).toEqual([
    early.id,
    late.id,
  ])
  expect(await reader.read()).toBe(0)
})

test('people read only the changes that they may see', async ({
  made,
  signedIn,
  committed,
}) => {
  const seller: Actor = await made.seller()
  const own = await made.slv({ sellerId: seller.id })
  await made.slv()
  const reader = new Reader(await signedIn(seller), '/v1/proxy-loans')
  await waitForOlderTransactions(committed)
  await reader.read()
  expect(reader.seen).toEqual([{ id: own.id, version: 1 }])
  const asks = await signedIn(seller)
  expect((await asks('GET', '/v1/tdocs/changes')).statusCode).toBe(403)
})

test('a cursor that this database did not make is refused', async ({
  made,
  signedIn,
  lead,
  committed,
}) => {
  const slv = await made.slv()
  const asks = await signedIn(lead)
  await waitForOlderTransactions(committed)
  const { next } = await readPage(asks, '/v1/proxy-loans', {})
  const [origin, changedIn = '', id] = next.split('.')
  const later = `${BigInt(changedIn) + 1_000_000n}`
  for (const cursor of [
    'nonsense',
    `AAAAAAAA.${changedIn}.${id}`,
    `${origin}.${later}.${id}`,
    `${origin}.${changedIn}.${'-'.repeat(36)}`,
  ]) {
    const path = `/v1/proxy-loans/changes?updatedSince=${cursor}`
    const answer = await asks('GET', path)
    expect([cursor, answer.statusCode]).toEqual([cursor, 400])
    expect(answer.json().details[0].field).toBe('updatedSince')
  }
  await setRows(committed, 'slv', { id: slv.id }, { city: 'Reno' })
  await waitForOlderTransactions(committed)
  expect(
    (await readPage(asks, '/v1/proxy-loans', { updatedSince: next })).items,
  ).toHaveLength(1)
})

test('sellers learn of internal work only what the version tells: a mention is no change', async ({
  made,
  ctxOf,
  signedIn,
  committed,
}) => {
  const underwriter = await made.underwriter('myOwn')
  const mentioned = await made.underwriter('myOwn')
  const seller = await made.seller()
  const slv = await made.slv({
    sellerId: seller.id,
    underwriterId: underwriter.id,
  })
  const reader = new Reader(await signedIn(seller), '/v1/proxy-loans')
  const readNew = async () => {
    await waitForOlderTransactions(committed)
    await reader.read()
    return reader.seen.splice(0)
  }
  expect(await readNew()).toEqual([{ id: slv.id, version: 1 }])
  const ctx = await ctxOf(underwriter)
  await say(ctx, slv, { mentions: [mentioned.id] })
  expect((await findRow(committed, 'slv', { id: slv.id })).taggedIds).toEqual([
    mentioned.id,
  ])
  expect(await readNew()).toEqual([])
  await setSlrPending(ctx, slv.id, { statusComment: 'Look' } as never)
  expect(await readNew()).toEqual([{ id: slv.id, version: 2 }])
})
