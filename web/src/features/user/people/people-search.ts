import { joined } from '@portal/contract/lib/paging'
import { companyKinds, Permission, Role, UserStatus } from '@portal/contract/user/model'
import { z } from 'zod'
import { keptOf, SearchWords, whole } from '../../../lib/search-text.ts'

/**
 * What the address of settings/permissions holds: people or companies, what narrows them, and the person that is open.
 * The router reads it on every first visit, so it stands apart from the calls.
 */
const PeopleSearch = z.object({
  view: z.literal('companies').optional().catch(undefined),
  search: SearchWords,
  roles: keptOf(joined(Role)),
  status: UserStatus.optional().catch(undefined),
  permission: Permission.optional().catch(undefined),
  companyId: z.uuid().optional().catch(undefined),
  kind: z.enum(companyKinds).optional().catch(undefined),
  sortBy: z.string().max(20).optional().catch(undefined),
  sortType: z.enum(['asc', 'desc']).optional().catch(undefined),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  person: z.uuid().optional().catch(undefined),
})
export type PeopleSearch = z.infer<typeof PeopleSearch>

/** Reads the address; never fails. */
export const readPeopleSearch = (raw: Record<string, unknown>): PeopleSearch => PeopleSearch.parse(raw)

/** How the list stands without a word in the address (spec.md §9). */
export const usualPage = { page: 1, size: 25 } as const
export const usualSort = { by: 'name', type: 'asc' } as const

/** What narrows the people that are listed, apart from the search. */
const filterKeys = ['roles', 'status', 'permission', 'companyId'] as const
export type PeopleFilter = Pick<PeopleSearch, (typeof filterKeys)[number]>

/** How many of the filters are on. */
export const countFilters = (search: PeopleFilter) => filterKeys.filter((key) => search[key] !== undefined).length

/** The same address on its first page, with another choice; `undefined` takes a filter away. */
export const narrowed = (search: PeopleSearch, change: Partial<PeopleSearch>): PeopleSearch => ({
  ...search,
  page: undefined,
  ...change,
})

/** The address without search and filters. */
export const cleared = ({ view, sortBy, sortType, size }: PeopleSearch): PeopleSearch => ({
  view,
  sortBy,
  sortType,
  size,
})
