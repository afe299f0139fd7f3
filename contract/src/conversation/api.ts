import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { createPageSchema, Paging, PeoplePaging } from '../lib/paging.ts'
import { seesSlvs } from '../slv/table-mode.ts'
import { isReviewer, seesTdocs } from '../tdoc/policy.ts'
import { anyOf, isSeller, isUnderwriter } from '../user/policy.ts'
import * as model from './model.ts'
import { mayDismiss } from './policy.ts'

const slvs = createEndpoints({
  tag: 'Conversation log',
  access: seesSlvs,
  about: 'SLV',
})
const tdocs = createEndpoints({
  tag: 'Conversation log',
  access: seesTdocs,
  about: 'TDOC',
})
const mentionables = createEndpoints({
  tag: 'Users',
  access: isUnderwriter,
  about: 'SLV',
  response: createPageSchema(model.Mentionable),
})

const mayComment = anyOf(isSeller, isUnderwriter)

/**
 * The buyer's comment that needs the caller's answer; null if none, and for the
 * buyer's staff other than BDDs.
 */
const unansweredId = z
  .uuid()
  .nullable()
  .describe(
    'The buyer’s comment that needs the caller’s answer; null if none does',
  )

export const listConversation = slvs.get(
  '/v1/proxy-loan/:id/conversation-log',
  'The comments on an SLV, newest first; the types that the caller may write; a stamp that changes with them',
  {
    isPublished: true,
    // The page loads it again when the stamp changes.
    isPoll: true,
    query: z.object({
      ...Paging.shape,
      type: model.ConversationFilter.default('ALL'),
    }),
    response: createPageSchema(model.Comment).extend({
      writableTypes: z
        .array(model.CommentType)
        .describe('The types that the caller may write'),
      unansweredId,
      stamp: z.string().describe('Changes with the comments'),
    }),
  },
)
export type ConversationPage = z.infer<typeof listConversation.response>

export const getConversationState = slvs.get(
  '/v1/proxy-loan/:id/conversation-log/state',
  'The number of comments that the caller can read, and a stamp that changes with them',
  { isPoll: true, response: model.ConversationState },
)

export const addComment = slvs.post(
  '/v1/conversation-log/proxy-loan',
  'Comment on an SLV',
  {
    isPublished: true,
    access: mayComment,
    body: model.NewComment,
    response: model.Comment,
  },
)

export const editComment = slvs.patch(
  '/v1/conversation-log/:id/proxy-loan',
  'Edit the caller’s own comment',
  {
    access: mayComment,
    about: 'SLV_COMMENT',
    body: model.CommentPatch,
    response: model.Comment,
  },
)

export const deleteComment = slvs.del(
  '/v1/conversation-log/:id',
  'Delete the caller’s own comment on an SLV or a Tdoc; the history keeps a record of it',
  {
    access: anyOf(mayComment, isReviewer),
    about: 'SLV_COMMENT',
    response: z.object({ id: z.uuid() }),
  },
)

export const dismissComment = slvs.put(
  '/v1/conversation-log/:id/dismissal',
  'Mark a comment on an SLV or a Tdoc as needing no answer until the buyer writes again; for a BDD, as read. ' +
    'Changes nothing if it isn’t the comment that needs an answer',
  {
    access: mayDismiss,
    about: 'SLV_COMMENT',
    response: z.object({ id: z.uuid() }),
  },
)

const query = PeoplePaging.extend({ proxyLoanId: z.uuid().optional() })
const tdocQuery = PeoplePaging.extend({ tdocId: z.uuid().optional() })
export type MentionableQuery = z.infer<typeof PeoplePaging>

export const listInternalMentionables = mentionables.get(
  '/v1/users/proxy-loan/internal',
  'People who can be mentioned in an internal comment on an SLV, sorted by first name; without an SLV, all underwriters',
  { query },
)

export const listExternalMentionables = mentionables.get(
  '/v1/users/proxy-loan/external',
  'People who can be mentioned in an external comment on an SLV, sorted by first name; without an SLV, sellers: ' +
    'underwriters get those of all companies, sellers their own',
  { access: mayComment, query },
)

export const listTdocConversation = tdocs.get(
  '/v1/tdocs/:id/conversation-log',
  'The comments on a Tdoc, newest first; the types that the caller may write; a stamp that changes with them',
  {
    isPublished: true,
    isPoll: true,
    query: listConversation.query,
    response: createPageSchema(model.TdocComment).extend({
      writableTypes: z
        .array(model.CommentType)
        .describe('The types that the caller may write'),
      unansweredId,
      stamp: z.string().describe('Changes with the comments'),
    }),
  },
)

export const getTdocConversationState = tdocs.get(
  '/v1/tdocs/:id/conversation-log/state',
  'The number of comments that the caller can read, and a stamp that changes with them',
  { isPoll: true, response: model.ConversationState },
)

export const addTdocComment = tdocs.post(
  '/v1/conversation-log/tdoc',
  'Comment on a Tdoc',
  {
    isPublished: true,
    body: model.NewTdocComment,
    response: model.TdocComment,
  },
)

export const editTdocComment = tdocs.patch(
  '/v1/conversation-log/:id/tdoc',
  'Edit the caller’s own comment',
  {
    about: 'TDOC_COMMENT',
    body: model.CommentPatch,
    response: model.TdocComment,
  },
)

export const listInternalTdocMentionables = mentionables.get(
  '/v1/users/tdoc/internal',
  'People who can be mentioned in an internal comment on a Tdoc, sorted by first name; without a Tdoc, all underwriters',
  { about: 'TDOC', query: tdocQuery },
)

export const listExternalTdocMentionables = tdocs.get(
  '/v1/users/tdoc/external',
  'People who can be mentioned in an external comment on a Tdoc, sorted by first name; without a Tdoc, reviewers: ' +
    'underwriters get those of all vendors, reviewers their own',
  {
    tag: 'Users',
    query: tdocQuery,
    response: createPageSchema(model.Mentionable),
  },
)
