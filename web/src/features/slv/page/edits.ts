import type { FieldValue } from '../field-text.ts'

/** What became of one field since the request was sent: the value that was sent, and who changed it last. */
export type Edit = { before: FieldValue; who: string }
