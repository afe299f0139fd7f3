import { countProgress } from '@portal/contract/review-category/model'
import type { Tdoc } from '@portal/contract/tdoc/answers'
import { type TdocColumn, tdocColumns } from '@portal/contract/tdoc/columns'
import { TdocListQuery } from '@portal/contract/tdoc/list-query'
import {
  progressTrackings,
  tdocStatuses,
  tdocTypes,
  toMode,
  tprResponses,
} from '@portal/contract/tdoc/model'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Makers } from '../../../test/makers.ts'
import { findRow, findRows, sortPlainly } from '../../../test/rows.ts'
import { tdocMaker, test } from '../../../test/tdoc-makers.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/database/db.ts'
import { findIds } from '../../lib/database/list-query.ts'
import { getTdocs } from '../detail.ts'
import { listTdocs, readList } from './list.ts'

const dayMs = 86_400_000
const read = (query: Record<string, unknown>) => TdocListQuery.parse(query)

const categories = [
  {},
  { TPR: 'COMPLETED', COLLATERAL: 'REVIEW_REQUIRED' },
  { TPR: 'COMPLETED' },
  { TPR: 'NOT_REQUIRED' },
] as const

/**
 * Sixty Tdocs in which each column has values that are the same, that differ,
 * and that are missing.
 */
async function sixty(db: Db, a: Makers, now: Date) {
  const make = tdocMaker(db, now)
  const named = (name: string) => a.user({ role: 'UNDERWRITER', name })
  const people = [
    await a.underwriter(),
    await named('ann'),
    await named('Bob'),
  ] as const
  const vendors = [
    await a.company('TPR_VENDOR'),
    await a.company('TPR_VENDOR'),
  ] as const
  const some = <T>(list: readonly T[], n: number): T =>
    list[n % list.length] as T
  for (let n = 0; n < 60; n++) {
    const status = some(
      ['NEW', 'COMPLETE', 'REVIEW_PENDING', 'COMPLETE'] as const,
      n,
    )
    const response = some([null, ...tprResponses], n)
    const original = n % 11 === 10 ? await findRow(db, 'tdoc') : null
    await make({
      status,
      type: original ? 'ESCALATION' : some(['MANUAL', 'AUTOMATIC'] as const, n),
      originalTdocId: original?.id ?? null,
      loanKind: some(
        ['ACTIVE', 'TPR', 'PURCHASED', 'ACTIVE'] as const,
        n + Math.floor(n / 7),
      ),
      vendorId: some([vendors[0].id, null, vendors[1].id], n),
      assignedUnderwriterId: some([...people.map(({ id }) => id), null], n + 1),
      reviewUnderwriterId: some(
        [null, ...people.map(({ id }) => id)],
        n + Math.floor(n / 5),
      ),
      createdById: some([null, ...people.map(({ id }) => id)], n),
      completedById: status === 'COMPLETE' ? some(people, n).id : null,
      progressTracking: some(progressTrackings, n + Math.floor(n / 4)),
      buyerLoanNumber: `70012${some([31, 32, 33, 34], n)}`,
      sellerName: some(['ACME Lending', 'acme', null, 'Birch'], n),
      corrId: some(['C1', null, 'b2'], n),
      borrowerLastName: some(['Marlow', 'abbott', null], n),
      productCode: some(['DSCR', 'bank', null], n),
      currentLdStatus: some(['Registered', null, 'approved'], n),
      tdocReceivedDate: new Date(now.getTime() - (n % 9) * dayMs),
      sftpTransmittalDate:
        n % 3 ? new Date(now.getTime() - (n % 5) * dayMs) : null,
      tprResponse: response,
      tprResponseDate: response
        ? new Date(now.getTime() - (n % 4) * dayMs)
        : null,
      tprEstimatedDateOfReview: n % 2 ? `2026-03-${10 + (n % 7)}` : null,
      completedDate:
        status === 'COMPLETE'
          ? new Date(now.getTime() - (n % 6) * dayMs)
          : null,
      buyerDays: n % 5,
      isReturned: status === 'NEW' && n % 8 === 0,
      categories: some(categories, n),
    })
  }
  return { people, vendors }
}

/** The shown value that a row is sorted by; undefined if it has none. */
const keyOf = (column: TdocColumn, tdoc: Tdoc): string | number | undefined => {
  const orders: Partial<Record<TdocColumn, readonly string[]>> = {
    status: tdocStatuses,
    type: tdocTypes,
    progressTracking: progressTrackings,
    tprResponse: tprResponses,
  }
  if (column === 'isReviewComplete') return Number(tdoc.isReviewComplete)
  if (column === 'assignedUnderwriter' || column === 'reviewUnderwriter')
    return tdoc[column]?.name.toLowerCase()
  if (column === 'reviewCategories') {
    const { completed, total } = countProgress(tdoc.reviewCategories)
    return total === 0 ? undefined : completed / total
  }
  const value = tdoc[column] ?? undefined
  if (typeof value !== 'string') return value
  return orders[column]?.indexOf(value) ?? value.toLowerCase()
}

const sorted = (
  all: readonly Tdoc[],
  column: TdocColumn,
  sortType: 'asc' | 'desc',
) => sortPlainly(all, (tdoc) => keyOf(column, tdoc), sortType)

const everything = async (ctx: Ctx) => {
  const ids = (await findRows(ctx.db, 'tdoc')).map(({ id }) => id)
  return (await getTdocs(ctx, ids)).items
}

const staff = (a: Makers): Promise<Actor> =>
  a.underwriter('managePurchasedTdocs')

describe('the list of Tdocs', () => {
  test('matches a plain sort of all rows, by each column, on every page', async ({
    a,
    as,
    db,
    now,
  }) => {
    await sixty(db, a, now)
    const ctx = await as(await staff(a), new Date(now.getTime() + 2 * dayMs))
    const all = await everything(ctx)
    const wrong: string[] = []
    for (const tableMode of ['ACTIVE', 'PURCHASED_POST_PURCHASED'] as const)
      for (const tab of ['ALL', ...tdocStatuses] as const)
        for (const sortBy of tdocColumns)
          for (const sortType of ['asc', 'desc'] as const) {
            const listed = all.filter(
              (one) =>
                toMode(one.loanKind) === tableMode &&
                (tab === 'ALL' || one.status === tab),
            )
            const pages: string[] = []
            for (let page = 1; page <= Math.ceil(listed.length / 16); page++) {
              const list = readList(
                ctx,
                read({ tableMode, filterByValue: tab, sortBy, sortType }),
              )
              pages.push(...(await findIds(list, 16, (page - 1) * 16)))
            }
            if (pages.join() !== sorted(listed, sortBy, sortType).join())
              wrong.push(`${tableMode} ${tab} ${sortBy} ${sortType}`)
          }
    expect(wrong).toEqual([])
  }, 60_000)

  test('reads a page by seller or borrower from an index, in both directions', async ({
    a,
    as,
    db,
  }) => {
    const ctx = await as(await staff(a))
    // For this test's transaction. So few Tdocs would be sorted.
    await sql`set local enable_sort = off`.execute(db)
    await sql`set local enable_incremental_sort = off`.execute(db)
    const explainFirst = async (query: TdocListQuery) => {
      const { rows, id, first } = readList(ctx, query)
      if (!first) throw new Error(`${query.sortBy} has no index`)
      const [line] = await rows
        .where(first.where)
        .select(id.as('id'))
        .orderBy(first.orderBy)
        .explain('text', sql`costs off`)
      return line?.['QUERY PLAN']
    }
    for (const sortType of ['asc', 'desc'] as const) {
      const direction = sortType === 'asc' ? '' : 'Backward '
      for (const [sortBy, index] of [
        ['sellerName', 'tdoc_by_seller_name'],
        ['borrowerLastName', 'tdoc_by_borrower_last_name'],
      ] as const) {
        const plan = await explainFirst(
          read({ tableMode: 'ACTIVE', sortBy, sortType }),
        )
        expect(plan).toBe(`Index Only Scan ${direction}using ${index} on tdoc`)
      }
    }
  })

  test('applies each filter to rows and tab counts', async ({
    a,
    as,
    db,
    now,
  }) => {
    const { people, vendors } = await sixty(db, a, now)
    const [[ada, ben], [, vendor]] = [people, vendors]
    const ctx = await as(await staff(a))
    const all = await everything(ctx)
    const filters: [string, string, (tdoc: Tdoc) => boolean][] = [
      ['type', 'ESCALATION', ({ type }) => type === 'ESCALATION'],
      [
        'tprResponse',
        'NOT_RECEIVED',
        ({ tprResponse }) => tprResponse === 'NOT_RECEIVED',
      ],
      [
        'progressTracking',
        'DONE',
        ({ progressTracking }) => progressTracking === 'DONE',
      ],
      [
        'vendorName',
        vendor.name,
        ({ jumboVendorName }) => jumboVendorName === vendor.name,
      ],
      // Case and surrounding spaces don't matter in a vendor's name.
      [
        'vendorName',
        ` ${vendor.name.toUpperCase()} `,
        ({ jumboVendorName }) => jumboVendorName === vendor.name,
      ],
      [
        'assignedUnderwriter',
        ben.id,
        ({ assignedUnderwriter }) => assignedUnderwriter?.id === ben.id,
      ],
      [
        'reviewUnderwriter',
        ada.id,
        ({ reviewUnderwriter }) => reviewUnderwriter?.id === ada.id,
      ],
    ]
    const searches: [string, (tdoc: Tdoc) => boolean][] = [
      ['1233', ({ buyerLoanNumber }) => buyerLoanNumber.includes('1233')],
      ['MARLOW', ({ borrowerLastName }) => borrowerLastName === 'Marlow'],
      ['me le', ({ sellerName }) => sellerName === 'ACME Lending'],
      ['b2', ({ corrId }) => corrId === 'b2'],
      ['rl', ({ borrowerLastName }) => borrowerLastName === 'Marlow'],
      ['image', () => true],
      ['%', () => false],
    ]
    const several: [Record<string, string>, (tdoc: Tdoc) => boolean][] = [
      [
        { type: 'MANUAL,ESCALATION', progressTracking: 'DONE' },
        (one) => one.type !== 'AUTOMATIC' && one.progressTracking === 'DONE',
      ],
      [
        { vendorName: `${vendor.name}!No such vendor`, type: 'MANUAL' },
        (one) => one.jumboVendorName === vendor.name && one.type === 'MANUAL',
      ],
      [
        {
          assignedUnderwriter: `${ada.id},${ben.id}`,
          tprResponse: 'RECEIVED,NOT_RECEIVED',
        },
        ({ assignedUnderwriter, tprResponse }) =>
          [ada.id, ben.id].includes(assignedUnderwriter?.id ?? '') &&
          (tprResponse === 'RECEIVED' || tprResponse === 'NOT_RECEIVED'),
      ],
      [
        {
          filterBy: 'type',
          filterByValue: 'MANUAL',
          reviewUnderwriter: ada.id,
        },
        (one) => one.type === 'MANUAL' && one.reviewUnderwriter?.id === ada.id,
      ],
      [
        { filterBy: 'type', filterByValue: 'MANUAL', type: 'ESCALATION' },
        () => false,
      ],
    ]
    const queries = [
      ...several.map(([query, holds]) => ({ query, holds })),
      ...filters.map(([filterBy, filterByValue, holds]) => ({
        query: { filterBy, filterByValue },
        holds,
      })),
      ...searches.map(([search, holds]) => ({ query: { search }, holds })),
      ...searches.slice(0, 2).map(([search, holds]) => ({
        query: { search, filterBy: 'type', filterByValue: 'MANUAL' },
        holds: (tdoc: Tdoc) => tdoc.type === 'MANUAL' && holds(tdoc),
      })),
    ]
    for (const { query, holds } of queries)
      for (const status of [undefined, ...tdocStatuses]) {
        const found = all.filter(
          (one) => one.loanKind !== 'PURCHASED' && holds(one),
        )
        const ofTab = found.filter(
          (one) => status === undefined || one.status === status,
        )
        const page = await listTdocs(
          ctx,
          read({ ...query, status, sortBy: 'tdocReceivedDate', size: 100 }),
        )
        const counts = Object.fromEntries(
          tdocStatuses.map((one) => [
            one,
            found.filter((tdoc) => tdoc.status === one).length,
          ]),
        )
        expect({
          query,
          status,
          ids: page.items.map(({ id }) => id),
          total: page.total,
          counts: page.counts,
        }).toEqual({
          query,
          status,
          ids: sorted(ofTab, 'tdocReceivedDate', 'asc'),
          total: ofTab.length,
          counts: { ...counts, ALL: found.length },
        })
        if (!('search' in query)) continue
        const alone = read({
          ...query,
          status,
          sortBy: 'tdocReceivedDate',
          size: 7,
          counts: 'none',
        })
        const few = page.items.slice(0, 7)
        expect(await listTdocs(ctx, alone)).toMatchObject({
          items: few,
          total: few.length,
          counts: {},
        })
      }
  })

  test('shows and counts only the vendor’s Tdocs for reviewers', async ({
    a,
    as,
    db,
    now,
  }) => {
    const { vendors } = await sixty(db, a, now)
    const reviewer = await a.user({ role: 'TPR', companyId: vendors[0].id })
    const { items, total, counts } = await listTdocs(
      await as(reviewer),
      read({ size: 100 }),
    )
    expect(
      new Set(items.map(({ jumboVendorName }) => jumboVendorName)),
    ).toEqual(new Set([vendors[0].name]))
    expect(total).toBe(items.length)
    expect(counts.ALL).toBe(total)
    const other = read({
      filterBy: 'vendorName',
      filterByValue: vendors[1].name,
    })
    expect(await listTdocs(await as(reviewer), other)).toMatchObject({
      items: [],
      total: 0,
      counts: { ALL: 0 },
    })
  })

  test('refuses invalid values, and queues that the actor doesn’t have', async ({
    a,
    as,
  }) => {
    const ctx = await as(await a.underwriter())
    for (const [query, statusCode] of [
      [{ tableMode: 'PURCHASED_POST_PURCHASED' }, 403],
      [{ filterByValue: 'OPEN' }, 400],
      [{ filterBy: 'type', filterByValue: 'NEW' }, 400],
      [{ filterBy: 'reviewUnderwriter', filterByValue: 'Ana' }, 400],
    ] as const)
      await expect(listTdocs(ctx, read(query))).rejects.toMatchObject({
        statusCode,
      })
  })

  test('stops counting a large tab, but its later pages can still be read in order', async ({
    a,
    as,
    db,
    now,
  }) => {
    const make = tdocMaker(db, now)
    const { id } = await make({ status: 'NEW', imageFileName: 'Wide 0.pdf' })
    for (const n of [3, 1, 2, 4])
      await make({
        status: 'COMPLETE',
        completedDate: now,
        imageFileName: `Wide ${n}.pdf`,
      })
    const ctx = await as(await a.underwriter())
    const list = (query: Record<string, unknown>) =>
      listTdocs(
        ctx,
        read({ search: 'wide', sortBy: 'imageFileName', ...query }),
        3,
      )
    const page = await list({ size: 3 })
    expect(page).toMatchObject({
      total: 3,
      isTotalCut: true,
      counts: { NEW: 1, COMPLETE: 3, ALL: 3 },
      cutTabs: ['COMPLETE', 'ALL'],
    })
    const names = (items: readonly Tdoc[]) =>
      items.map(({ imageFileName }) => imageFileName)
    expect(names(page.items)).toEqual([
      'Wide 0.pdf',
      'Wide 1.pdf',
      'Wide 2.pdf',
    ])
    expect(await list({ size: 3, counts: 'none' })).toEqual({
      ...page,
      total: 3,
      counts: {},
      cutTabs: [],
    })
    const open = await list({ filterByValue: 'NEW' })
    expect(open).toMatchObject({
      items: [{ id }],
      total: 1,
      isTotalCut: false,
      cutTabs: ['COMPLETE', 'ALL'],
    })
    const beyond = await list({ size: 3, page: 2 })
    expect([names(beyond.items), beyond.total]).toEqual([
      ['Wide 3.pdf', 'Wide 4.pdf'],
      3,
    ])
  })
})
