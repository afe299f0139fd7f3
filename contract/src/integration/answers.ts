import { z } from 'zod'
import { SlvDetail } from '../slv/answers.ts'
import { Tdoc } from '../tdoc/answers.ts'
import { slvEvents, tdocEvents, testEvent } from './model.ts'

const timestamp = z.iso.datetime().describe('When the event happened')
const state = 'The state when the delivery was created'

/** What the portal sends for the events of an SLV. */
export const SlvWebhookEvent = z.object({
  type: z.enum(slvEvents).describe('What happened'),
  timestamp,
  data: SlvDetail.describe(state),
})

/** What the portal sends for the events of a Tdoc. */
export const TdocWebhookEvent = z.object({
  type: z.enum(tdocEvents).describe('What happened'),
  timestamp,
  data: Tdoc.describe(state),
})

/** What the portal sends to test a webhook. */
export const TestWebhookEvent = z.object({
  type: z.literal(testEvent).describe('Always the same'),
  timestamp,
  data: z
    .object({ name: z.string().describe('The name of the webhook') })
    .describe('What the test is about'),
})
