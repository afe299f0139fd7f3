import * as api from '@portal/contract/integration/api'
import {
  integrationMessages,
  webhookMessages,
} from '@portal/contract/integration/messages'
import type {
  NewKey,
  NewService,
  NewWebhook,
  ServiceChange,
  WebhookChange,
} from '@portal/contract/integration/model'
import {
  keepPreviousData,
  type QueryKey,
  useMutation,
} from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { endpointQuery, itemsQuery } from '../../lib/queries.ts'

const servicesKey = ['services'] as const
const webhooksKey = ['webhooks'] as const

export const servicesQuery = itemsQuery(servicesKey, api.listServices, {})
export const webhooksQuery = itemsQuery(webhooksKey, api.listWebhooks, {})

/**
 * One page of a webhook's deliveries. Refreshed while it is open, to show new
 * attempts.
 */
export const deliveriesQuery = (webhookId: string, page: number) =>
  endpointQuery(
    [...webhooksKey, webhookId, 'deliveries', page],
    api.listDeliveries,
    {
      params: { webhookId },
      query: { page, size: 20 },
      placeholderData: keepPreviousData,
      refetchInterval: 3000,
      meta: { quiet: true },
    },
  )

/** Dialogs show their own errors. */
const useWrite = <V, R>(
  mutationFn: (variables: V) => Promise<R>,
  key: QueryKey,
  { done, failed }: { done: string; failed: string },
  isInDialog = true,
) =>
  useMutation({
    mutationFn,
    meta: {
      done,
      failed: isInDialog ? null : failed,
      prefers: 'reason',
      changes: [key],
    },
  })

export const useCreateService = () =>
  useWrite(
    (body: NewService) => call(api.createService, { body }),
    servicesKey,
    integrationMessages.createService,
  )

export const useUpdateService = () =>
  useWrite(
    ({ id, ...body }: ServiceChange & { id: string }) =>
      call(api.updateService, { params: { serviceId: id }, body }),
    servicesKey,
    integrationMessages.updateService,
  )

type KeyRequest = NewKey & { serviceId: string }

export const useCreateKey = () =>
  useWrite(
    ({ serviceId, ...body }: KeyRequest) =>
      call(api.createKey, { params: { serviceId }, body }),
    servicesKey,
    integrationMessages.createKey,
  )

export const useRotateKey = () =>
  useWrite(
    ({ serviceId, keyId, ...body }: KeyRequest & { keyId: string }) =>
      call(api.rotateKey, { params: { serviceId, keyId }, body }),
    servicesKey,
    integrationMessages.rotateKey,
  )

export const useRevokeKey = () =>
  useWrite(
    (params: { serviceId: string; keyId: string }) =>
      call(api.revokeKey, { params }),
    servicesKey,
    integrationMessages.revokeKey,
  )

export const useCreateWebhook = () =>
  useWrite(
    (body: NewWebhook) => call(api.createWebhook, { body }),
    webhooksKey,
    webhookMessages.create,
  )

type Change = WebhookChange & { id: string }

export const useUpdateWebhook = (isInDialog: boolean) =>
  useWrite(
    ({ id, ...body }: Change) =>
      call(api.updateWebhook, { params: { webhookId: id }, body }),
    webhooksKey,
    webhookMessages.update,
    isInDialog,
  )

export const useDeleteWebhook = () =>
  useWrite(
    (id: string) => call(api.deleteWebhook, { params: { webhookId: id } }),
    webhooksKey,
    webhookMessages.delete,
  )

export const useRotateSecret = () =>
  useWrite(
    (id: string) => call(api.rotateSecret, { params: { webhookId: id } }),
    webhooksKey,
    webhookMessages.rotateSecret,
  )

export const useTestWebhook = () =>
  useWrite(
    (id: string) => call(api.testWebhook, { params: { webhookId: id } }),
    webhooksKey,
    webhookMessages.test,
    false,
  )

export const useReplay = () =>
  useWrite(
    (params: { webhookId: string; deliveryId: string }) =>
      call(api.replayDelivery, { params }),
    webhooksKey,
    webhookMessages.replay,
    false,
  )
