import { isAssignedUnderwriter, isOwner, mayEdit, type Rule, type SlvFacts } from '../slv/policy.ts'
import { isSellerDraft, isUndecided, type SlvStatus } from '../slv/status.ts'
import type { Actor, Role } from '../user/model.ts'
import type { DocumentAction, DocumentKind } from './model.ts'

type Upload = {
  /** Whose files they are. */
  turn: Rule
  /** While the SLV takes such files. */
  isOpen: (status: SlvStatus) => boolean
}

/** Who brings which files, and when. */
export const uploads: Record<DocumentKind, Upload> = {
  // The owner brings files as long as nothing is decided.
  SELLER: { turn: isOwner, isOpen: isUndecided },
  // The assigned underwriter keeps files of their own beside the request, but for the seller's drafts.
  UNDERWRITER: { turn: isAssignedUnderwriter, isOpen: (status) => isUndecided(status) && !isSellerDraft(status) },
}

const may = (kind: DocumentKind): Rule => {
  const { turn, isOpen } = uploads[kind]
  return (actor, slv) => isOpen(slv.status) && turn(actor, slv)
}
export const mayUpload = may('SELLER')
export const mayUploadAsUnderwriter = may('UNDERWRITER')

type Facts = { kind: DocumentKind; isExample: boolean; isOfThisRound: boolean }

/** The buyer's own files stay within the house, but for those that show a seller what is asked. */
export const maySeeDocument = (role: Role, { kind, isExample }: Pick<Facts, 'kind' | 'isExample'>): boolean =>
  role !== 'SELLER' || kind === 'SELLER' || isExample

/**
 * What a person may do with one file. What a seller sent with a request stays once it is read: it can be taken away while
 * the form is theirs to write. What an ended round holds stays for good.
 */
const rules: Record<DocumentAction, (actor: Actor, slv: SlvFacts, document: Facts) => boolean> = {
  delete: (actor, slv, { kind, isExample, isOfThisRound }) =>
    isOfThisRound &&
    !isExample &&
    (kind === 'SELLER' ? isOwner(actor, slv) && mayEdit(actor, slv) : mayUploadAsUnderwriter(actor, slv)),
  'send-to-ldp': (actor, slv) => isAssignedUnderwriter(actor, slv) && !isSellerDraft(slv.status),
}

export const mayWithDocument = (action: DocumentAction, actor: Actor, slv: SlvFacts, document: Facts): boolean =>
  rules[action](actor, slv, document)
