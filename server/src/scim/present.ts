import { createHash } from 'node:crypto'
import type { GroupRow } from './find-groups.ts'
import type { UserRow } from './find-users.ts'
import { enterpriseSchema, groupSchema, userSchema } from './list-schemas.ts'

/**
 * The ETag of a user: a hash of everything that SCIM shows, so changes in the
 * portal change it too.
 */
export const userVersion = (row: UserRow): string =>
  `W/"${createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 22)}"`

export const groupVersion = ({ version }: Pick<GroupRow, 'version'>): string =>
  `W/"${version}"`

/** A user as SCIM returns it, without empty attributes. */
export const presentUser = (base: string, row: UserRow) => ({
  schemas: [userSchema, ...(row.corrId === null ? [] : [enterpriseSchema])],
  id: row.id,
  ...(row.externalId !== null && { externalId: row.externalId }),
  userName: row.userName,
  name: {
    formatted: row.name,
    ...(row.lastName !== '' && { familyName: row.lastName }),
    ...(row.firstName !== '' && { givenName: row.firstName }),
  },
  displayName: row.name,
  emails: [{ value: row.email, type: 'work', primary: true }],
  active: row.status === 'ACTIVE',
  ...(row.corrId !== null && {
    [enterpriseSchema]: { organization: row.corrId },
  }),
  ...(row.groups.length > 0 && {
    groups: row.groups.map((group) => ({
      ...group,
      $ref: `${base}/Groups/${group.value}`,
      type: 'direct',
    })),
  }),
  meta: {
    resourceType: 'User',
    created: row.createdAt.toISOString(),
    lastModified: row.changedAt.toISOString(),
    location: `${base}/Users/${row.id}`,
    version: userVersion(row),
  },
})

export const groupAttributes = (row: GroupRow) => ({
  schemas: [groupSchema],
  id: row.id,
  ...(row.externalId !== null && { externalId: row.externalId }),
  displayName: row.displayName,
})

export const presentGroup = (base: string, row: GroupRow) => ({
  ...groupAttributes(row),
  members: row.members.map((member) => ({
    ...member,
    $ref: `${base}/Users/${member.value}`,
    type: 'User',
  })),
  meta: {
    resourceType: 'Group',
    created: row.createdAt.toISOString(),
    lastModified: row.changedAt.toISOString(),
    location: `${base}/Groups/${row.id}`,
    version: groupVersion(row),
  },
})

type Projection = {
  attributes: readonly string[]
  excludedAttributes: readonly string[]
}

const always = ['schemas', 'id']

/**
 * Keeps the requested attributes, or drops the excluded ones (RFC 7644 §3.9);
 * names are in lower case.
 */
export function project(
  resource: Record<string, unknown>,
  { attributes, excludedAttributes }: Projection,
) {
  if (attributes.length > 0)
    return pickAttributes(resource, attributes, true, always)
  if (excludedAttributes.length > 0)
    return pickAttributes(resource, excludedAttributes, false, always)
  return resource
}

function pickAttributes(
  resource: Record<string, unknown>,
  names: readonly string[],
  isKept: boolean,
  fixed: readonly string[] = [],
): Record<string, unknown> {
  const entries = Object.entries(resource).flatMap(
    ([key, value]): [string, unknown][] => {
      const name = key.toLowerCase()
      if (fixed.includes(key)) return [[key, value]]
      if (names.includes(name)) return isKept ? [[key, value]] : []
      // A sub-attribute follows a period, or the colon after the name of an
      // extension.
      const inner = names.filter(
        (one) => /^[.:]/.test(one.slice(name.length)) && one.startsWith(name),
      )
      if (inner.length === 0) return isKept ? [] : [[key, value]]
      const subs = inner.map((one) => one.slice(name.length + 1))
      const pickFrom = (item: unknown) =>
        isObject(item) ? pickAttributes(item, subs, isKept) : item
      return [
        [key, Array.isArray(value) ? value.map(pickFrom) : pickFrom(value)],
      ]
    },
  )
  return Object.fromEntries(entries)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
