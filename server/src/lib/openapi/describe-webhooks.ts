import {
  SlvWebhookEvent,
  TdocWebhookEvent,
  TestWebhookEvent,
} from '@portal/contract/integration/answers'
import { eventLabels } from '@portal/contract/integration/model'
import type { Schemas } from './schemas.ts'

/** The bodies of deliveries. */
const bodies = [SlvWebhookEvent, TdocWebhookEvent, TestWebhookEvent]

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

const listEvents = () =>
  Object.entries(eventLabels)
    .map(([event, label]) => `- \`${event}\`: ${label}`)
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
