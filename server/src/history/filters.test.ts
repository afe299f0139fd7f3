import {
  HistoryFilters,
  historyActions,
  InformationEdit,
} from '@portal/contract/history/api'
import {
  isVisibleEntry,
  presentEntry,
  visibleChanges,
} from '@portal/contract/history/visible'
import { type SlvStatus, slvStatuses } from '@portal/contract/slv/status'
import { combine } from '@portal/contract/test/combinations'
import { describe, expect } from 'vitest'
import type { z } from 'zod'
import { test as base } from '../../test/makers.ts'
import type { Ctx } from '../lib/ctx.ts'
import {
  listHistoryPeople,
  listInformationEdits,
  searchHistory,
} from './search.ts'

type Entry = {
  action?: (typeof historyActions)[number]
  fromStatus?: SlvStatus | null
  toStatus?: SlvStatus
  changes?: { field: string; before: string | null; after: string | null }[]
  actorId: string
  at?: Date
}

/** Writes entries about an SLV: edits in review, unless they say otherwise. */
const test = base.extend(
  'write',
  ({ db, now }) =>
    async (slvId: string, entries: Entry[]) => {
      const edit = {
        action: 'save',
        fromStatus: 'REVIEW',
        toStatus: 'REVIEW',
        resubmitCount: 0,
        at: now,
        slvId,
      } as const
      const rows = entries.map(({ changes = [], ...entry }) => ({
        ...edit,
        ...entry,
        changes: JSON.stringify(changes),
      }))
      await db.insertInto('slvHistory').values(rows).execute()
    },
)

const search = async (
  ctx: Ctx,
  slvId: string,
  filters: z.input<typeof HistoryFilters>,
) => searchHistory(ctx, slvId, HistoryFilters.parse({ size: 100, ...filters }))

const page = { page: 1, size: 100 }
const edited = { field: 'city', before: 'Fresno', after: 'Tulare' }

describe('when', () => {
  // Both nights on which the clocks change, and an ordinary one: the first and
  // the last instant of a New York day.
  test.for([
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['2026-06-10', '2026-06-10T04:00:00.000Z', '2026-06-11T03:59:59.999Z'],
  ] as const)(
    'the day %s covers all of its hours in New York, both ends included',
    async ([day, first, last], { a, as, write }) => {
      const seller = await a.seller()
      const { id } = await a.slv({ sellerId: seller.id })
      const instants = [
        Date.parse(first) - 1,
        Date.parse(first),
        Date.parse(last),
        Date.parse(last) + 1,
      ]
      const entries = instants.map((at) => ({
        changes: [edited],
        actorId: seller.id,
        at: new Date(at),
      }))
      await write(id, entries)
      const ctx = await as(seller)
      const found = async (filters: z.input<typeof HistoryFilters>) =>
        (await search(ctx, id, filters)).items
          .map(({ at }) => instants.indexOf(Date.parse(at)))
          .reverse()
      expect(await found({ from: day, to: day })).toEqual([1, 2])
      expect(await found({ from: day })).toEqual([1, 2, 3])
      expect(await found({ to: day })).toEqual([0, 1, 2])
    },
  )

  test('refuses an end before the start, and values that aren’t days', () => {
    expect(
      HistoryFilters.safeParse({ from: '2026-03-02', to: '2026-03-01' }).error
        ?.issues,
    ).toMatchObject([{ path: ['from'], message: 'Invalid Date' }])
    expect(HistoryFilters.safeParse({ from: '2026-02-30' }).success).toBe(false)
    expect(
      HistoryFilters.safeParse({ from: '2026-03-01', to: '2026-03-01' })
        .success,
    ).toBe(true)
  })
})

describe('who', () => {
  test('lists for sellers only the people in entries that they see', async ({
    a,
    as,
    write,
  }) => {
    const seller = await a.user({ name: 'Zoe' })
    const underwriter = await a.user({
      role: 'UNDERWRITER',
      holds: ['viewSlvDepartment'],
      name: 'ana',
    })
    const manager = await a.user({
      role: 'UNDERWRITER',
      name: 'CANARY-manager',
    })
    const drafter = await a.user({
      role: 'UNDERWRITER',
      name: 'CANARY-drafter',
    })
    const { id } = await a.slv({ sellerId: seller.id })
    await write(id, [
      {
        action: 'send-request',
        fromStatus: 'DRAFT',
        toStatus: 'PENDING',
        actorId: seller.id,
      },
      {
        action: 'start-review-process',
        fromStatus: 'PENDING',
        actorId: underwriter.id,
      },
      {
        action: 'set-slr-review',
        fromStatus: 'SLR_PENDING',
        toStatus: 'SLR_REVIEW',
        actorId: manager.id,
      },
      {
        changes: [{ field: 'statusComment', before: null, after: 'CANARY' }],
        actorId: drafter.id,
      },
    ])
    const people = async (ctx: Ctx) =>
      (await listHistoryPeople(ctx, id)).map((person) => person.id)
    expect(await people(await as(underwriter))).toEqual([
      underwriter.id,
      drafter.id,
      manager.id,
      seller.id,
    ])
    expect(await people(await as(seller))).toEqual([underwriter.id, seller.id])
    // A person's entries are found by their name, but sellers find no internal
    // ones.
    const by = async (ctx: Ctx, userId: string) =>
      (await search(ctx, id, { userIds: [userId] })).total
    expect(await by(await as(underwriter), manager.id)).toBe(1)
    expect(await by(await as(seller), manager.id)).toBe(0)
    expect(await by(await as(seller), underwriter.id)).toBe(1)
  })
})

test('information edits have one line per field, newest first, across pages', async ({
  a,
  as,
  write,
  now,
}) => {
  const underwriter = await a.user({
    role: 'UNDERWRITER',
    holds: ['viewSlvDepartment'],
  })
  const { id } = await a.slv()
  const actorId = underwriter.id
  const added = (field: string, after: string) => ({
    field,
    before: null,
    after,
  })
  await write(id, [
    { actorId, changes: [edited, added('zip', '93701')] },
    { actorId, action: 'start-review-process' },
    {
      actorId,
      action: 'set-slr-completed',
      changes: [added('statusComment', 'No edit')],
    },
    { actorId, action: 'add-request', changes: [added('slvRequests', 'FICO')] },
  ])
  const ctx = await as(underwriter)
  const { items, total } = await listInformationEdits(ctx, id, page)
  expect(total).toBe(3)
  expect(items.map((item) => InformationEdit.parse(item))).toEqual(items)
  expect(items.map(({ field }) => field)).toEqual([
    'slvRequests',
    'city',
    'zip',
  ])
  expect(items[1]).toMatchObject({
    ...edited,
    actorName: underwriter.name,
    at: now.toISOString(),
  })
  expect(new Set(items.map((item) => item.id)).size).toBe(3)
  const second = await listInformationEdits(ctx, id, { page: 2, size: 2 })
  expect(second).toMatchObject({ total: 3, items: [{ field: 'zip' }] })
})

test('information edits hide from sellers exactly what the timeline hides', async ({
  a,
  as,
  write,
  now,
}) => {
  const seller = await a.seller()
  const { id } = await a.slv({ sellerId: seller.id })
  const fields = [
    'city',
    'slvRequests.reason',
    'decisionComment',
    'statusComment',
    'temporaryStatus',
  ] as const
  const moves = combine({
    action: historyActions,
    toStatus: slvStatuses,
    fromStatus: [null, 'REVIEW', 'SLR_REVIEW', 'APPROVED'] as const,
  })
  const cases = moves.map((move, index) => {
    const evenness = move.action.length + move.toStatus.length + index
    const changed = fields.filter(
      (field) => (evenness + field.length) % 2 === 0,
    )
    const changes = changed.map((field) => ({
      field,
      before: 'CANARY-before',
      after: `${field}-after`,
    }))
    return { ...move, actorId: seller.id, at: now, changes }
  })
  await write(id, cases)
  const edits = ['save', 'add-request', 'update-request', 'delete-request']
  const visibleEdits = cases.filter(
    (entry) => edits.includes(entry.action) && isVisibleEntry('SELLER', entry),
  )
  const missing = { id: '', at: '', actorName: '', resubmitCount: 0 }
  const wanted = visibleEdits.flatMap((entry) =>
    visibleChanges(
      'SELLER',
      presentEntry('UNDERWRITER', { ...entry, ...missing, comment: null }),
    ),
  )
  expect(wanted.length).toBeGreaterThan(100)
  const { items, total } = await listInformationEdits(await as(seller), id, {
    page: 1,
    size: 10_000,
  })
  expect(total).toBe(wanted.length)
  const plain = (
    changes: { field: string; before: unknown; after: unknown }[],
  ) =>
    changes
      .map(({ field, before, after }) => `${field} ${before} ${after}`)
      .sort()
  expect(plain(items)).toEqual(plain(wanted))
  expect(JSON.stringify(items)).not.toMatch(/statusComment|temporaryStatus/)
})
