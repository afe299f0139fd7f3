import { mostFound, type TdocPage } from '@portal/contract/tdoc/answers'
import { defaultSort, type TdocListQuery } from '@portal/contract/tdoc/list-query'
import { type TdocTab, tabsOf, tdocStatuses } from '@portal/contract/tdoc/model'
import type { Ctx } from '../lib/ctx.ts'
import { type Counts, countCut, countTdocs, isCommon, mostSorted } from './count.ts'
import { type FilterShape, type FilterValues, placeOf, readFilter } from './filter.ts'
import { findFew } from './find-few.ts'
import { findPage, type PageShape } from './find-page.ts'
import { presentTdoc } from './present.ts'
import { readTdocs } from './read-rows.ts'

/**
 * So many are sorted sooner than they are come across by walking along an index that has the others, too. What is open was
 * changed lately, and lies close together.
 */
const few = { open: 20_000, complete: 3000 }
/** Of what a search finds in so large a share of all, a few are come across sooner than all are looked up. */
const walkedShare = 0.005

/** `counts` are null where nobody asked for them. */
type Found = { ids: readonly string[]; counts: Counts | null; isCut: boolean }
type Shape = Omit<PageShape, 'isBackward'>
type Find = (ctx: Ctx, values: FilterValues, shape: Shape, part: { size: number; offset: number }) => Promise<Found>

/**
 * A page of one of the two tables and the counts of its tabs. Throws 403 for a table that the asker does not have, 400 for
 * a value that a filter does not take.
 */
export async function listTdocs(ctx: Ctx, query: TdocListQuery): Promise<TdocPage> {
  const { page, size, tableMode, sortType } = query
  const filter = readFilter(ctx, query)
  const shape: Shape = { ...filter.shape, sortBy: query.sortBy ?? defaultSort[tableMode], sortType }
  const isPersonal = shape.filterBy === 'assignedUnderwriter' || shape.filterBy === 'reviewUnderwriter'
  const isAlone = shape.hasSearch && query.counts === 'none'
  const find = isAlone ? findAlone : shape.hasSearch || shape.hasLists || isPersonal ? findUncounted : findCounted
  const offset = (page - 1) * size
  const { ids, counts, isCut } = await find(ctx, filter.values, shape, { size, offset })
  const items = (await readTdocs(ctx.db, ids)).map((tdoc) => presentTdoc(ctx, tdoc))
  if (!counts) return { items, total: offset + items.length, counts: {}, isTotalCut: isCut, cutTabs: [], page, size }
  const most = isCut ? mostFound : Number.POSITIVE_INFINITY
  const tabs = tabsOf[tableMode]
  return {
    items,
    total: Math.min(totalOf(counts, shape.tab), most),
    counts: Object.fromEntries(tabs.map((tab) => [tab, Math.min(totalOf(counts, tab), most)])),
    isTotalCut: totalOf(counts, shape.tab) > most,
    cutTabs: tabs.filter((tab) => totalOf(counts, tab) > most),
    page,
    size,
  }
}

const totalOf = (counts: Counts, tab: TdocTab): number =>
  tab === 'ALL' ? tdocStatuses.reduce((sum, status) => sum + totalOf(counts, status), 0) : (counts[placeOf(tab)] ?? 0)

/** The part of a page's shape that determines the count. */
const filterShapeOf = ({ isOfVendor, tab, filterBy, hasLists, hasSearch }: Shape): FilterShape => ({
  ...{ isOfVendor, tab, filterBy, hasLists, hasSearch },
})

/** How many there are is known beforehand: so the page is looked for where it is found soonest. */
const findCounted: Find = async ({ db }, values, shape, { size, offset }) => {
  const counts = await countTdocs(db, values, filterShapeOf(shape))
  const found = (ids: readonly string[]) => ({ ids, counts, isCut: false })
  const { tab } = shape
  const total = totalOf(counts, tab)
  if (offset >= total) return found([])
  const most = tab === 'NEW' || tab === 'REVIEW_PENDING' ? few.open : few.complete
  if (total <= most) return found((await findFew(db, { ...values, size, offset }, { ...shape, isCounting: false })).ids)
  if (offset <= total / 2)
    return found(await findPage(db, { ...values, size, offset }, { ...shape, isBackward: false }))
  const rest = Math.min(size, total - offset)
  const fromEnd = { ...values, size: rest, offset: total - offset - rest }
  return found(await findPage(db, fromEnd, { ...shape, isBackward: true }))
}

/** How many there are turns out when they are looked for; a search that finds too much is walked along instead. */
const findUncounted: Find = async ({ db }, values, shape, { size, offset }) => {
  const { hasSearch } = shape
  const asked = { ...values, size, offset }
  if (!hasSearch || !(await isCommon(db, values.needle))) {
    const { ids, counts } = await findFew(db, asked, { ...shape, isCounting: true })
    const all = counts ?? {}
    if (!hasSearch || totalOf(all, 'ALL') <= mostSorted) return { ids, counts: all, isCut: false }
  }
  const [counts, ids] = await Promise.all([
    countCut(db, values, filterShapeOf(shape)),
    offset < mostFound ? findPage(db, asked, { ...shape, isBackward: false }) : [],
  ])
  return { ids, counts, isCut: true }
}

/** A page of what a search finds and nothing else: no tab is counted, so it is walked along much sooner. */
const findAlone: Find = async ({ db }, values, shape, { size, offset }) => {
  const asked = { ...values, size, offset }
  const ids = (await isCommon(db, values.needle, walkedShare))
    ? await findPage(db, asked, { ...shape, isBackward: false })
    : (await findFew(db, asked, { ...shape, isCounting: false })).ids
  return { ids, counts: null, isCut: ids.length === size }
}
