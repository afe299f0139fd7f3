import { z } from 'zod'
import { flag, name, text } from '../lib/fields.ts'
import { getKeys } from '../lib/typed.ts'
import { Permission, Role, UserId } from '../user/model.ts'

/**
 * Every API key starts with this, so that secret scanners recognize a leaked
 * one.
 */
export const keyPrefix = 'lrp_'
/** How many characters of a key are stored to identify it. */
export const shownLength = keyPrefix.length + 6

export const keyDays = { default: 365, most: 730 }
/** How many days before a key expires its managers are notified. */
export const warningDays = [14, 2]
/**
 * How many days a key still works after its creator left or lost its
 * permissions.
 */
export const graceDays = 14
/**
 * How long the old key, or a webhook's old signing secret, works after a
 * rotation.
 */
export const overlapHours = 24
/** Calls a minute with one key, on each node. */
export const callsPerMinute = 600
/** A company's services and webhooks, and the keys of one service. */
export const maxCounts = { services: 50, keys: 10, webhooks: 20 }

/**
 * What a key can do, within what its service can. A key has no scopes unless
 * they are chosen.
 */
export const keyScopes = {
  read: 'Read-only: everything that the service can see',
  slvs: 'SLVs: read and change them, their documents, conditions and comments',
  tdocs: 'Tdocs: read and change them, their reviews and comments',
  reporting: 'Reporting: read reports',
  guidelines: 'Guidelines: read and change them',
  sla: 'SLA: read and change targets and the calendar',
  webhooks:
    'Webhooks: manage them, and so receive what the service can see, if it has Manage Integrations',
} as const
export const KeyScope = z.enum(getKeys(keyScopes))
export type KeyScope = z.infer<typeof KeyScope>

/** A key without its secret part. */
export const ApiKey = z.object({
  id: z.uuid(),
  scopes: z.array(KeyScope),
  shown: z.string().describe('The first characters'),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  expiresAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  isReplaced: z
    .boolean()
    .describe('Whether another key replaced it. It works until it expires.'),
  isOrphaned: z
    .boolean()
    .describe(
      "Whether its creator left or no longer has the key's permissions. It expires after 14 days.",
    ),
})
export type ApiKey = z.infer<typeof ApiKey>

/** A program that calls the API for a company. */
export const Service = z.object({
  id: UserId,
  name: z.string(),
  role: Role,
  permissions: z.array(Permission),
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  keys: z.array(ApiKey).describe('Newest first, with expired ones'),
  mayCreateKeys: z
    .boolean()
    .describe(
      'Whether the caller has all of its permissions and can therefore create its keys',
    ),
})
export type Service = z.infer<typeof Service>

const serviceFields = {
  name: name(60, 1),
  permissions: z.array(Permission).max(Permission.options.length),
}

export const NewService = z.object(serviceFields)
export type NewService = z.infer<typeof NewService>

/** An absent field stays as it is. Deactivation revokes all keys. */
export const ServiceChange = z
  .object({ ...serviceFields, isActive: flag })
  .partial()
export type ServiceChange = z.infer<typeof ServiceChange>

const expiresInDays = z
  .number()
  .int()
  .min(1)
  .max(keyDays.most)
  .default(keyDays.default)

export const NewKey = z.object({
  expiresInDays,
  scopes: z.array(KeyScope).max(KeyScope.options.length).default([]),
})
export type NewKey = z.infer<typeof NewKey>

/** Absent scopes stay as they are. */
export const KeyRotation = z.object({
  expiresInDays,
  scopes: z.array(KeyScope).optional(),
})
export type KeyRotation = z.infer<typeof KeyRotation>

/** The only response that contains the whole key. */
export const CreatedKey = z.object({ key: z.string(), service: Service })
export type CreatedKey = z.infer<typeof CreatedKey>

/** Events that carry the SLV. */
export const slvEvents = [
  'slv.status_changed',
  'slv.decided',
  'slv.documents_requested',
  'slv.document_answer_changed',
  'slv.assigned',
  'slv.condition_changed',
] as const
/** Events that carry a document of an SLV. */
export const documentEvents = [
  'slv.document_added',
  'slv.document_removed',
] as const
export const slvCommentEvent = 'slv.comment_added'
/** Events that carry the Tdoc. */
export const tdocEvents = [
  'tdoc.created',
  'tdoc.status_changed',
  'tdoc.response_added',
] as const
export const tdocCommentEvent = 'tdoc.comment_added'
/** The events of SLVs, for everyone with webhooks. */
export const eventsOfSlvs = [
  ...slvEvents,
  ...documentEvents,
  slvCommentEvent,
] as const
export const webhookEvents = [
  ...eventsOfSlvs,
  ...tdocEvents,
  tdocCommentEvent,
] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>
export const testEvent = 'webhook.test'
export const DeliveryEvent = z.enum([...webhookEvents, testEvent])
export type DeliveryEvent = z.infer<typeof DeliveryEvent>

export const eventLabels: Record<DeliveryEvent, string> = {
  'slv.status_changed': 'An SLV’s status changed',
  'slv.decided': 'An SLV’s decision became final',
  'slv.documents_requested': 'Documents were requested for an SLV',
  'slv.document_answer_changed':
    'An answer to a requested document was given, withdrawn or accepted',
  'slv.assigned': 'An SLV was assigned',
  'slv.condition_changed': 'A condition was answered, met, waived or changed',
  'slv.document_added': 'A document was added to an SLV',
  'slv.document_removed': 'A document of an SLV was deleted',
  'slv.comment_added': 'A comment was added to an SLV',
  'tdoc.created': 'A Tdoc was created',
  'tdoc.status_changed': 'A Tdoc’s status changed',
  'tdoc.response_added': 'A response was added to a Tdoc',
  'tdoc.comment_added': 'A comment was added to a Tdoc',
  'webhook.test': 'Test',
}

/**
 * Seconds before each retry after a failed attempt: about three days in total.
 */
export const retrySeconds = [
  5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
]
export const maxAttempts = retrySeconds.length + 1
/** A webhook is disabled after this many days without a success. */
export const failingDays = 5
/** How long deliveries are listed and can be replayed. */
export const deliveryDays = 30

/**
 * DISABLED: the receiver returned 410, or every delivery failed for
 * `failingDays`.
 */
export const WebhookStatus = z.enum(['ACTIVE', 'PAUSED', 'DISABLED'])
export type WebhookStatus = z.infer<typeof WebhookStatus>

export const Webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string().describe('Where the portal sends events'),
  events: z.array(WebhookEvent).describe('Which events it sends'),
  status: WebhookStatus,
  owner: z
    .object({
      id: UserId,
      name: z.string(),
      isService: z
        .boolean()
        .describe('Whether it is a service and not a person'),
    })
    .describe('Whose rights decide what is delivered'),
  failingSince: z.iso
    .datetime()
    .nullable()
    .describe(
      'Since when every delivery has failed; null if the last one succeeded',
    ),
  createdAt: z.iso.datetime(),
  mayEdit: z
    .boolean()
    .describe(
      'Whether the caller can change its address, events and secret. Every manager can pause and delete it.',
    ),
})
export type Webhook = z.infer<typeof Webhook>

/** For text that isn't a web address, such as 'https://'. */
export const invalidAddress = 'Enter an address that starts with https://'

const webhookFields = {
  name: name(60, 1),
  url: text(500, 1)
    .refine(
      (url) => url === '' || /^https?:\/\/[^/?#\s]/i.test(url),
      invalidAddress,
    )
    .describe('An https address on port 443'),
  events: z
    .array(WebhookEvent)
    .min(1, 'Choose at least one event')
    .max(webhookEvents.length)
    .describe('Which events to send'),
}

/** Without an owner, the caller is the owner. */
export const NewWebhook = z.object({
  ...webhookFields,
  ownerId: UserId.optional().describe(
    'The account whose rights decide what is delivered; the caller by default',
  ),
})
export type NewWebhook = z.infer<typeof NewWebhook>

/** An absent field stays as it is. */
export const WebhookChange = z
  .object({ ...webhookFields, status: z.enum(['ACTIVE', 'PAUSED']) })
  .partial()
export type WebhookChange = z.infer<typeof WebhookChange>

/** The only response that contains the secret. */
export const WebhookSecret = z.object({
  secret: z.string().describe('Signs the deliveries; no other response has it'),
  webhook: Webhook,
})
export type WebhookSecret = z.infer<typeof WebhookSecret>

export const DeliveryStatus = z.enum([
  'PENDING',
  'DELIVERED',
  'FAILED',
  'CANCELED',
])
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Delivery = z.object({
  id: z.uuid(),
  event: DeliveryEvent.describe('The type of the event'),
  createdAt: z.iso.datetime(),
  status: DeliveryStatus,
  attempts: z
    .number()
    .int()
    .describe('How often the portal tried to deliver it'),
  lastAttemptAt: z.iso.datetime().nullable().describe('When it last tried'),
  nextAttemptAt: z.iso
    .datetime()
    .nullable()
    .describe('When it tries again; null if it doesn’t'),
  statusCode: z
    .number()
    .int()
    .nullable()
    .describe('What the receiver last returned'),
  error: z.string().nullable().describe('Why the last attempt failed'),
})
export type Delivery = z.infer<typeof Delivery>
