import { useNavigate, useSearch } from '@tanstack/react-router'
import { z } from 'zod'

/** The parameters of the address that every list has. */
export type ListParams = {
  search?: string | undefined
  sortBy?: string | undefined
  sortType?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
}

/**
 * Changes the address; `replace` where Back should not stop (letters of a
 * search).
 */
export type GoTo<Params> = (
  params: Params,
  options?: { replace?: boolean },
) => void

export type ListSort = { by: string; type: 'asc' | 'desc' }

/** The `aria-sort` of a sorted column. */
export const ariaSorts = { asc: 'ascending', desc: 'descending' } as const

/** What a list shows, and how to change it. */
export type ListAddress = {
  search: string
  page: number
  size: number
  setSearch: (search: string) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
  setSort: (sort: ListSort) => void
}

/**
 * A list whose state is the address. Parameters at their default are left out,
 * and every change but `setPage` returns to page one.
 */
export const listAddress = <Params extends ListParams>(
  params: Params,
  goTo: GoTo<Params>,
  { defaultSort, defaultSize }: { defaultSort: ListSort; defaultSize: number },
): ListAddress => {
  const change = (next: ListParams, options?: { replace?: boolean }) =>
    // A column's key is a plain text here; the route parses the address again.
    goTo({ ...params, page: undefined, ...next } as Params, options)
  return {
    search: params.search ?? '',
    page: params.page ?? 1,
    size: params.size ?? defaultSize,
    setSearch: (search: string) =>
      change(
        { search: search || undefined },
        { replace: (params.search ?? '') !== '' },
      ),
    setPage: (page: number) => change({ page: page === 1 ? undefined : page }),
    setSize: (size: number) =>
      change({ size: size === defaultSize ? undefined : size }),
    setSort: ({ by, type }: ListSort) => {
      const isDefault = by === defaultSort.by && type === defaultSort.type
      change({
        sortBy: isDefault ? undefined : by,
        sortType: isDefault ? undefined : type,
      })
    },
  }
}

const PageSearch = z.object({
  page: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_000_000)
    .optional()
    .catch(undefined),
})

/**
 * The page in the address of a screen whose list has no other parameters; the
 * first page is left out.
 */
export const readPageSearch = (raw: Record<string, unknown>) =>
  PageSearch.parse(raw)

/** The page of such a screen, and how to change it. */
export const usePage = () => {
  const navigate = useNavigate()
  const { page = 1 } = readPageSearch(useSearch({ strict: false }))
  const onPage = (to: number, options?: { replace?: boolean }) =>
    void navigate({
      to: '.',
      search: { page: to === 1 ? undefined : to },
      ...options,
    })
  return { page, onPage }
}
