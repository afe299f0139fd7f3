import { type RawBuilder, sql } from 'kysely'
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { ScimRefusal } from './send-error.ts'

/**
 * How an attribute is filtered; `within` wraps the condition of a multi-valued
 * one.
 */
type FilterAttribute = {
  column: RawBuilder<unknown>
  kind: 'EXACT' | 'TEXT' | 'BOOLEAN'
  within?: (condition: RawBuilder<boolean>) => RawBuilder<boolean>
}
/** By name in lower case. */
export type FilterAttributes = Readonly<Record<string, FilterAttribute>>

const invalid = (detail: string) =>
  new ScimRefusal(400, detail, 'invalidFilter')
const longestFilter = 2000
export const corePrefix =
  /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/

/**
 * Attributes that resources don't have, for a filter over several types of
 * them: they have no value.
 */
export const absentFrom = (attributes: FilterAttributes): FilterAttributes =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, { kind }]) => [
      name,
      { kind, column: sql`null` },
    ]),
  )

/**
 * Turns a SCIM filter (RFC 7644 §3.4.2.2) into an SQL condition. Throws 400 for
 * an unsupported filter.
 */
export function toCondition(
  text: string | undefined,
  attributes: FilterAttributes,
): RawBuilder<boolean> {
  if (text === undefined) return sql`true`
  // The parser needs exponential time for an open quote with many line breaks.
  if (text.length > longestFilter || /\p{Cc}/u.test(text))
    throw invalid('The filter is too long or has line breaks')
  return toSql(parseFilter(text), attributes, '')
}

function parseFilter(text: string): Filter {
  try {
    return parse(text)
  } catch {
    throw invalid('The filter can’t be parsed')
  }
}

function toSql(
  filter: Filter,
  attributes: FilterAttributes,
  prefix: string,
): RawBuilder<boolean> {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const conditions = filter.filters.map((part) =>
        toSql(part, attributes, prefix),
      )
      return sql`(${sql.join(conditions, filter.op === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      return sql`not ${toSql(filter.filter, attributes, prefix)}`
    case '[]':
      return toSql(filter.valFilter, attributes, `${filter.attrPath}.`)
    default: {
      const path = `${prefix}${filter.attrPath}`
      const attribute = findAttribute(attributes, path)
      const condition =
        filter.op === 'pr' ? isPresent(attribute) : compare(attribute, filter)
      const isTrue = sql<boolean>`coalesce(${condition}, false)`
      return attribute.within ? attribute.within(isTrue) : isTrue
    }
  }
}

function findAttribute(
  attributes: FilterAttributes,
  path: string,
): FilterAttribute {
  const name = path.toLowerCase().replace(corePrefix, '')
  const attribute = Object.hasOwn(attributes, name)
    ? attributes[name]
    : undefined
  if (!attribute) throw invalid(`Filtering by ${path} is not supported`)
  return attribute
}

const isPresent = ({ column, kind }: FilterAttribute): RawBuilder<boolean> =>
  kind === 'BOOLEAN' ? sql`${column} is not null` : sql`${column} <> ''`

function compare(
  { column, kind }: FilterAttribute,
  { op, attrPath, compValue }: Compare,
): RawBuilder<boolean> {
  if (kind === 'BOOLEAN') {
    const flag =
      typeof compValue === 'string'
        ? compValue.toLowerCase()
        : String(compValue)
    if (!['true', 'false'].includes(flag) || (op !== 'eq' && op !== 'ne'))
      throw invalid(`${attrPath} can only be compared with true or false`)
    return sql`${column} = ${(flag === 'true') === (op === 'eq')}::boolean`
  }
  if (typeof compValue !== 'string')
    throw invalid(`${attrPath} can only be compared with text`)
  const value = sql`${kind === 'TEXT' ? compValue.toLowerCase() : compValue}::text`
  switch (op) {
    case 'eq':
      return sql`${column} = ${value}`
    case 'ne':
      return sql`${column} is distinct from ${value}`
    case 'co':
      return sql`position(${value} in ${column}) > 0`
    case 'sw':
      return sql`starts_with(${column}, ${value})`
    case 'ew':
      return sql`right(${column}, length(${value})) = ${value}`
    default:
      throw invalid(`The operator ${op} is not supported`)
  }
}
