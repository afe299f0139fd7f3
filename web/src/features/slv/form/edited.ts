import { createContext, use } from 'react'
import type { Value } from './values.ts'

/** What was changed after the request was sent: the value that was sent, what it became, and who changed it last. */
export type Edit = { before: Value; after: Value; by: string }
export type Edited = Partial<Record<string, Edit>>

/** The edits of the form that a field stands in. */
export const EditedContext = createContext<Edited>({})

/** How a field of the form was changed after the request was sent; undefined when it stands as it was sent. */
export const useEdit = (field: string): Edit | undefined => use(EditedContext)[field]
