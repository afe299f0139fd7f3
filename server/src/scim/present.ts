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

type Resource = Record<string, unknown>

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
  resource: Resource,
  { attributes, excludedAttributes }: Projection,
) {
  if (attributes.length > 0)
    return keepAttributes(resource, [...always, ...attributes])
  if (excludedAttributes.length > 0) {
    const dropped = excludedAttributes.filter((name) => !always.includes(name))
    return dropAttributes(resource, dropped)
  }
  return resource
}

function keepAttributes(resource: Resource, names: readonly string[]) {
  const kept: Resource = {}
  for (const [key, value] of Object.entries(resource)) {
    const subNames = listSubNames(key, names)
    if (names.includes(key.toLowerCase())) kept[key] = value
    else if (subNames.length > 0)
      kept[key] = mapObjects(value, (item) => keepAttributes(item, subNames))
  }
  return kept
}

function dropAttributes(resource: Resource, names: readonly string[]) {
  const kept: Resource = {}
  for (const [key, value] of Object.entries(resource)) {
    const subNames = listSubNames(key, names)
    if (names.includes(key.toLowerCase())) continue
    kept[key] =
      subNames.length === 0
        ? value
        : mapObjects(value, (item) => dropAttributes(item, subNames))
  }
  return kept
}

/**
 * The sub-attributes of an attribute in a list of names. They follow a period,
 * or the colon after the name of an extension.
 */
function listSubNames(key: string, names: readonly string[]): string[] {
  const name = key.toLowerCase()
  return names
    .filter(
      (full) => full.startsWith(`${name}.`) || full.startsWith(`${name}:`),
    )
    .map((full) => full.slice(name.length + 1))
}

/** Changes an object, or each object of a list; other values stay. */
function mapObjects(value: unknown, change: (item: Resource) => Resource) {
  const changeItem = (item: unknown) => (isObject(item) ? change(item) : item)
  return Array.isArray(value) ? value.map(changeItem) : changeItem(value)
}

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null
