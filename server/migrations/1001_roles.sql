-- baseline: the schema of release 043cc79f
-- The roles of the portal in the database, and what they may do in every table of the later files
-- (docs/decisions/019-walls-in-the-database.md). Migrations run as the owner of the tables. The
-- portal works as portal_app, which owns nothing and can't change history. Requests of sellers
-- and reviewers run as portal_tenant, which sees the rows of one company.

do $$
declare
  missing text;
begin
  for missing in
    select name from unnest(array['portal_app', 'portal_tenant']) name
    where not exists (select from pg_roles where rolname = name)
  loop
    -- Roles belong to the whole server: another database may be creating them at the same time.
    begin
      execute format('create role %I nologin', missing);
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'the role % is missing, and % may not create it: docs/operations.md, "Roles of the database", has the SQL',
          missing, current_user
          using errcode = 'insufficient_privilege';
    end;
  end loop;
  -- portal_app can switch to portal_tenant, and has none of its rights without switching.
  if not pg_has_role('portal_app', 'portal_tenant', 'set') then
    grant portal_tenant to portal_app with inherit false, set true;
  end if;
  -- A login that both migrates and serves must be able to switch. Of two logins, the owner needn't.
  if not pg_has_role(current_user, 'portal_app', 'set') then
    begin
      execute format('grant portal_app to %I with inherit false, set true', current_user);
    exception when insufficient_privilege then null;
    end;
  end if;
end $$;

-- Neither role creates tables, not even temporary ones: one with the name of a table would be found
-- before it.
revoke create on schema public from public;
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
grant usage on schema public to portal_app, portal_tenant;
grant select on schema_migration to portal_app;

-- portal_app may read and write every table that is created from here on. A table with history
-- revokes update and delete.
alter default privileges in schema public
  grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage on sequences to portal_app;

-- portal_tenant gets each right by name, and row-level security limits it to one company.
-- Policies have the same names in every table: all_rows (portal_app), seen_by_one_company,
-- added_by_one_company, changed_by_one_company and removed_by_one_company. Their conditions read
-- other tables under the policies of those. A row never changes its owner, because the columns
-- that say whose it is have no grant of update. The right to update also allows "for share"
-- locks. Some policies therefore let a request lock what it sees, and write only what is its
-- company's.
create function own_company() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.company', true), '')::uuid
$$;
comment on function own_company() is
  'The company whose requests this connection serves; null for none, which sees nothing';
