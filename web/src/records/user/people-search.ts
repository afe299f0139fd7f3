import { joined } from '@portal/contract/lib/paging'
import { getKeys } from '@portal/contract/lib/typed'
import {
  companyKinds,
  Permission,
  permissionLabels,
  Role,
  roleLabels,
  UserStatus,
} from '@portal/contract/user/model'
import { type ZodType, z } from 'zod'
import { keepValid, SearchWords, whole } from '../../lib/text/search-text.ts'

const optional = <T extends ZodType>(schema: T) =>
  schema.optional().catch(undefined)

const filterParams = {
  roles: keepValid(joined(Role)),
  status: optional(UserStatus),
  permission: optional(Permission),
  companyId: optional(z.uuid()),
  mail: optional(z.enum(['REFUSED'])),
}
export const filterKeys = getKeys(filterParams)

export const choiceFilters: Record<
  Exclude<(typeof filterKeys)[number], 'companyId'>,
  { label: string; labels: Readonly<Record<string, string>> }
> = {
  roles: { label: 'Role', labels: roleLabels },
  status: {
    label: 'Status',
    labels: { ACTIVE: 'Active', INACTIVE: 'Inactive' },
  },
  permission: { label: 'Permission', labels: permissionLabels },
  mail: { label: 'Mail', labels: { REFUSED: 'Refused' } },
}

/**
 * The router reads this on every first visit, so it is separate from the calls.
 */
const PeopleSearch = z.object({
  ...filterParams,
  view: optional(z.enum(['companies', 'requests'])),
  search: SearchWords,
  kind: optional(z.enum(companyKinds)),
  sortBy: optional(z.string().max(20)),
  sortType: optional(z.enum(['asc', 'desc'])),
  page: whole(1, 1_000_000),
  size: whole(1, 100),
  person: optional(z.uuid()),
})
export type PeopleSearch = z.infer<typeof PeopleSearch>
export type PeopleFilter = Pick<PeopleSearch, (typeof filterKeys)[number]>

export const readPeopleSearch = (raw: Record<string, unknown>): PeopleSearch =>
  PeopleSearch.parse(raw)

/** The list when the address names no page or order (spec.md §9). */
export const usualPage = { page: 1, size: 25 } as const
export const usualSort = { by: 'name', type: 'asc' } as const

export const countFilters = (filter: PeopleFilter) =>
  filterKeys.filter((key) => filter[key] !== undefined).length

/** All filters off. */
export const noFilter: PeopleFilter = {
  roles: undefined,
  status: undefined,
  permission: undefined,
  companyId: undefined,
  mail: undefined,
}

export const cleared = ({
  view,
  sortBy,
  sortType,
  size,
}: PeopleSearch): PeopleSearch => ({
  view,
  sortBy,
  sortType,
  size,
})
