import { email, name, text } from '@portal/contract/lib/fields'
import { z } from 'zod'
import { enterpriseSchema, groupSchema, userSchema } from './list-schemas.ts'
import { ScimRefusal } from './send-error.ts'

const attributeNames = new Map(
  [
    'schemas',
    'id',
    'externalId',
    'meta',
    'userName',
    'name',
    'formatted',
    'familyName',
    'givenName',
    'displayName',
    'emails',
    'value',
    'type',
    'primary',
    'display',
    '$ref',
    'active',
    'groups',
    'members',
    'organization',
    enterpriseSchema,
    'Operations',
    'op',
    'path',
  ].map((attribute) => [attribute.toLowerCase(), attribute]),
)
export const attributeName = (written: string) =>
  attributeNames.get(written.toLowerCase()) ?? written

/** Names that would reach the prototype of an object. */
export const isUnsafe = (path: string) =>
  /__proto__|prototype|constructor/i.test(path)
const deepest = 8

/**
 * Spells attribute names as the schemas do. The names are case-insensitive (RFC
 * 7643 §2.1).
 */
export function withAttributeNames(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest)
    return value
  if (Array.isArray(value))
    return value.map((item) => withAttributeNames(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (isUnsafe(key))
        throw new ScimRefusal(
          400,
          'This attribute does not exist',
          'invalidPath',
        )
      return [attributeName(key), withAttributeNames(inner, depth + 1)]
    }),
  )
}

/** Entra ID sends "True" and "False". */
const flag = z.preprocess(
  (value) =>
    typeof value === 'string' && /^(true|false)$/i.test(value)
      ? value.toLowerCase() === 'true'
      : value,
  z.boolean('Must be true or false').nullish(),
)

const hasSchema = (schema: string) =>
  z
    .array(z.string())
    .refine(
      (schemas) =>
        schemas.some((one) => one.toLowerCase() === schema.toLowerCase()),
      {
        error: `Must contain ${schema}`,
      },
    )

const externalId = text(200).nullish()

const Email = z.object({
  value: z.string(),
  type: z.string().nullish(),
  primary: flag,
})

const UserBody = z
  .object({
    schemas: hasSchema(userSchema),
    userName: name(254, 1),
    externalId,
    name: z
      .object({
        givenName: name(100).nullish(),
        familyName: name(100).nullish(),
      })
      .nullish(),
    emails: z.array(Email).max(20).nullish(),
    active: flag,
    [enterpriseSchema]: z
      .object({ organization: text(50).nullish() })
      .nullish(),
  })
  .transform((body, ctx) => {
    const emails = body.emails ?? []
    // A PATCH that adds a primary value demotes the one before it (RFC 7644
    // §3.5.2).
    const main =
      emails.findLast(({ primary }) => primary) ??
      emails.find(({ type }) => type === 'work') ??
      emails[0]
    const address = email.safeParse(
      (main?.value ?? body.userName).toLowerCase(),
    )
    if (!address.success) {
      const field = main ? 'emails' : 'userName'
      ctx.addIssue({
        code: 'custom',
        path: [field],
        message: 'Send an email address in emails, or as the userName',
      })
      return z.NEVER
    }
    return {
      userName: body.userName,
      externalId: body.externalId || null,
      firstName: body.name?.givenName ?? '',
      lastName: body.name?.familyName ?? '',
      email: address.data,
      /** Undefined if not sent. */
      active: body.active ?? undefined,
      /** The corrId of a seller; null for staff. */
      organization: body[enterpriseSchema]?.organization || null,
    }
  })
export type WantedUser = z.output<typeof UserBody>

const GroupBody = z
  .object({
    schemas: hasSchema(groupSchema),
    displayName: name(200, 1),
    externalId,
    members: z.array(z.object({ value: z.string().max(100) })).nullish(),
  })
  .transform(({ displayName, externalId, members }) => ({
    displayName,
    externalId: externalId || null,
    memberIds: [
      ...new Set((members ?? []).map(({ value }) => value.toLowerCase())),
    ],
  }))
export type WantedGroup = z.output<typeof GroupBody>

/**
 * The user that a body describes. Attributes that the portal doesn't store,
 * such as a password, are dropped.
 */
export const readUser = (body: unknown): WantedUser =>
  UserBody.parse(withAttributeNames(body))
export const readGroup = (body: unknown): WantedGroup =>
  GroupBody.parse(withAttributeNames(body))
