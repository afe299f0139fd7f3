import type { Condition } from '@portal/contract/condition/model'
import {
  type DocumentKind,
  documentActions,
  type SlvDocument,
} from '@portal/contract/document/model'
import {
  maySeeDocument,
  mayWithDocument,
} from '@portal/contract/document/policy'
import type { PriceGrid } from '@portal/contract/price/model'
import type { PendingDocument } from '@portal/contract/slv/answers'
import type { Drift } from '@portal/contract/slv/decision/drift'
import type { SlvFacts } from '@portal/contract/slv/policy'
import type {
  SlvDecisionRequest,
  SlvRequest,
} from '@portal/contract/slv-request/model'
import type { Actor } from '@portal/contract/user/model'
import { sql } from 'kysely'
import type { SlvWithFacts } from './lock.ts'

/** A file in the database's JSON. */
export type FileRecord = Omit<SlvDocument, 'availableActions' | 'ldpError'> & {
  ldpError: string | null
  /** Whether the seller sees this underwriter document as an example. */
  isExample: boolean
}

const isExample = sql<boolean>`exists (
  select
  from slv_pending_document x
  where x.example_document_id = f.id
)`

/** Row `f` of `document` with its uploader `u`, as a FileRecord. */
export const fileJson = sql<FileRecord>`
  json_build_object(
    'id', f.id,
    'kind', f.kind,
    'name', f.name,
    'type', f.type,
    'size', f.size,
    'facts', f.facts,
    'pageCount', f.page_count,
    'virusScan', (
      select json_build_object('scannedAt', s.scanned_at, 'virus', s.virus)
      from file_scan s
      where s.key = f.storage_key
    ),
    'pendingDocumentId', f.pending_document_id,
    'supports', f.supports,
    'resubmitCount', f.resubmit_count,
    'uploadedById', f.uploaded_by_id,
    'uploadedByName', u.name,
    'uploadedAt', f.uploaded_at,
    'ldpState', f.ldp_state,
    'ldpSentAt', f.ldp_sent_at,
    'ldpError', f.ldp_error,
    'isExample', ${isExample}
  )`

type OfWhich = SlvFacts & { resubmitCount: number }

/**
 * A file as this actor may see it. Sellers don't see why LoanDock refused it.
 */
export const presentFile = (
  actor: Actor,
  slv: OfWhich,
  { isExample, ldpError, ...file }: FileRecord,
): SlvDocument => {
  const facts = {
    kind: file.kind,
    isExample,
    isOfThisRound: file.resubmitCount === slv.resubmitCount,
  }
  return {
    ...file,
    uploadedAt: iso(file.uploadedAt),
    ldpSentAt: file.ldpSentAt && iso(file.ldpSentAt),
    virusScan: file.virusScan && {
      ...file.virusScan,
      scannedAt: iso(file.virusScan.scannedAt),
    },
    ...(actor.role !== 'SELLER' && { ldpError }),
    availableActions: documentActions.filter((action) =>
      mayWithDocument(action, actor, slv, facts),
    ),
  }
}

export const presentFiles = (
  actor: Actor,
  slv: OfWhich,
  files: readonly FileRecord[],
  kind: DocumentKind,
) =>
  files
    .filter((file) => file.kind === kind)
    .map((file) => presentFile(actor, slv, file))

export const seesFile = (actor: Actor, file: FileRecord) =>
  maySeeDocument(actor.role, file)

/** PostgreSQL's JSON has another format for times. */
const iso = (at: string) => new Date(at).toISOString()

/** A requested document in the database's JSON. */
type PendingRecord = Required<PendingDocument>

/** A requested document with its times as ISO strings. */
export const presentPendingDocument = (
  asked: PendingRecord,
): PendingDocument => ({
  ...asked,
  receivedAt: asked.receivedAt && iso(asked.receivedAt),
  askedAt: iso(asked.askedAt),
  remindedAt: asked.remindedAt && iso(asked.remindedAt),
  answer: asked.answer && {
    ...asked.answer,
    answeredAt: iso(asked.answer.answeredAt),
  },
  outcome: asked.outcome && { ...asked.outcome, at: iso(asked.outcome.at) },
})

/** One SLV as detail.ts reads it. */
export type SlvRecord = SlvWithFacts & {
  sellerName: string
  corrId: string | null
  ownerName: string
  underwriterName: string | null
  underwriterManagerName: string | null
  tradeDeskName: string | null
  /** When the side and the desk that have to act got it. */
  sideSince: string | null
  deskSince: string | null
  slvRequests: Omit<SlvRequest, 'distance' | 'summary'>[]
  slvDecisionRequests: SlvDecisionRequest[]
  conditions: Condition[]
  /** The last comparison of the approval with LoanDock. */
  drift: Drift | null
  pendingDocuments: PendingRecord[]
  /** What its price is suggested by; null for sellers and decided rounds. */
  priceGrid: PriceGrid | null
  /** The files of its round, of both kinds. */
  files: FileRecord[]
}
