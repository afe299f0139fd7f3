import { z } from 'zod'
import { createEndpoints } from '../lib/endpoint.ts'
import { createPageSchema, Paging } from '../lib/paging.ts'
import { managesIntegrations } from '../user/policy.ts'
import {
  CreatedKey,
  Delivery,
  KeyRotation,
  NewKey,
  NewService,
  NewWebhook,
  Service,
  ServiceChange,
  Webhook,
  WebhookChange,
  WebhookSecret,
} from './model.ts'

const shared = {
  tag: 'Integration',
  access: managesIntegrations,
  about: 'INTEGRATION',
} as const
// The result depends on the caller's current rights, and keys are secrets.
const services = createEndpoints({ ...shared, keepsNothing: true })

export const listServices = services.get(
  '/v1/integration/services',
  'The caller’s company’s services and their API keys',
  { response: z.object({ items: z.array(Service) }) },
)

export const createService = services.post(
  '/v1/integration/services',
  'Create a service with the caller’s role and any of the caller’s permissions',
  { body: NewService, response: Service },
)

export const updateService = services.patch(
  '/v1/integration/services/:serviceId',
  'Rename, change the permissions of, or deactivate a service. Deactivating it revokes its keys',
  { body: ServiceChange, response: Service },
)

export const createKey = services.post(
  '/v1/integration/services/:serviceId/keys',
  'Create an API key with scopes, by default none. Only this response contains the key. Callers need all permissions of the service',
  { body: NewKey, response: CreatedKey },
)

export const rotateKey = services.post(
  '/v1/integration/services/:serviceId/keys/:keyId/rotate',
  'Create a key that replaces another. The old key works for 24 more hours. 409 if it was already replaced',
  { body: KeyRotation, response: CreatedKey },
)

export const revokeKey = services.del(
  '/v1/integration/services/:serviceId/keys/:keyId',
  'Revoke an API key immediately',
  { response: Service },
)

const webhooks = createEndpoints({ ...shared, takesKey: 'BY_SCOPE' })

export const listWebhooks = webhooks.get(
  '/v1/integration/webhooks',
  'The caller’s company’s webhooks',
  { isPublished: true, response: z.object({ items: z.array(Webhook) }) },
)

export const createWebhook = webhooks.post(
  '/v1/integration/webhooks',
  'Subscribe to events that the caller, or a service of their company, can see. Only this response contains the signing secret',
  {
    isPublished: true,
    keepsNothing: true,
    body: NewWebhook,
    response: WebhookSecret,
  },
)

export const updateWebhook = webhooks.patch(
  '/v1/integration/webhooks/:webhookId',
  'Change, pause or resume a webhook. Anyone who manages integrations can pause it; only its owner, or someone with all permissions of the service that owns it, can do the rest',
  { isPublished: true, body: WebhookChange, response: Webhook },
)

export const deleteWebhook = webhooks.del(
  '/v1/integration/webhooks/:webhookId',
  'Delete a webhook and its deliveries',
  { isPublished: true, response: z.object({ id: z.uuid() }) },
)

export const rotateSecret = webhooks.post(
  '/v1/integration/webhooks/:webhookId/rotate-secret',
  'Create a new signing secret. For 24 hours, deliveries are signed with both secrets',
  { isPublished: true, keepsNothing: true, response: WebhookSecret },
)

export const testWebhook = webhooks.post(
  '/v1/integration/webhooks/:webhookId/test',
  'Send a webhook.test event',
  { isPublished: true, response: Delivery },
)

export const listDeliveries = webhooks.get(
  '/v1/integration/webhooks/:webhookId/deliveries',
  'Deliveries of the last 30 days, newest first',
  { isPublished: true, query: Paging, response: createPageSchema(Delivery) },
)

export const replayDelivery = webhooks.post(
  '/v1/integration/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'Send a delivery again, with the same id and payload',
  { isPublished: true, response: Delivery },
)
