import type pg from 'pg'

type SchemaItem = {
  name: string
  /** Its type or definition. */
  is: string
  /** What the portal's two roles may do: Select, Insert, Update, Delete. */
  app: string
  tenant: string
  /** A column that every insert must fill. */
  isRequired: boolean
}

const rightsOf = (role: string) => `concat(
  case when has_column_privilege('${role}', attrelid, attnum, 'select') then 'S' end,
  case when has_column_privilege('${role}', attrelid, attnum, 'insert') then 'I' end,
  case when has_column_privilege('${role}', attrelid, attnum, 'update') then 'U' end,
  case when has_table_privilege('${role}', attrelid, 'delete') then 'D' end)`

/**
 * Columns, unique indexes (`on conflict` names their columns) and functions:
 * what the server's SQL relies on.
 */
const items = `
  select
    relname || '.' || attname as name,
    format_type(atttypid, atttypmod) as is,
    ${rightsOf('portal_app')} as app,
    ${rightsOf('portal_tenant')} as tenant,
    attnotnull
    and not atthasdef
    and attidentity = '' as "isRequired"
  from pg_class
    join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace
    and relkind in ('r', 'p', 'v')
    and relname <> 'schema_migration'
    and attnum > 0
    and not attisdropped
  union all
  select
    'unique ' || substring(indexdef from 'ON public.([^ ]+)'),
    substring(indexdef from 'USING (.*)'),
    '',
    '',
    false
  from pg_indexes
  where schemaname = 'public'
    and indexdef like 'CREATE UNIQUE%'
    and tablename <> 'schema_migration'
  union all
  select
    'function ' || proname || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')',
    pg_get_function_result(pg_proc.oid),
    '',
    '',
    false
  from pg_proc
    left join pg_depend on objid = pg_proc.oid
      and deptype = 'e'
  where pronamespace = 'public'::regnamespace
    and prorettype <> 'trigger'::regtype
    and objid is null
  order by 1, 2`

/** Lists what a release relies on in its database. */
export const listSchema = async (client: pg.Client): Promise<SchemaItem[]> =>
  (await client.query<SchemaItem>(items)).rows

const cells = ({ name, is, app, tenant, isRequired }: SchemaItem) =>
  [
    name,
    is,
    `app:${app}`,
    `tenant:${tenant}`,
    ...(isRequired ? ['required'] : []),
  ].join(' | ')

export const formatSchema = (schema: readonly SchemaItem[]): string =>
  schema.map(cells).join('\n')

export const parseSchema = (text: string): SchemaItem[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', is = '', app = '', tenant = '', required] =
        line.split(' | ')
      return {
        name,
        is,
        app: app.slice(4),
        tenant: tenant.slice(7),
        isRequired: required === 'required',
      }
    })

const tableOf = (name: string) => name.split('.')[0]

/**
 * What the previous release would miss in the current schema, and new columns
 * that it would have to fill. Checks and triggers aren't compared; the drill in
 * test/nodes finds those that it uses.
 */
export function findMissing(
  previous: readonly SchemaItem[],
  present: readonly SchemaItem[],
): string[] {
  const oldTables = new Set(previous.map(({ name }) => tableOf(name)))
  const oldNames = new Set(previous.map(({ name }) => name))
  const gone = previous.filter((item) => {
    const has = (rights: string, needed: string) =>
      [...needed].every((letter) => rights.includes(letter))
    return !present.some(
      ({ name, is, app, tenant }) =>
        name === item.name &&
        is === item.is &&
        has(app, item.app) &&
        has(tenant, item.tenant),
    )
  })
  const added = present.filter(
    ({ name, isRequired }) =>
      isRequired && oldTables.has(tableOf(name)) && !oldNames.has(name),
  )
  return [
    ...gone.map((item) => `missing or changed: ${cells(item)}`),
    ...added.map(({ name }) => `must be filled: ${name}`),
  ]
}
