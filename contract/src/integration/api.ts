import { z } from 'zod'
import { endpointsOf } from '../lib/endpoint.ts'
import { Paging, pageOf } from '../lib/paging.ts'
import { managesIntegrations } from '../user/policy.ts'
import {
  CreatedKey,
  Delivery,
  NewKey,
  NewService,
  NewWebhook,
  Service,
  ServiceChange,
  Webhook,
  WebhookChange,
  WebhookSecret,
} from './model.ts'

const shared = { tag: 'Integration', access: managesIntegrations, about: 'INTEGRATION' } as const
// Services are created and changed with the rights of this moment, and keys are secrets.
const services = endpointsOf({ ...shared, keepsNothing: true })

export const listServices = services.get(
  '/v1/integration/services',
  'The services of the caller’s company with their API keys',
  { response: z.object({ items: z.array(Service) }) },
)

export const createService = services.post(
  '/v1/integration/services',
  'Create a service, with the caller’s role and permissions that the caller has',
  { body: NewService, response: Service },
)

export const updateService = services.patch(
  '/v1/integration/services/:serviceId',
  'Rename a service, change its permissions, or deactivate it, which revokes its keys',
  { body: ServiceChange, response: Service },
)

export const createKey = services.post(
  '/v1/integration/services/:serviceId/keys',
  'Create an API key; only this response contains it. Callers need all permissions of the service',
  { body: NewKey, response: CreatedKey },
)

export const rotateKey = services.post(
  '/v1/integration/services/:serviceId/keys/:keyId/rotate',
  'Create a key that replaces another one, which works for 24 more hours',
  { body: NewKey, response: CreatedKey },
)

export const revokeKey = services.del(
  '/v1/integration/services/:serviceId/keys/:keyId',
  'Revoke an API key immediately',
  { response: Service },
)

const webhooks = endpointsOf(shared)

export const listWebhooks = webhooks.get('/v1/integration/webhooks', 'The webhooks of the caller’s company', {
  response: z.object({ items: z.array(Webhook) }),
})

export const createWebhook = webhooks.post(
  '/v1/integration/webhooks',
  'Subscribe to events that the caller, or a service of their company, may see; only this response contains the signing secret',
  { keepsNothing: true, body: NewWebhook, response: WebhookSecret },
)

export const updateWebhook = webhooks.patch(
  '/v1/integration/webhooks/:webhookId',
  'Change, pause or resume a webhook. Only its owner, or someone with all permissions of the owning service, may change more than pause it',
  { body: WebhookChange, response: Webhook },
)

export const deleteWebhook = webhooks.del(
  '/v1/integration/webhooks/:webhookId',
  'Delete a webhook and its deliveries',
  { response: z.object({ id: z.uuid() }) },
)

export const rotateSecret = webhooks.post(
  '/v1/integration/webhooks/:webhookId/rotate-secret',
  'Create a new signing secret; for 24 hours, deliveries are signed with both',
  { keepsNothing: true, response: WebhookSecret },
)

export const testWebhook = webhooks.post('/v1/integration/webhooks/:webhookId/test', 'Send the event webhook.test', {
  response: Delivery,
})

export const listDeliveries = webhooks.get(
  '/v1/integration/webhooks/:webhookId/deliveries',
  'Deliveries of the last 30 days, newest first',
  { query: Paging, response: pageOf(Delivery) },
)

export const replayDelivery = webhooks.post(
  '/v1/integration/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'Send a delivery again, with the same id and payload',
  { response: Delivery },
)
