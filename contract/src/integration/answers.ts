import { z } from 'zod'
import { Comment, TdocComment } from '../conversation/model.ts'
import { SlvDocument } from '../document/model.ts'
import { SlvDetail } from '../slv/answers.ts'
import { Tdoc } from '../tdoc/answers.ts'
import {
  documentEvents,
  slvCommentEvent,
  slvEvents,
  tdocCommentEvent,
  tdocEvents,
  testEvent,
} from './model.ts'

const timestamp = z.iso.datetime().describe('When the event happened')
const state = 'The state when the delivery was created'

/** What the portal sends for the events of an SLV. */
export const SlvWebhookEvent = z.object({
  type: z.enum(slvEvents).describe('What happened'),
  timestamp,
  data: SlvDetail.describe(state),
})

/** A document of an SLV as webhooks get it. A deleted one has no actions. */
export const EventDocument = SlvDocument.extend({
  proxyLoanId: z.uuid().describe('The SLV'),
})

/** What the portal sends for the events of documents. */
export const DocumentWebhookEvent = z.object({
  type: z.enum(documentEvents).describe('What happened'),
  timestamp,
  data: EventDocument.describe(state),
})

/** What the portal sends for a comment on an SLV. */
export const CommentWebhookEvent = z.object({
  type: z.literal(slvCommentEvent).describe('Always the same'),
  timestamp,
  data: Comment.describe(state),
})

/** What the portal sends for the events of a Tdoc. */
export const TdocWebhookEvent = z.object({
  type: z.enum(tdocEvents).describe('What happened'),
  timestamp,
  data: Tdoc.describe(state),
})

/** What the portal sends for a comment on a Tdoc. */
export const TdocCommentWebhookEvent = z.object({
  type: z.literal(tdocCommentEvent).describe('Always the same'),
  timestamp,
  data: TdocComment.describe(state),
})

/** What the portal sends to test a webhook. */
export const TestWebhookEvent = z.object({
  type: z.literal(testEvent).describe('Always the same'),
  timestamp,
  data: z
    .object({ name: z.string().describe('The name of the webhook') })
    .describe('What the test is about'),
})
