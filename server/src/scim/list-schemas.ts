export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const enterpriseSchema =
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const maxResults = 200

type Attribute = Record<string, unknown>

/**
 * An attribute as RFC 7643 §7 describes it, by default an optional text that
 * clients may change.
 */
const attribute = (
  name: string,
  description: string,
  more: Attribute = {},
): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const readOnly = { mutability: 'readOnly' }
const complex = (...subAttributes: Attribute[]) => ({
  type: 'complex',
  subAttributes,
})
const reference = (kind: 'User' | 'Group') => ({
  type: 'reference',
  referenceTypes: [kind],
  caseExact: true,
})

const schema = (
  base: string,
  id: string,
  name: string,
  description: string,
  attributes: Attribute[],
) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  description,
  attributes,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
})

const userAttributes = [
  attribute('userName', 'The name at the identity provider', {
    required: true,
    uniqueness: 'server',
  }),
  attribute(
    'name',
    'The parts of the name',
    complex(
      attribute('formatted', 'The full name', readOnly),
      attribute('familyName', 'The last name'),
      attribute('givenName', 'The first name'),
    ),
  ),
  attribute('displayName', 'The full name, built from its parts', readOnly),
  attribute(
    'emails',
    'The one address that the person signs in with; by default the userName',
    {
      multiValued: true,
      uniqueness: 'server',
      ...complex(
        attribute('value', 'The address'),
        attribute('type', 'Always work', { canonicalValues: ['work'] }),
        attribute('primary', 'Always true', { type: 'boolean' }),
      ),
    },
  ),
  attribute('active', 'Whether the person can sign in', { type: 'boolean' }),
  attribute('groups', 'The groups of the person', {
    multiValued: true,
    ...readOnly,
    ...complex(
      attribute('value', 'The id of the group', {
        ...readOnly,
        caseExact: true,
      }),
      attribute('$ref', 'The address of the group', {
        ...readOnly,
        ...reference('Group'),
      }),
      attribute('display', 'The name of the group', readOnly),
      attribute('type', 'Always direct', {
        ...readOnly,
        canonicalValues: ['direct'],
      }),
    ),
  }),
]

const enterpriseAttributes = [
  attribute(
    'organization',
    'The corrId of the seller; without it, the person is on the buyer’s staff',
    { caseExact: true, mutability: 'immutable' },
  ),
]

const groupAttributes = [
  attribute('displayName', 'The name that GROUP_ROLES maps', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'The people in the group', {
    multiValued: true,
    ...complex(
      attribute('value', 'The id of the user', {
        mutability: 'immutable',
        caseExact: true,
      }),
      attribute('$ref', 'The address of the user', {
        ...readOnly,
        ...reference('User'),
      }),
      attribute('display', 'The name of the user', readOnly),
      attribute('type', 'Always User', {
        mutability: 'immutable',
        canonicalValues: ['User'],
      }),
    ),
  }),
]

/**
 * The schemas, with the attributes that the portal stores; it ignores all
 * others.
 */
export const listSchemas = (base: string) => [
  schema(
    base,
    userSchema,
    'User',
    'A person at the buyer or at a seller',
    userAttributes,
  ),
  schema(
    base,
    enterpriseSchema,
    'EnterpriseUser',
    'The company of a person at a seller',
    enterpriseAttributes,
  ),
  schema(
    base,
    groupSchema,
    'Group',
    'A group that can grant a role and permissions',
    groupAttributes,
  ),
]

const resourceType = (
  base: string,
  name: 'User' | 'Group',
  schemaId: string,
  extensions: object[],
) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: schemaId,
  description:
    name === 'User' ? 'People at the buyer and at sellers' : 'Groups of people',
  ...(extensions.length > 0 && { schemaExtensions: extensions }),
  meta: {
    resourceType: 'ResourceType',
    location: `${base}/ResourceTypes/${name}`,
  },
})

export const listResourceTypes = (base: string) => [
  resourceType(base, 'User', userSchema, [
    { schema: enterpriseSchema, required: false },
  ]),
  resourceType(base, 'Group', groupSchema, []),
]

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description:
        'One of the secrets in the setting SCIM_TOKENS, in the Authorization header',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${base}/ServiceProviderConfig`,
  },
})
