import { z } from 'zod'

/** Which page of uploads or readings the address holds; left out it is the first. */
export const PageSearch = z.object({ page: z.coerce.number().int().min(2).max(1_000_000).optional().catch(undefined) })
export type PageSearch = z.infer<typeof PageSearch>

/** Reads the address; never fails. */
export const readPageSearch = (raw: Record<string, unknown>): PageSearch => PageSearch.parse(raw)

/** A page as the address holds it. */
export const searchOf = (page: number): PageSearch => ({ page: page === 1 ? undefined : page })

/** A list of pages, of which the address holds which one is shown. */
export type Paged = { page: number; onPage: (page: number, options?: { replace?: boolean }) => void }
