import type { PendingDocument } from '@portal/contract/slv/answers'
import type { SlvFacts } from '@portal/contract/slv/policy'
import type { SlvDecisionRequest, SlvRequest } from '@portal/contract/slv-request/model'
import type { Selectable } from 'kysely'
import type { FileRecord } from '../document/record.ts'
import type { DB } from '../lib/database/db-types.ts'
import type { slvColumnNames } from './columns.ts'
import type { Drafted } from './rounds/read-resubmission.ts'

/** An asked document as it comes out of the database's JSON. */
type PendingRecord = Omit<PendingDocument, 'receivedAt' | 'example'> &
  Required<Pick<PendingDocument, 'receivedAt' | 'example'>>

/** One SLV as detail.ts reads it: its columns, its people's names, its collections. */
export type SlvRecord = Omit<Pick<Selectable<DB['slv']>, (typeof slvColumnNames)[number]>, 'resubmission'> &
  SlvFacts &
  Drafted & {
    sellerName: string
    corrId: string | null
    ownerName: string
    underwriterName: string | null
    underwriterManagerName: string | null
    tradeDeskName: string | null
    /** Since when the side that is waited for has it, and since when the desk within it does; from the ledger. */
    sideSince: string | null
    deskSince: string | null
    slvRequests: Omit<SlvRequest, 'distance' | 'summary'>[]
    slvDecisionRequests: SlvDecisionRequest[]
    pendingDocuments: PendingRecord[]
    /** The files of its round, of both kinds. */
    files: FileRecord[]
  }
