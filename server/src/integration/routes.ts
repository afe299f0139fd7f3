import * as api from '@portal/contract/integration/api'
import type { FastifyInstance } from 'fastify'
import { keepId } from '../lib/http/idempotency.ts'
import { serve, serveOnce } from '../lib/http/serve.ts'
import { createKey, revokeKey, rotateKey } from './create-key.ts'
import { createService, updateService } from './create-service.ts'
import { listServices } from './list-services.ts'
import {
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
  type WebhookDeps,
} from './webhooks/create-webhook.ts'
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  testWebhook,
} from './webhooks/list-deliveries.ts'
import { listWebhooks } from './webhooks/list-webhooks.ts'

export function integrationRoutes(app: FastifyInstance, deps: WebhookDeps) {
  serve(app, api.listServices, async ({ ctx }) => ({
    items: await listServices(ctx),
  }))
  serve(app, api.createService, ({ ctx, body }) => createService(ctx, body))
  serve(app, api.updateService, ({ ctx, params, body }) =>
    updateService(ctx, params.serviceId, body),
  )
  serve(app, api.createKey, ({ ctx, params, body }) =>
    createKey(ctx, { ...params, ...body }),
  )
  serve(app, api.rotateKey, ({ ctx, params, body }) =>
    rotateKey(ctx, { ...params, ...body }),
  )
  serve(app, api.revokeKey, ({ ctx, params }) => revokeKey(ctx, params))

  serve(app, api.listWebhooks, async ({ ctx }) => ({
    items: await listWebhooks(ctx),
  }))
  serve(app, api.createWebhook, ({ ctx, body }) =>
    createWebhook(ctx, body, deps),
  )
  serve(app, api.updateWebhook, ({ ctx, params, body }) =>
    updateWebhook(ctx, params.webhookId, body, deps),
  )
  serve(app, api.deleteWebhook, ({ ctx, params }) =>
    deleteWebhook(ctx, params.webhookId),
  )
  serve(app, api.rotateSecret, ({ ctx, params }) =>
    rotateSecret(ctx, params.webhookId, deps),
  )
  serveOnce(
    app,
    api.testWebhook,
    ({ ctx, params }) => testWebhook(ctx, params.webhookId),
    {
      keep: keepId,
      read: ({ ctx, params }, { id }) => getDelivery(ctx, params.webhookId, id),
    },
  )
  serve(app, api.listDeliveries, ({ ctx, params, query }) =>
    listDeliveries(ctx, params.webhookId, query),
  )
  serveOnce(
    app,
    api.replayDelivery,
    ({ ctx, params }) => replayDelivery(ctx, params),
    {
      read: ({ ctx, params }) =>
        getDelivery(ctx, params.webhookId, params.deliveryId),
    },
  )
}
