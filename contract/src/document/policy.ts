import { isAssignedUnderwriter, isOwner, mayEdit, type Rule, type SlvFacts } from '../slv/policy.ts'
import { isSellerDraft, isUndecided } from '../slv/status.ts'
import type { Actor, Role } from '../user/model.ts'
import { isSeller } from '../user/policy.ts'
import type { DocumentAction, DocumentKind } from './model.ts'

/** The owner brings files as long as nothing is decided. */
export const mayUpload: Rule = (actor, slv) => isOwner(actor, slv) && isUndecided(slv.status)

/** The assigned underwriter keeps files of their own beside the request, but for the seller's drafts. */
export const mayUploadAsUnderwriter: Rule = (actor, slv) =>
  isAssignedUnderwriter(actor, slv) && isUndecided(slv.status) && !isSellerDraft(slv.status)

export const mayUploadKind: Record<DocumentKind, Rule> = { SELLER: mayUpload, UNDERWRITER: mayUploadAsUnderwriter }

type Facts = { kind: DocumentKind; isExample: boolean; isOfThisRound: boolean }

/** The buyer's own files stay within the house, but for those that show a seller what is asked. `documents/visible.ts` is this as SQL. */
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
  'send-to-ldp': (actor, slv) => !isSeller(actor) && isAssignedUnderwriter(actor, slv),
}

export const mayWithDocument = (action: DocumentAction, actor: Actor, slv: SlvFacts, document: Facts): boolean =>
  rules[action](actor, slv, document)
