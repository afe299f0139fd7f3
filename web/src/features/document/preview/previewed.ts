import type { SlvDocument } from '@portal/contract/document/model'

/** The file that a preview shows, and whose it is. */
export type Previewed = { slvId: string; document: SlvDocument }
