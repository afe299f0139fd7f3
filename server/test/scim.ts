import type { Actor } from '@portal/contract/user/model'
import { openSession } from '../src/auth/sessions/session.ts'
import { openDb } from '../src/lib/database/db.ts'
import { parseGroupRoles } from '../src/lib/group-roles.ts'
import {
  enterpriseSchema,
  groupSchema,
  userSchema,
} from '../src/scim/list-schemas.ts'
import { test as base, newDatabase, now } from './fixture.ts'
import { appOn, caller } from './http.ts'
import { makers } from './makers.ts'

export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const scimTokens = [
  'first-secret-of-the-identity-provider',
  'second-secret-of-the-identity-provider',
]

const groupRoles = parseGroupRoles(
  'Underwriters=UNDERWRITER:myOwn+viewSlvDepartment; SLR Managers=UNDERWRITER:myOwn+manageSlr; BDDs=BDD; Admins=UNDERWRITER:managePermissions',
)

type Call = {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}
type Reference = { value: string; display: string; type: string }
export type Attribute = {
  name: string
  type: string
  required: boolean
  mutability: string
  subAttributes?: Attribute[]
}
/**
 * A resource, a resource type, a list, an error or a schema: what the tests
 * read from a response.
 */
type Body = {
  schemas: string[]
  id: string
  userName: string
  externalId?: string
  [enterpriseSchema]?: { organization: string }
  name: { formatted?: string; givenName: string; familyName?: string }
  displayName: string
  emails: object[]
  active: boolean
  title?: string
  groups: Reference[]
  members: Reference[]
  meta: { version: string; location: string }
  endpoint: string
  schema: string
  schemaExtensions?: { schema: string }[]
  attributes: Attribute[]
  totalResults: number
  startIndex: number
  Resources: Body[]
  scimType: string
  detail: string
}
type Answer = { status: number; headers: Headers; body: Body; text: string }

let counted = 0
/** A name that no other user in the database has. */
export const nextName = () => `Person.${++counted}@Buyer.example`

export const newUser = (more: object = {}) => {
  const userName = nextName()
  const name = { givenName: 'Kim', familyName: 'Lee' }
  return {
    schemas: [userSchema],
    userName,
    name,
    emails: [{ value: userName, type: 'work', primary: true }],
    ...more,
  }
}
export const newGroup = (displayName: string, ...members: string[]) => ({
  schemas: [groupSchema],
  displayName,
  members: members.map((value) => ({ value })),
})
export const patchOf = (...Operations: object[]) => ({
  schemas: [patchSchema],
  Operations,
})

/**
 * A portal on its own database, over real HTTP, shared by the tests in a file.
 */
export const openScim = async (
  onCleanup: (end: () => Promise<void>) => void,
) => {
  const { url, drop } = await newDatabase()
  const db = openDb({ url })
  const app = await appOn(db, () => now, undefined, undefined, {
    settings: { scimTokens, groupRoles },
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  onCleanup(async () => {
    await app.close()
    await db.destroy()
    await drop()
  })
  const call = async (
    path: string,
    { method = 'GET', body, headers }: Call = {},
  ): Promise<Answer> => {
    const response = await fetch(`${origin}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${scimTokens[0]}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
    const text = await response.text()
    const { status } = response
    return {
      status,
      headers: response.headers,
      text,
      body: text === '' ? null : JSON.parse(text),
    }
  }
  const scim = {
    get: (path: string, headers?: Record<string, string>) =>
      call(path, { ...(headers && { headers }) }),
    post: (path: string, body: unknown) => call(path, { method: 'POST', body }),
    put: (path: string, body: unknown, headers = {}) =>
      call(path, { method: 'PUT', body, headers }),
    patch: (path: string, ...operations: object[]) =>
      call(path, { method: 'PATCH', body: patchOf(...operations) }),
    delete: (path: string) => call(path, { method: 'DELETE' }),
    call,
  }
  const createUser = async (more: object = {}) =>
    (await scim.post('/Users', newUser(more))).body
  const signedIn = async ({ id }: Pick<Actor, 'id'>) =>
    caller(app, await openSession(db, id, now, 'test'))
  return { db, app, origin, scim, createUser, signedIn, made: makers(db, now) }
}

export const test = base
  .extend('portal', { scope: 'file' }, ({}, { onCleanup }) =>
    openScim(onCleanup),
  )

  /** Three users of different kinds, by id. */
  .extend(
    'filtered',
    { scope: 'file' },
    async ({ portal: { scim, createUser, made } }) => {
      const { corrId } = await made.company()
      const named = (
        userName: string,
        givenName: string,
        familyName: string,
        more: object,
      ) =>
        createUser({
          userName,
          name: { givenName, familyName },
          emails: undefined,
          ...more,
        })
      const ana = await named('Ana.Ortiz@buyer.example', 'Ana', 'Ortiz', {
        externalId: 'E-1',
      })
      const ben = await named('ben@buyer.example', 'Ben', 'Boyd', {
        externalId: 'E-2',
        emails: [{ value: 'Ben@mail.example' }],
      })
      const cho = await named('cho@buyer.example', 'Cho', 'Kim', {
        active: false,
        [enterpriseSchema]: { organization: corrId },
      })
      const names = new Map(
        [ana, ben, cho].map(({ id, name }) => [
          id,
          name.givenName.toLowerCase(),
        ]),
      )
      return { scim, names }
    },
  )
  /** A thousand users in one group. */
  .extend(
    'crowded',
    { scope: 'file' },
    async ({ portal: { scim, db, made } }) => {
      const { id: companyId } = await made.company('BUYER')
      const users = Array.from({ length: 1000 }, (_, n) => ({
        email: `crowd.${n}@test.test`,
        firstName: `Crowd ${n}`,
        companyId,
      }))
      const rows = await db
        .insertInto('appUser')
        .values(users)
        .returning('id')
        .execute()
      await scim.post('/Groups', newGroup('Crowd', ...rows.map(({ id }) => id)))
      return { scim, db }
    },
  )
