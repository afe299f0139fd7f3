import {
  isAssignedUnderwriter,
  isOwner,
  mayEdit,
  type Rule,
  type SlvFacts,
} from '../slv/policy.ts'
import { isSellerDraft, isUndecided, type SlvStatus } from '../slv/status.ts'
import type { Actor, Role } from '../user/model.ts'
import type { DocumentAction, DocumentKind } from './model.ts'

type Upload = {
  turn: Rule
  isOpen: (status: SlvStatus) => boolean
}

export const uploads: Record<DocumentKind, Upload> = {
  SELLER: { turn: isOwner, isOpen: isUndecided },
  UNDERWRITER: {
    turn: isAssignedUnderwriter,
    isOpen: (status) => isUndecided(status) && !isSellerDraft(status),
  },
}

const may = (kind: DocumentKind): Rule => {
  const { turn, isOpen } = uploads[kind]
  return (actor, slv) => isOpen(slv.status) && turn(actor, slv)
}
export const mayUpload = may('SELLER')
export const mayUploadAsUnderwriter = may('UNDERWRITER')

/** Whether the seller has sent the answers to the requested documents. */
export const areAnswersSent = (status: SlvStatus): boolean =>
  status !== 'PENDING_DOCUMENTS'

/** Who accepts the seller's answers to requested documents. */
export const mayAcceptAnswers: Rule = (actor, slv) =>
  areAnswersSent(slv.status) && mayUploadAsUnderwriter(actor, slv)

type Facts = { kind: DocumentKind; isExample: boolean; isOfThisRound: boolean }

/**
 * Sellers don't see underwriter documents, except examples of requested
 * documents.
 */
export const maySeeDocument = (
  role: Role,
  { kind, isExample }: Pick<Facts, 'kind' | 'isExample'>,
): boolean => role !== 'SELLER' || kind === 'SELLER' || isExample

/**
 * What a person may do with one file. Sellers can delete their files only while
 * they may edit the request. Files of ended rounds can't be deleted.
 */
const rules: Record<
  DocumentAction,
  (actor: Actor, slv: SlvFacts, document: Facts) => boolean
> = {
  delete: (actor, slv, { kind, isExample, isOfThisRound }) =>
    isOfThisRound &&
    !isExample &&
    (kind === 'SELLER'
      ? isOwner(actor, slv) && mayEdit(actor, slv)
      : mayUploadAsUnderwriter(actor, slv)),
  // Files of the round in effect can be sent while the seller drafts the next
  // round.
  'send-to-ldp': (actor, slv, { isOfThisRound }) =>
    isAssignedUnderwriter(actor, slv) &&
    (!isSellerDraft(slv.status) ||
      (slv.statusInEffect !== null && !isOfThisRound)),
  // Files of earlier rounds still support a factor.
  'set-factors': (actor, slv, { kind }) =>
    mayUploadAsUnderwriter(actor, slv) ||
    (kind === 'SELLER' && mayUpload(actor, slv)),
  'verify-factor': mayUploadAsUnderwriter,
}

export const mayWithDocument = (
  action: DocumentAction,
  actor: Actor,
  slv: SlvFacts,
  document: Facts,
): boolean => rules[action](actor, slv, document)
