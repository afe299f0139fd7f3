/** The parameters of the address that every list has. */
export type ListParams = {
  search?: string | undefined
  sortBy?: string | undefined
  sortType?: 'asc' | 'desc' | undefined
  page?: number | undefined
  size?: number | undefined
}

/** Changes the address; `replace` where Back should not stop (letters of a search). */
export type GoTo<Params> = (params: Params, options?: { replace?: boolean }) => void

export type ListSort = { by: string; type: 'asc' | 'desc' }

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

/** A list whose state is the address. Parameters at their default are left out, and every change but `setPage` returns to page one. */
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
    setSearch: (search: string) => change({ search: search || undefined }, { replace: (params.search ?? '') !== '' }),
    setPage: (page: number) => change({ page: page === 1 ? undefined : page }),
    setSize: (size: number) => change({ size: size === defaultSize ? undefined : size }),
    setSort: ({ by, type }: ListSort) => {
      const isDefault = by === defaultSort.by && type === defaultSort.type
      change({ sortBy: isDefault ? undefined : by, sortType: isDefault ? undefined : type })
    },
  }
}
