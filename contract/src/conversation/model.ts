import { z } from 'zod'
import { choice, text } from '../lib/fields.ts'
import { Person, Role, UserId } from '../user/model.ts'

/**
 * INTERNAL: for the buyer's staff only. EXTERNAL: also for the seller or the
 * vendor's reviewers.
 */
export const commentTypes = ['INTERNAL', 'EXTERNAL'] as const
export const CommentType = z.enum(commentTypes)
export type CommentType = z.infer<typeof CommentType>
export const commentTypeLabels: Record<CommentType, string> = {
  INTERNAL: 'Internal',
  EXTERNAL: 'External',
}

export const conversationFilters = ['ALL', ...commentTypes] as const
export const ConversationFilter = z.enum(conversationFilters)
export type ConversationFilter = z.infer<typeof ConversationFilter>

/** The longest comment (product.md §6). */
export const maxCharacters = 4000

const commentActions = ['edit', 'delete'] as const

const AnyComment = z.object({
  id: z.uuid(),
  type: CommentType,
  message: z.string(),
  authorId: UserId,
  authorName: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  mentions: z.array(z.object({ id: UserId, name: z.string() })),
  /** Who said that it needs no answer. */
  dismissedByName: z.string().nullable().default(null),
  availableActions: z.array(z.enum(commentActions)),
})

/** A comment on an SLV. `authorSide` is the author's company. */
export const Comment = AnyComment.extend({
  proxyLoanId: z.uuid(),
  authorSide: z.enum(['BUYER', 'SELLER']),
})
export type Comment = z.infer<typeof Comment>

export const TdocComment = AnyComment.extend({
  tdocId: z.uuid(),
  authorSide: z.enum(['BUYER', 'VENDOR']),
})
export type TdocComment = z.infer<typeof TdocComment>

const type = choice(commentTypes)
const message = text(maxCharacters, 1)
const mentions = z
  .array(UserId)
  .max(50)
  .transform((ids) => [...new Set(ids)])

/** A new comment on an SLV; `mentions` are user ids. */
export const NewComment = z.object({
  proxyLoanId: z.uuid(),
  type,
  message,
  mentions: mentions.default([]),
})
export type NewComment = z.infer<typeof NewComment>

export const NewTdocComment = NewComment.omit({ proxyLoanId: true }).extend({
  tdocId: z.uuid(),
})
export type NewTdocComment = z.infer<typeof NewTdocComment>

export const CommentPatch = z.object({ type, message, mentions }).partial()
export type CommentPatch = z.infer<typeof CommentPatch>

/**
 * A person whom a comment can mention. `isReader`: they have access already; a
 * mention gives others access to an SLV.
 */
export const Mentionable = Person.extend({ role: Role, isReader: z.boolean() })
export type Mentionable = z.infer<typeof Mentionable>

export const ConversationState = z.object({
  total: z.number().int(),
  stamp: z.string(),
})
export type ConversationState = z.infer<typeof ConversationState>
