import { type Kysely, sql } from 'kysely'
import { RawExpressionNode } from 'kysely-codegen'

/**
 * What jsonb columns hold: read as the contract's type, written as JSON text.
 */
const json: Record<string, { type: string; from?: string }> = {
  'slv_history.changes': {
    type: 'Change[]',
    from: '@portal/contract/history/model',
  },
  'user_history.changes': { type: 'Change[]' },
  'sla_history.changes': { type: 'Change[]' },
  'guideline_history.changes': { type: 'Change[]' },
  'system_history.changes': { type: 'Change[]' },
  'assignment.items': {
    type: 'AssignedItem[]',
    from: '@portal/contract/assignment/model',
  },
  'slv.evaluation': {
    type: 'StoredEvaluation',
    from: '@portal/contract/guideline/answers',
  },
  'slv.suggested_price': {
    type: 'SuggestedPrice',
    from: '@portal/contract/price/suggestion',
  },
  'slv_drift.figures': {
    type: 'DriftedFigure[]',
    from: '@portal/contract/slv/decision/drift',
  },
  'guideline_rule.scope': {
    type: 'Scope',
    from: '@portal/contract/guideline/model',
  },
  'contract_variance.scope': { type: 'Scope' },
  'authority_level.max_distance': {
    type: 'MaxDistance',
    from: '@portal/contract/authority/model',
  },
  'business_calendar_past.frames': {
    type: 'WorkFrame[]',
    from: '@portal/contract/sla/model',
  },
  'business_calendar_past.holidays': {
    type: 'Holiday[]',
    from: '@portal/contract/sla/model',
  },
  'tdoc_history.changes': { type: 'Change[]' },
  'retention_history.changes': {
    type: 'ErasedLine[]',
    from: '@portal/contract/retention/model',
  },
  'capture_row.cells': { type: 'string[]' },
  'intake_row.cells': { type: 'string[]' },
  'document.supports': {
    type: 'FactorSupport[]',
    from: '@portal/contract/document/model',
  },
  'slv_request.compensating_factors': {
    type: 'CompensatingFactor[]',
    from: '@portal/contract/slv-request/model',
  },
}

/**
 * Text columns whose values a list elsewhere holds: the types that the contract
 * gives them.
 */
const texts: Record<string, { type: string; from?: string }> = {
  'slv.status_before_withdrawal': {
    type: 'SlvStatus',
    from: '@portal/contract/slv/status',
  },
  'slv_history.from_status': { type: 'SlvStatus' },
  'slv_history.to_status': { type: 'SlvStatus' },
  'slv_history.action': {
    type: 'HistoryAction',
    from: '@portal/contract/history/api',
  },
  'slv_request.parameter': {
    type: 'Parameter',
    from: '@portal/contract/guideline/model',
  },
  'guideline_rule.parameter': { type: 'Parameter' },
  'guideline_reason.parameters': { type: 'Parameter[]' },
  'contract_variance.parameter': { type: 'Parameter' },
  'guideline_factor.parameter': { type: 'Parameter' },
  'price_band.parameter': { type: 'Parameter' },
  'guideline_program.family': {
    type: 'Family',
    from: '@portal/contract/guideline/model',
  },
  'notification.action': {
    type: 'NotificationAction',
    from: '@portal/contract/notification/model',
  },
  'user_history.action': {
    type: 'UserAction',
    from: '@portal/contract/user/manage-api',
  },
  'tdoc_history.action': {
    type: 'TdocEventAction',
    from: '@portal/contract/tdoc/answers',
  },
  'webhook.events': {
    type: 'WebhookEvent[]',
    from: '@portal/contract/integration/model',
  },
  'webhook_delivery.event': {
    type: 'DeliveryEvent',
    from: '@portal/contract/integration/model',
  },
  'sla_item.name': { type: 'SlaItemName', from: '@portal/contract/sla/model' },
}

/** The imports that these types need, as text. */
export const jsonImports = Object.values({ ...json, ...texts })
  .flatMap(({ type, from }) =>
    from
      ? [`import type { ${type.replace(/\W.*/, '')} } from "${from}";\n`]
      : [],
  )
  .join('')

type Column = {
  name: string
  isNullable: boolean
  hasDefault: boolean
  check: string | null
  isJson: boolean
}

/** The columns, each with the check constraint that concerns it alone. */
const columnsOf = async (db: Kysely<unknown>): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select
      c.relname || '.' || a.attname as name,
      not a.attnotnull as "isNullable",
      a.atthasdef as "hasDefault",
      a.atttypid = 'jsonb'::regtype as "isJson",
      (
        select pg_get_constraintdef(k.oid)
        from pg_constraint k
        where k.conrelid = c.oid
          and k.contype = 'c'
          and k.conkey = array[a.attnum]
          and pg_get_constraintdef(k.oid) ~ '= ANY'
        limit 1
      ) as check
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace
      and c.relkind = 'r'
      and a.attnum > 0
      and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return rows
}

/**
 * `CHECK ((status = ANY (ARRAY['NEW'::text, 'DONE'::text])))` → `'NEW' |
 * 'DONE'`; anything else → null.
 */
function unionOf(check: string): string | null {
  const list = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1]
  const values = list?.split("'::text").slice(0, -1)
  return (
    values
      ?.map(
        (value) =>
          `'${value.slice(value.indexOf("'") + 1).replaceAll("''", "\\'")}'`,
      )
      .join(' | ') ?? null
  )
}

/**
 * Types that the generator does not infer: unions from check constraints, and
 * the tables above.
 */
export async function columnTypes(
  db: Kysely<unknown>,
): Promise<Record<string, RawExpressionNode>> {
  const types: [string, RawExpressionNode][] = []
  for (const { name, isNullable, hasDefault, check, isJson } of await columnsOf(
    db,
  )) {
    const held = isJson
      ? json[name]?.type
      : (texts[name]?.type ?? (check ? unionOf(check) : null))
    if (!held) continue
    const orNull = isNullable ? ' | null' : ''
    const type = isJson
      ? `ColumnType<${held}${orNull}, string${orNull}, string${orNull}>`
      : `${held}${orNull}`
    types.push([
      name,
      new RawExpressionNode(hasDefault ? `Generated<${type}>` : type),
    ])
  }
  return Object.fromEntries(types)
}
