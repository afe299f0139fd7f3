import {
  CommentWebhookEvent,
  DocumentWebhookEvent,
  SlvWebhookEvent,
  TdocCommentWebhookEvent,
  TdocWebhookEvent,
  TestWebhookEvent,
} from '@portal/contract/integration/answers'
import {
  type DeliveryEvent,
  eventLabels,
} from '@portal/contract/integration/model'
import { getKeys } from '@portal/contract/lib/typed'
import { eventExamples } from './examples.ts'
import type { Schemas } from './schemas.ts'

/** The bodies of deliveries. */
const bodies = [
  SlvWebhookEvent,
  DocumentWebhookEvent,
  CommentWebhookEvent,
  TdocWebhookEvent,
  TdocCommentWebhookEvent,
  TestWebhookEvent,
]

/** Finds the schemas of what events carry. */
export function addWebhookSchemas(schemas: Schemas): void {
  for (const body of bodies) schemas.add(body, 'output')
}

/**
 * What the portal sends to a webhook (Standard Webhooks). A webhook has one
 * address for all of its events, so they are one call.
 */
export const describeWebhooks = (schemas: Schemas) => ({
  event: {
    post: {
      operationId: 'onEvent',
      summary: 'An event happened; `type` tells which',
      description: listEvents(),
      tags: ['Integration'],
      parameters: headers,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              oneOf: bodies.map((body) => schemas.describe(body, 'output')),
            },
            examples: eventExamples,
          },
        },
      },
      responses: {
        200: {
          description:
            'Any 2xx status within 10 seconds: the event was received',
        },
        410: { description: 'The portal disables the webhook' },
      },
      security: [],
    },
  },
})

/** What the label of an event doesn't say. */
const eventNotes: Partial<Record<DeliveryEvent, string>> = {
  'slv.status_changed':
    'Sellers see the stages of the internal review as one status. A sent draft comes with its documents',
  'slv.document_answer_changed': 'A new file is `slv.document_added`',
  'slv.document_added':
    'Not for documents of a draft. `pendingDocumentId` is the requested document, if the file is for one',
  'slv.document_removed':
    'The record of a file that can’t be downloaded any more',
  'slv.comment_added':
    'Also a comment that the account can read since it is no longer internal',
}

const listEvents = () =>
  getKeys(eventLabels)
    .map((event) => {
      const sentences = [eventLabels[event], eventNotes[event] ?? []].flat()
      return `- \`${event}\`: ${sentences.join('. ')}`
    })
    .join('\n')

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const headers = [
  header(
    'webhook-id',
    'Identifies the event. It is the same in each attempt and replay',
  ),
  header(
    'webhook-timestamp',
    'When this attempt was made, in seconds since 1970',
  ),
  header(
    'webhook-signature',
    'Signatures, separated by spaces: `v1,` and base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`',
  ),
]
