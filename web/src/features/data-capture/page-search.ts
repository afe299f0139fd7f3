import { z } from 'zod'

/** The page in the address; the first page is left out. */
export const PageSearch = z.object({ page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined) })
export type PageSearch = z.infer<typeof PageSearch>

export const readPageSearch = (raw: Record<string, unknown>): PageSearch => PageSearch.parse(raw)

export const searchOf = (page: number): PageSearch => ({ page: page === 1 ? undefined : page })

export type Paged = { page: number; onPage: (page: number, options?: { replace?: boolean }) => void }
