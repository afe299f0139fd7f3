import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { throttle, toNetwork } from '../auth/factors/throttle.ts'
import type { Ctx } from '../lib/ctx.ts'
import type { GroupRights } from '../lib/group-roles.ts'
import { hasToken } from '../lib/http/bearer-token.ts'
import { namesTag } from '../lib/http/version.ts'
import type { Keys } from '../lib/integrations/secret-key.ts'
import { applyPatch } from './apply-patch.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import {
  findGroup,
  type GroupRow,
  groupFilters,
  listGroups,
} from './find-groups.ts'
import { findService, type Scim } from './find-service.ts'
import {
  findUser,
  listUsers,
  type Page,
  type UserRow,
  userFilters,
} from './find-users.ts'
import {
  listResourceTypes,
  listSchemas,
  maxResults,
  serviceProviderConfig,
} from './list-schemas.ts'
import {
  groupAttributes,
  presentGroup,
  presentUser,
  project,
} from './present.ts'
import { ScimRefusal, scimType, sendError } from './send-error.ts'
import { createGroup, deleteGroup, updateGroup } from './update-group.ts'
import { updateUser } from './update-user.ts'

type Deps = {
  tokens: readonly string[]
  groupRoles: readonly GroupRights[]
  publicUrl: string
  brandName: string
  /** For one request. */
  context: () => Promise<Omit<Ctx, 'actor'>>
  keys: Keys
  forgetSessions: () => void
}

/** A comma-separated list in a query, or an array in the body of a search. */
const names = z
  .preprocess(
    (value) => (Array.isArray(value) ? value.join(',') : value),
    z.string().default(''),
  )
  .transform((list) =>
    list
      .split(',')
      .map((name) =>
        name
          .trim()
          .toLowerCase()
          .replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, ''),
      )
      .filter((name) => name !== ''),
  )
const Query = z.object({
  filter: z.string().optional(),
  startIndex: z.coerce
    .number()
    .int()
    .default(1)
    .transform((index) => Math.max(1, index)),
  count: z.coerce
    .number()
    .int()
    .default(maxResults)
    .transform((count) => Math.min(Math.max(0, count), maxResults)),
  attributes: names,
  excludedAttributes: names,
})
type Query = z.output<typeof Query>
const parseQuery = (request: FastifyRequest) => Query.parse(request.query)

const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'
const Search = Query.extend({
  schemas: z
    .array(z.string())
    .refine(
      (schemas) => schemas.includes(searchSchema),
      `Must contain ${searchSchema}`,
    ),
})
const readId = (request: FastifyRequest) =>
  z.object({ id: z.string() }).parse(request.params).id
const readIfMatch = (request: FastifyRequest) => request.headers['if-match']

const longestId = 300

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for the identity provider that manages users
 * and groups.
 */
export async function scimRoutes(app: FastifyInstance, deps: Deps) {
  const { context } = deps
  const base = getBaseUrl(deps)
  authorize(app, deps)
  app.setErrorHandler(sendError)
  takeScimJson(app)
  addDiscovery(app, base)
  addLists(app, base, context)
  addUsers(app, deps)
  addGroups(app, deps)
  refuseOtherPaths(app)
}

const getBaseUrl = ({ publicUrl }: Deps) => `${publicUrl}/scim/v2`

/** What a call needs, with the provider's service as the actor. */
async function openScim(deps: Deps): Promise<Scim> {
  const ctx = await deps.context()
  return {
    base: getBaseUrl(deps),
    groupRoles: deps.groupRoles,
    ctx: { ...ctx, actor: await findService(ctx, deps.brandName) },
  }
}

function addUsers(app: FastifyInstance, deps: Deps) {
  const base = getBaseUrl(deps)
  const answer = (request: FastifyRequest, reply: FastifyReply, row: UserRow) =>
    sendResource(request, reply, presentUser(base, row))

  app.get('/Users/:id', async (request, reply) =>
    answer(
      request,
      reply,
      await findUser((await deps.context()).db, readId(request)),
    ),
  )
  app.post('/Users', async (request, reply) => {
    const row = await createUser(
      await openScim(deps),
      deps.brandName,
      request.body,
    )
    return answer(request, reply.code(201), row)
  })
  app.put('/Users/:id', async (request, reply) => {
    const row = await updateUser(
      await openScim(deps),
      readId(request),
      readIfMatch(request),
      () => request.body,
    )
    return answer(request, reply, row)
  })
  app.patch('/Users/:id', async (request, reply) => {
    const patchRow = (row: UserRow) =>
      applyPatch(patchable(presentUser(base, row), row), request.body)
    return answer(
      request,
      reply,
      await updateUser(
        await openScim(deps),
        readId(request),
        readIfMatch(request),
        patchRow,
      ),
    )
  })
  app.delete('/Users/:id', async (request, reply) => {
    await deleteUser(
      await openScim(deps),
      readId(request),
      readIfMatch(request),
    )
    return reply.code(204).send()
  })
}

function addGroups(app: FastifyInstance, deps: Deps) {
  const base = getBaseUrl(deps)
  const answer = (
    request: FastifyRequest,
    reply: FastifyReply,
    row: GroupRow,
  ) => sendResource(request, reply, presentGroup(base, row))

  app.get('/Groups/:id', async (request, reply) => {
    const row = await findGroup(
      (await deps.context()).db,
      readId(request),
      wantsMembers(parseQuery(request)),
    )
    return answer(request, reply, row)
  })
  app.post('/Groups', async (request, reply) => {
    const row = await createGroup(await openScim(deps), request.body)
    return answer(request, reply.code(201), row)
  })
  app.put('/Groups/:id', async (request, reply) => {
    const row = await updateGroup(
      await openScim(deps),
      readId(request),
      readIfMatch(request),
      () => request.body,
    )
    return answer(request, reply, row)
  })
  app.patch('/Groups/:id', async (request, reply) => {
    const patchRow = (row: GroupRow) => {
      const members = row.members.map(({ value }) => ({ value }))
      return applyPatch(
        patchable({ ...groupAttributes(row), members }, row),
        request.body,
      )
    }
    return answer(
      request,
      reply,
      await updateGroup(
        await openScim(deps),
        readId(request),
        readIfMatch(request),
        patchRow,
      ),
    )
  })
  app.delete('/Groups/:id', async (request, reply) => {
    await deleteGroup(
      await openScim(deps),
      readId(request),
      readIfMatch(request),
    )
    return reply.code(204).send()
  })
}

function refuseOtherPaths(app: FastifyInstance) {
  for (const path of ['/Me', '/Bulk'])
    app.all(path, () => {
      throw new ScimRefusal(501, `${path} is not supported`)
    })
  app.all('/*', (request) => {
    // The router matches no longer parameters.
    const isTooLong = request.url
      .split(/[/?]/)
      .some((part) => part.length > longestId)
    throw new ScimRefusal(
      404,
      isTooLong
        ? `An id has at most ${longestId} characters`
        : 'This endpoint does not exist',
    )
  })
}

/** A DELETE may have the content type of SCIM and no body. */
function takeScimJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/scim+json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined)
      return parse(request, String(body), done)
    },
  )
}

/**
 * The resource with the meta that scim-patch expects; PATCH can't change it.
 */
const patchable = <R extends object>(
  resource: R,
  { createdAt, changedAt }: { createdAt: Date; changedAt: Date },
) => ({
  ...resource,
  meta: { created: createdAt, lastModified: changedAt },
})

/**
 * Returns 401 on every path without a valid token. Limits wrong tokens by
 * address, and all requests by number.
 */
function authorize(
  app: FastifyInstance,
  { tokens, context, keys, forgetSessions }: Deps,
) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const { authorization } = request.headers
    const limits = { ...(await context()), keys }
    if (hasToken(authorization, tokens))
      return void (await throttle(limits, 'scim', 'requests'))
    if (authorization !== undefined)
      await throttle(limits, 'scimToken', toNetwork(request.ip))
    throw new ScimRefusal(
      401,
      'Send one of the secrets of SCIM_TOKENS as a Bearer token',
    )
  })
  // A deactivated user is signed out on this node before the response, on
  // others within a second.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) forgetSessions()
  })
}

function addDiscovery(app: FastifyInstance, base: string) {
  const refuseFilter = (request: FastifyRequest) => {
    if (parseQuery(request).filter !== undefined)
      throw new ScimRefusal(403, 'This endpoint can’t be filtered')
  }
  for (const url of [
    '/ServiceProviderConfig',
    '/ResourceTypes',
    '/ResourceTypes/:id',
    '/Schemas',
    '/Schemas/:id',
  ])
    app.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      handler: (_, reply) => {
        reply.header('allow', 'GET, HEAD')
        throw new ScimRefusal(405, 'This endpoint is read-only')
      },
    })
  app.get('/ServiceProviderConfig', async (request, reply) => {
    refuseFilter(request)
    return reply.type(scimType).send(serviceProviderConfig(base))
  })
  for (const [path, list] of [
    ['/ResourceTypes', listResourceTypes(base)],
    ['/Schemas', listSchemas(base)],
  ] as const) {
    app.get(path, async (request, reply) => {
      refuseFilter(request)
      return sendList(
        reply,
        { ...parseQuery(request), startIndex: 1 },
        list.length,
        list,
      )
    })
    app.get(`${path}/:id`, async (request, reply) => {
      const found = list.find(({ id }) => id === readId(request))
      if (!found) throw new ScimRefusal(404, `${readId(request)} not found`)
      return reply.type(scimType).send(found)
    })
  }
}

/**
 * Lists of users, of groups and of both (RFC 7644 §3.4.2), by GET or by POST to
 * /.search.
 */
function addLists(
  app: FastifyInstance,
  base: string,
  context: Deps['context'],
) {
  const findUsers = async (query: Query & Page) => {
    const { total, rows } = await listUsers(await context(), query)
    return { total, resources: rows.map((row) => presentUser(base, row)) }
  }
  const findGroups = async (query: Query & Page) => {
    const { total, rows } = await listGroups(
      await context(),
      query,
      wantsMembers(query),
    )
    return { total, resources: rows.map((row) => presentGroup(base, row)) }
  }
  const findAll = async (query: Query) => {
    const users = await findUsers({ ...query, absent: groupFilters })
    const startIndex = Math.max(1, query.startIndex - users.total)
    const count = query.count - users.resources.length
    const groups = await findGroups({
      ...query,
      startIndex,
      count,
      absent: userFilters,
    })
    return {
      total: users.total + groups.total,
      resources: [...users.resources, ...groups.resources],
    }
  }
  for (const [path, find] of [
    ['/Users', findUsers],
    ['/Groups', findGroups],
    ['', findAll],
  ] as const) {
    const send = async (reply: FastifyReply, query: Query) => {
      const { total, resources } = await find(query)
      return sendList(reply, query, total, resources)
    }
    app.get(path || '/', (request, reply) => send(reply, parseQuery(request)))
    app.post(`${path}/.search`, (request, reply) =>
      send(reply, Search.parse(request.body)),
    )
  }
}

const wantsMembers = ({ attributes, excludedAttributes }: Query) =>
  attributes.length > 0
    ? attributes.some(
        (name) => name === 'members' || name.startsWith('members.'),
      )
    : !excludedAttributes.includes('members')

function sendList(
  reply: FastifyReply,
  query: Query,
  totalResults: number,
  resources: Record<string, unknown>[],
) {
  return reply.type(scimType).send({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => project(resource, query)),
  })
}

type Resource = ReturnType<typeof presentUser> | ReturnType<typeof presentGroup>

function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  resource: Resource,
) {
  const { version, location } = resource.meta
  reply.header('etag', version).header('location', location).type(scimType)
  const seen = request.headers['if-none-match']
  if (request.method === 'GET' && seen !== undefined && namesTag(seen, version))
    return reply.code(304).send()
  return reply.send(project(resource, parseQuery(request)))
}
