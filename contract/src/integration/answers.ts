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

/** What webhooks get for events of a type. */
const createEvent = <Type extends z.ZodType, Data extends z.ZodType>(
  type: Type,
  data: Data,
) =>
  z.object({
    type,
    timestamp: z.iso.datetime().describe('When the event happened'),
    data: data.describe('The state when the delivery was created'),
  })

/** What the portal sends for the events of an SLV. */
export const SlvWebhookEvent = createEvent(
  z.enum(slvEvents).describe('What happened'),
  SlvDetail,
)

/** A document of an SLV as webhooks get it. A deleted one has no actions. */
export const EventDocument = SlvDocument.extend({
  proxyLoanId: z.uuid().describe('The SLV'),
})

/** What the portal sends for the events of documents. */
export const DocumentWebhookEvent = createEvent(
  z.enum(documentEvents).describe('What happened'),
  EventDocument,
)

/** What the portal sends for a comment on an SLV. */
export const CommentWebhookEvent = createEvent(
  z.literal(slvCommentEvent).describe('Always the same'),
  Comment,
)

/** What the portal sends for the events of a Tdoc. */
export const TdocWebhookEvent = createEvent(
  z.enum(tdocEvents).describe('What happened'),
  Tdoc,
)

/** What the portal sends for a comment on a Tdoc. */
export const TdocCommentWebhookEvent = createEvent(
  z.literal(tdocCommentEvent).describe('Always the same'),
  TdocComment,
)

/** What the portal sends to test a webhook. */
export const TestWebhookEvent = createEvent(
  z.literal(testEvent).describe('Always the same'),
  z.object({ name: z.string().describe('The name of the webhook') }),
)
