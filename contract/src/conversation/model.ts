import { z } from 'zod'
import { choice, text } from '../lib/fields.ts'
import { Person, Role, UserId } from '../user/model.ts'

/** INTERNAL stays with the buyer's people; EXTERNAL is read by the seller too, or by the vendor's reviewers. */
export const commentTypes = ['INTERNAL', 'EXTERNAL'] as const
export const CommentType = z.enum(commentTypes)
export type CommentType = z.infer<typeof CommentType>
export const commentTypeLabels: Record<CommentType, string> = { INTERNAL: 'Internal', EXTERNAL: 'External' }

/** What a conversation is narrowed to; ALL is no type of a comment. */
export const conversationFilters = ['ALL', ...commentTypes] as const
export const ConversationFilter = z.enum(conversationFilters)
export type ConversationFilter = z.infer<typeof ConversationFilter>

/** The longest comment (product.md §6). */
export const mostCharacters = 4000

export const commentActions = ['edit', 'delete'] as const
export type CommentAction = (typeof commentActions)[number]

const Said = z.object({
  id: z.uuid(),
  type: CommentType,
  message: z.string(),
  authorId: UserId,
  authorName: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  mentions: z.array(z.object({ id: UserId, name: z.string() })),
  availableActions: z.array(z.enum(commentActions)),
})

/** What somebody said on an SLV. `authorSide` is the house that they belong to. */
export const Comment = Said.extend({ proxyLoanId: z.uuid(), authorSide: z.enum(['BUYER', 'SELLER']) })
export type Comment = z.infer<typeof Comment>

/** What somebody said on a Tdoc. */
export const TdocComment = Said.extend({ tdocId: z.uuid(), authorSide: z.enum(['BUYER', 'VENDOR']) })
export type TdocComment = z.infer<typeof TdocComment>

const type = choice(commentTypes)
const message = text(mostCharacters, 1)
const mentions = z
  .array(UserId)
  .max(50)
  .transform((ids) => [...new Set(ids)])

/** A new comment on an SLV; `mentions` are the people whom its text names. */
export const NewComment = z.object({ proxyLoanId: z.uuid(), type, message, mentions: mentions.default([]) })
export type NewComment = z.infer<typeof NewComment>

/** A new comment on a Tdoc. */
export const NewTdocComment = NewComment.omit({ proxyLoanId: true }).extend({ tdocId: z.uuid() })
export type NewTdocComment = z.infer<typeof NewTdocComment>

/** Any part of a comment; what is left out stays. */
export const CommentPatch = z.object({ type, message, mentions }).partial()
export type CommentPatch = z.infer<typeof CommentPatch>

/** Somebody whom a comment may name. `isReader` says that they may open what it is about; naming others opens an SLV to them. */
export const Mentionable = Person.extend({ role: Role, isReader: z.boolean() })
export type Mentionable = z.infer<typeof Mentionable>

/** How much of a conversation one may read, and a stamp that is another one after each change of it. */
export const ConversationState = z.object({ total: z.number().int(), stamp: z.string() })
export type ConversationState = z.infer<typeof ConversationState>
