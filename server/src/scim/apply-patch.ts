import { isDeepStrictEqual } from 'node:util'
import { ScimError, type ScimResource, scimPatch } from 'scim-patch'
import { z } from 'zod'
import { corePrefix } from './filter.ts'
import { enterpriseSchema } from './list-schemas.ts'
import { attributeName, isUnsafe, withAttributeNames } from './read-body.ts'
import { ScimRefusal } from './send-error.ts'

const maxOperations = 1000
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

const Operation = z.object({
  op: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(500).nullish(),
  value: z.unknown().optional(),
})
const PatchBody = z.object({
  schemas: z
    .array(z.string())
    .refine(
      (schemas) => schemas.includes(patchSchema),
      `Must contain ${patchSchema}`,
    ),
  Operations: z.array(Operation).min(1).max(maxOperations),
})
type Operation = z.output<typeof Operation>

/** Attributes that only the portal sets. */
const readOnly = ['id', 'meta', 'groups'] as const

/**
 * Required, read-only and immutable attributes, in lower case (RFC 7644
 * §3.5.2.2).
 */
const unremovable = [
  'id',
  'meta',
  'schemas',
  'groups',
  'username',
  'displayname',
  'name.formatted',
  ...[enterpriseSchema, `${enterpriseSchema}:organization`].map((path) =>
    path.toLowerCase(),
  ),
]

/**
 * Applies a PATCH to a resource (RFC 7644 §3.5.2), including the shapes that
 * Entra ID and Okta send. Doesn't change its input.
 */
export function applyPatch<R extends ScimResource>(
  resource: R,
  body: unknown,
): R {
  const parsed = PatchBody.safeParse(withAttributeNames(body))
  if (!parsed.success)
    throw new ScimRefusal(400, z.prettifyError(parsed.error), 'invalidSyntax')
  const patched = parsed.data.Operations.reduce(
    applyOperation,
    structuredClone(resource),
  )
  const before = new Map(Object.entries(resource))
  const after = new Map(Object.entries(patched))
  const changed = readOnly.find(
    (key) => !isDeepStrictEqual(before.get(key), after.get(key)),
  )
  if (changed)
    throw new ScimRefusal(400, `${changed} is read-only`, 'mutability')
  return patched
}

function applyOperation<R extends ScimResource>(
  resource: R,
  { op, path: sent, value }: Operation,
): R {
  const path = sent ? pathOf(sent) : undefined
  if (op === 'remove') return remove(resource, path, value)
  if (value === undefined)
    throw new ScimRefusal(400, `${op} needs a value`, 'invalidSyntax')
  try {
    return scimPatch(resource, [
      {
        op,
        value: patchValue(path, value),
        ...(path !== undefined && { path }),
      },
    ])
  } catch (error) {
    throw refusalFor(error)
  }
}

function remove<R extends ScimResource>(
  resource: R,
  path: string | undefined,
  value: unknown,
): R {
  if (path === undefined)
    throw new ScimRefusal(400, 'remove needs a path', 'noTarget')
  if (unremovable.includes(path.toLowerCase().replace(corePrefix, '')))
    throw new ScimRefusal(400, `${path} can’t be removed`, 'mutability')
  try {
    return scimPatch(resource, [
      { op: 'remove', path, value: patchValue(path, value) },
    ])
  } catch (error) {
    if (isMissing(error)) return resource
    throw refusalFor(error)
  }
}

/** Removing what doesn't exist changes nothing. */
const isMissing = (error: unknown): boolean =>
  error instanceof ScimError && /^FilterO|^FilterA/.test(error.constructor.name)

/**
 * The path with attributes spelled as in the schemas. The values of its filters
 * don't change.
 */
function pathOf(path: string): string {
  // The filter parser needs exponential time for an open quote with many line
  // breaks.
  if (isUnsafe(path) || /\p{Cc}/u.test(path))
    throw new ScimRefusal(400, 'This path does not exist', 'invalidPath')
  const parts = path.split(/("(?:\\.|[^"\\])*")/)
  const isQuoted = (part: string) => part.startsWith('"')
  const bare = parts.filter((part) => !isQuoted(part)).join('')
  if (!/^[^[\]"]+(\[[^[\]"]+\][^[\]"]*)?$/.test(bare))
    throw new ScimRefusal(400, 'This path is malformed', 'invalidPath')
  return parts
    .map((part) =>
      isQuoted(part) ? part : part.replace(/\$?\w+/g, attributeName),
    )
    .join('')
}

const Member = z.object({ value: z.unknown() })

/**
 * Members are compared by id alone, and a single one may be sent without an
 * array.
 */
function patchValue(path: string | undefined, value: unknown): unknown {
  if (path === 'members' || path === 'emails') {
    const items =
      Array.isArray(value) || value === undefined || value === null
        ? value
        : [value]
    return path === 'members' && Array.isArray(items)
      ? items.map(onlyId)
      : items
  }
  const whole =
    path === undefined
      ? z.looseObject({ members: z.array(z.unknown()) }).safeParse(value).data
      : undefined
  return whole ? { ...whole, members: whole.members.map(onlyId) } : value
}

const onlyId = (member: unknown): unknown => {
  const { data } = Member.safeParse(member)
  return data ? { value: data.value } : member
}

const scimTypes = z.enum([
  'invalidPath',
  'invalidSyntax',
  'invalidValue',
  'mutability',
  'noTarget',
])

function refusalFor(error: unknown): ScimRefusal {
  if (!(error instanceof ScimError))
    return new ScimRefusal(400, 'This path can’t be applied', 'invalidPath')
  return new ScimRefusal(
    400,
    error.message,
    scimTypes.safeParse(error.scimCode).data ?? 'invalidPath',
  )
}
