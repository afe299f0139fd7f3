import pg from 'pg'

/** What makes up the schema `public`, one sorted line each: two databases with equal lists behave alike. */
export async function describeSchema(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(`
      select concat_ws(' ', 'table', oid::regclass, relkind, relrowsecurity, relacl, obj_description(oid, 'pg_class')) as line
        from pg_class where relnamespace = 'public'::regnamespace
      union all
      select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated,
          pg_get_expr(adbin, adrelid), attacl, col_description(attrelid, attnum))
        from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and relkind <> 'i' and attnum > 0 and not attisdropped
      union all
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
        from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
        where relnamespace = 'public'::regnamespace
      union all
      select concat_ws(' ', pg_get_functiondef(pg_proc.oid), proacl, obj_description(pg_proc.oid, 'pg_proc'))
        from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
      union all
      select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select concat_ws(' ', 'policy', tablename, policyname, roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
      union all
      select concat_ws(' ', 'default privileges', defaclobjtype, defaclacl) from pg_default_acl
      order by line`)
    return rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}
