import {
  eventLabels,
  slvEvents,
  testEvent,
  webhookEvents,
} from '@portal/contract/integration/model'
import { isOneOf } from '@portal/contract/lib/typed'
import { SlvDetail } from '@portal/contract/slv/answers'
import { Tdoc } from '@portal/contract/tdoc/answers'
import type { JsonSchema, Schemas } from './schemas.ts'

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

/** Finds the schemas of what events carry. */
export function addWebhookSchemas(schemas: Schemas): void {
  schemas.add(SlvDetail, 'output')
  schemas.add(Tdoc, 'output')
}

const testData: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
}

/** The events that the portal sends to a webhook (Standard Webhooks). */
export function describeWebhooks(schemas: Schemas) {
  const slv = schemas.describe(SlvDetail, 'output')
  const tdoc = schemas.describe(Tdoc, 'output')
  const webhooks = webhookEvents.map((event) => {
    const data = isOneOf<string>(slvEvents, event) ? slv : tdoc
    return [event, describeWebhook(event, data)] as const
  })
  return Object.fromEntries([
    ...webhooks,
    [testEvent, describeWebhook(testEvent, testData)],
  ])
}

function describeWebhook(event: keyof typeof eventLabels, data: JsonSchema) {
  const schema = {
    type: 'object',
    properties: {
      type: { type: 'string', const: event },
      timestamp: {
        description: 'When the event happened',
        type: 'string',
        format: 'date-time',
      },
      data: {
        description: 'The state when the delivery was created',
        ...data,
      },
    },
    required: ['type', 'timestamp', 'data'],
  }
  return {
    post: {
      operationId: `on${toWords(event)}`,
      summary: eventLabels[event],
      tags: ['Integration'],
      parameters: headers,
      requestBody: {
        required: true,
        content: { 'application/json': { schema } },
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
  }
}

/** `slv.status_changed` is `SlvStatusChanged`. */
const toWords = (event: string) =>
  event
    .split(/[._]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
