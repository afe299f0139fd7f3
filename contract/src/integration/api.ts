import { z } from 'zod'
import { endpointsOf } from '../lib/endpoint.ts'
import { managesIntegrations } from '../user/policy.ts'
import { CreatedKey, NewKey, NewService, Service, ServiceChange } from './model.ts'

const services = endpointsOf({
  tag: 'Integration',
  access: managesIntegrations,
  about: 'INTEGRATION',
  // The result depends on the caller's current rights, and keys are secrets.
  keepsNothing: true,
})

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
  'Create an API key. Only this response contains the key. Callers need all permissions of the service',
  { body: NewKey, response: CreatedKey },
)

export const rotateKey = services.post(
  '/v1/integration/services/:serviceId/keys/:keyId/rotate',
  'Create a key that replaces another. The old key works for 24 more hours',
  { body: NewKey, response: CreatedKey },
)

export const revokeKey = services.del(
  '/v1/integration/services/:serviceId/keys/:keyId',
  'Revoke an API key immediately',
  { response: Service },
)
