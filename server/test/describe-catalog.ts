import type pg from 'pg'

/**
 * Everything in schema public that a migration can create or change, one text
 * per object: `line` of each query. The order of columns counts, their gaps
 * don't. White space within function bodies doesn't count.
 */
const queries: Record<string, string> = {
  table: `
    select concat_ws(' | ', relname, relkind, relpersistence, relowner::regrole,
      'security ' || relrowsecurity || relforcerowsecurity, reloptions,
      relreplident, (select amname from pg_am where pg_am.oid = relam)) as line
    from pg_class where relnamespace = 'public'::regnamespace`,
  column: `
    select concat_ws(' | ', relname, row_number() over (partition by attrelid order by attnum),
      attname, format_type(atttypid, atttypmod), 'not null ' || attnotnull,
      'default ' || pg_get_expr(adbin, adrelid), 'generated', attgenerated,
      'identity', attidentity, attcollation::regcollation, attstorage,
      attcompression, attstattarget, attoptions) as line
    from pg_class join pg_attribute on attrelid = pg_class.oid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
  constraint: `
    select concat_ws(' | ', conrelid::regclass, contypid::regtype, conname,
      pg_get_constraintdef(oid), convalidated, conenforced) as line
    from pg_constraint where connamespace = 'public'::regnamespace`,
  index: `
    select concat_ws(' | ', pg_get_indexdef(indexrelid), indisvalid, indisclustered,
      indisreplident) as line
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace`,
  function: `
    select
      concat_ws(
        ' | ',
        regexp_replace(
          regexp_replace(pg_get_functiondef(oid), '--[^\n]*', '', 'g'),
          '\\s+',
          ' ',
          'g'
        ),
        proowner::regrole
      ) as line
    from pg_proc
    where pronamespace = 'public'::regnamespace
      and prokind in ('f', 'p')`,
  trigger: `
    select concat_ws(' | ', pg_get_triggerdef(pg_trigger.oid), tgenabled) as line
    from pg_trigger where not tgisinternal`,
  policy: `
    select concat_ws(' | ', tablename, policyname, permissive, roles, cmd,
      'using ' || qual, 'check ' || with_check) as line
    from pg_policies where schemaname = 'public'`,
  grant: `
    with acls (name, acl) as (
      select concat(relkind, ' ', relname), relacl
      from pg_class
      where relnamespace = 'public'::regnamespace
      union all
      select relname || '.' || attname, attacl
      from pg_class
        join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace
      union all
      select 'function ' || oid::regprocedure, proacl
      from pg_proc
      where pronamespace = 'public'::regnamespace
      union all
      select 'schema ' || nspname, nspacl
      from pg_namespace
      where nspname = 'public'
      union all
      select 'database', datacl
      from pg_database
      where datname = current_database()
      union all
      select
        concat_ws(
          ' ',
          'default',
          defaclrole::regrole,
          defaclnamespace::regnamespace,
          defaclobjtype
        ),
        defaclacl
      from pg_default_acl
    )
    select
      concat_ws(
        ' | ',
        name,
        grantor::regrole,
        case grantee
          when 0 then 'public'
          else grantee::regrole::text
        end,
        privilege_type,
        is_grantable
      ) as line
    from acls,
      aclexplode(acl)`,
  extension: `
    select concat_ws(' | ', extname, extversion, extnamespace::regnamespace) as line
    from pg_extension`,
  type: `
    select
      concat_ws(' | ', typname, typtype, typcategory, format_type(typbasetype, typtypmod)) as line
    from pg_type
    where typnamespace = 'public'::regnamespace`,
  sequence: `
    select concat_ws(' | ', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement,
      seqmin, seqmax, seqcache, seqcycle, refobjid::regclass) as line
    from pg_sequence left join pg_depend on objid = seqrelid and deptype in ('a', 'i')
      and classid = 'pg_class'::regclass`,
  other: `
    select concat_ws(' | ', 'statistics', stxname) as line
    from pg_statistic_ext
    union all
    select concat_ws(' | ', 'publication', pubname)
    from pg_publication
    union all
    select concat_ws(' | ', 'event trigger', evtname)
    from pg_event_trigger
    union all
    select concat_ws(' | ', 'rule', tablename, rulename)
    from pg_rules
    where schemaname = 'public'`,
  comment: `
    select concat_ws(' | ', pg_describe_object(classoid, objoid, objsubid), description) as line
    from pg_description
      join pg_identify_object(classoid, objoid, objsubid) as named on named.schema = 'public'
        or named.identity like 'public.%' or named.identity like '% on public.%'`,
}

const tables = `
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname <> 'schema_migration'`

/** Rows as JSON, without ids and times, which are new in every database. */
const rowsOf = (table: string) => `
  select (to_jsonb(one) - array(
    select attname from pg_attribute where attrelid = '${table}'::regclass
      and atttypid in ('uuid'::regtype, 'timestamptz'::regtype)))::text as line
  from "${table}" as one`

/** The catalog of a database and its rows, sorted, so that two can be compared. */
export async function describeCatalog(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  const add = async (kind: string, query: string) => {
    const { rows } = await client.query<{ line: string }>(query)
    for (const { line } of rows) lines.push(`${kind}: ${line}`)
  }
  for (const [kind, query] of Object.entries(queries)) await add(kind, query)
  const { rows } = await client.query<{ name: string }>(tables)
  for (const { name } of rows) await add(`row of ${name}`, rowsOf(name))
  return lines.sort()
}
