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
  type: CommentType.describe(
    'INTERNAL: only for the buyer’s staff; EXTERNAL: also for the seller or the vendor’s reviewers',
  ),
  message: z.string(),
  authorId: UserId,
  authorName: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso
    .datetime()
    .nullable()
    .describe('When the author last changed it; null if never'),
  mentions: z
    .array(z.object({ id: UserId, name: z.string() }))
    .describe('The people that it mentions'),
  dismissedByName: z
    .string()
    .nullable()
    .default(null)
    .describe('Who said that it needs no answer'),
  availableActions: z
    .array(z.enum(commentActions))
    .describe('What the caller can do to it now'),
})

/** A comment on an SLV. `authorSide` is the author's company. */
export const Comment = AnyComment.extend({
  proxyLoanId: z.uuid().describe('The SLV'),
  authorSide: z.enum(['BUYER', 'SELLER']).describe('The company of the author'),
})
export type Comment = z.infer<typeof Comment>

export const TdocComment = AnyComment.extend({
  tdocId: z.uuid().describe('The Tdoc'),
  authorSide: z.enum(['BUYER', 'VENDOR']).describe('The company of the author'),
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
  proxyLoanId: z.uuid().describe('The SLV'),
  type: type.describe(
    'INTERNAL: only for the buyer’s staff; EXTERNAL: also for the other side',
  ),
  message,
  mentions: mentions
    .default([])
    .describe('Ids of the people to mention, who are notified'),
})
export type NewComment = z.infer<typeof NewComment>

export const NewTdocComment = NewComment.omit({ proxyLoanId: true }).extend({
  tdocId: z.uuid().describe('The Tdoc'),
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
