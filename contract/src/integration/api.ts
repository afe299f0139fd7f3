import { z } from 'zod'
import { endpointsOf } from '../lib/endpoint.ts'
import { managesIntegrations } from '../user/policy.ts'
import { CreatedKey, NewKey, NewService, Service, ServiceChange } from './model.ts'

const services = endpointsOf({
  tag: 'Integration',
  access: managesIntegrations,
  about: 'INTEGRATION',
  // Services are created and changed with the rights of this moment, and keys are secrets.
  keepsNothing: true,
})

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
