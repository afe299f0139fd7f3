import type { CommentType } from '@portal/contract/conversation/model'
import type { NotificationAction } from '@portal/contract/notification/model'
import type { Actor, Role } from '@portal/contract/user/model'
import type { Ctx } from '../lib/ctx.ts'

/** What a conversation is about, an SLV or a Tdoc, with all in which the two differ. */
export type Topic = {
  /** The column of `comment` that names it. */
  column: 'slvId' | 'tdocId'
  id: string
  /** How refusals call it. */
  name: 'SLV' | 'Tdoc'
  /** Who reads what is external and nothing internal, of which company, and how refusals call them. */
  outside: { role: Role; companyId: string | null; word: string }
  /** The BDD who belongs to it. */
  bddId: string | null
  /** Of whom the buyer's people may be told why they cannot be named. */
  knownRoles: readonly Role[]
  mayRead: (role: Role, type: CommentType) => boolean
  mayWrite: (role: Role, type: CommentType) => boolean
  mayOpen: (person: Actor) => boolean
  mayBeNamed: (person: Actor, type: CommentType, spokeOpenly: readonly string[]) => boolean
  /** Who has it in hand, and is told of a comment of this type; nobody stands for an empty post. */
  inHand: (ctx: Ctx, type: CommentType) => Promise<(string | null)[]>
  told: { comment: NotificationAction; tag: NotificationAction }
  /** Which one it is, in words that all who may open it know. */
  description: readonly (string | null)[]
  /** Opens it to people who are named and may not open it yet. */
  openTo?: (ctx: Ctx, ids: readonly string[]) => Promise<void>
  /** Tells its history that a comment was turned to other readers, or taken back, and not what it said. */
  note: (
    ctx: Ctx,
    action: 'turn-comment' | 'delete-comment',
    before: CommentType,
    after?: CommentType,
  ) => Promise<unknown>
}
