import { redirectFor, type Traveller } from '@portal/contract/user/navigation'
import { stringifySearch } from '../../../lib/text/search-text.ts'
import { readListSearch } from '../shared/list-filter.ts'

type Asked = { pathname: string; search: Record<string, unknown> }

const isDepartment = /^\/slv\/department\/?$/
const department = '/slv/department'
const own = '/slv'

/** A link to the department's list opens the own list, filtered alike, for people without it; else null. */
export const ownListFor = (traveller: Traveller, { pathname, search }: Asked): string | null => {
  if (!isDepartment.test(pathname)) return null
  if (redirectFor(traveller, department) === null || redirectFor(traveller, own) !== null) return null
  const { departmentTableMode: _part, page: _page, size: _size, sortBy, sortType, ...kept } = readListSearch(search)
  if (Object.values(kept).every((value) => value === undefined)) return null
  return own + stringifySearch({ ...kept, sortBy, sortType, tableMode: 'ALL' })
}
