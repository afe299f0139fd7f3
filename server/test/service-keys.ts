import { KeyScope } from '@portal/contract/integration/model'
import type { Actor, Permission } from '@portal/contract/user/model'
import type { FastifyInstance } from 'fastify'
import { test as base } from './http.ts'

type KeyOptions = { name?: string; scopes?: readonly KeyScope[] }

/** The portal with services and their API keys. */
export const test = base
  /**
   * Creates a service with these permissions through the API, and a key for
   * it.
   */
  .extend('createServiceKey', ({ signedIn }) => {
    return async (
      manager: Actor,
      permissions: Permission[],
      { name = 'LOS', scopes = KeyScope.options }: KeyOptions = {},
    ) => {
      const manages = await signedIn(manager)
      const serviceAnswer = await manages('POST', '/v1/integration/services', {
        body: { name, permissions },
      })
      const service = serviceAnswer.json()
      const path = `/v1/integration/services/${service.id}/keys`
      const keyAnswer = await manages('POST', path, { body: { scopes } })
      const created = keyAnswer.json()
      return {
        manages,
        service,
        path,
        key: created.key,
        keyId: created.service.keys[0].id,
      }
    }
  })
  /** Calls a node with a key. */
  .extend('callsWith', ({ app }) => {
    return (key: string, node: FastifyInstance = app) =>
      (
        method: 'GET' | 'POST' | 'PATCH',
        path: string,
        body?: object,
        headers: Record<string, string> = {},
      ) =>
        node.inject({
          method,
          url: `/api${path}`,
          headers: { authorization: `Bearer ${key}`, ...headers },
          ...(body && { payload: body }),
        })
  })
