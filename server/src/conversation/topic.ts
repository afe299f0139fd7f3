import type { CommentType } from '@portal/contract/conversation/model'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Actor, Role } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'

/**
 * The SLV or the Tdoc of a conversation: everything in which the two differ.
 */
export type Topic = {
  column: 'slvId' | 'tdocId'
  id: string
  name: 'SLV' | 'Tdoc'
  /**
   * The people who read only external comments: their role, company, and name
   * in error messages.
   */
  externalParty: { role: Role; companyId: string | null; word: string }
  bddId: string | null
  /**
   * Roles of which the buyer's staff may learn why a person can't be mentioned.
   */
  knownRoles: readonly Role[]
  mayRead: (role: Role, type: CommentType) => boolean
  mayWrite: (role: Role, type: CommentType) => boolean
  mayOpen: (person: Actor) => boolean
  mayBeMentioned: (
    person: Actor,
    type: CommentType,
    externalAuthors: readonly string[],
  ) => boolean
  /**
   * The people in charge, who are notified of a comment of this type; null for
   * an empty position.
   */
  findResponsiblePeople: (
    ctx: Ctx,
    type: CommentType,
  ) => Promise<(string | null)[]>
  actions: { comment: NotificationAction; tag: NotificationAction }
  /** For everyone who may open it. */
  description: readonly (string | null)[]
  openTo?: (ctx: Ctx, ids: readonly string[]) => Promise<void>
  /**
   * Records in the history that a comment changed its type, was deleted or needs
   * no answer, but not what it said.
   */
  note: (
    ctx: Ctx,
    action: 'turn-comment' | 'delete-comment' | 'dismiss-comment',
    before: CommentType,
    after?: CommentType,
  ) => Promise<unknown>
}
