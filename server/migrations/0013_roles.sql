-- Whom the portal is in the database: portal_app, which owns nothing and can alter no history, and portal_tenant, as
-- which the requests of sellers and reviewers run (docs/decisions/019-walls-in-the-database.md). Migrations run as the owner.

do $$
declare
  missing text;
begin
  for missing in
    select name from unnest(array['portal_app', 'portal_tenant']) name where not exists (select from pg_roles where rolname = name)
  loop
    -- Roles belong to the whole server: another database of it may be making them at this moment.
    begin
      execute format('create role %I nologin', missing);
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'the role % is missing, and % may not create it: docs/operations.md, "Roles of the database", has the SQL for whoever may', missing, current_user
          using errcode = 'insufficient_privilege';
    end;
  end loop;
  -- Steps down to the tenant's rights, and has none of them by itself.
  if not pg_has_role('portal_app', 'portal_tenant', 'set') then
    grant portal_tenant to portal_app with inherit false, set true;
  end if;
  -- Where one login does both, it has to be able to step down; where there are two, the owner need not.
  if not pg_has_role(current_user, 'portal_app', 'set') then
    begin
      execute format('grant portal_app to %I with inherit false, set true', current_user);
    exception when insufficient_privilege then null;
    end;
  end if;
end $$;

revoke create on schema public from public;
grant usage on schema public to portal_app;
grant select, insert, update, delete on all tables in schema public to portal_app;
grant usage on all sequences in schema public to portal_app;
revoke insert, update, delete on schema_migration from portal_app;

-- What happened is written once: no update, no delete, no truncate.
do $$
declare
  history regclass;
begin
  for history in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and (relname like '%\_history' or relname = 'slv_round')
  loop
    execute format('revoke update, delete on %s from portal_app', history);
  end loop;
end $$;
-- The ledger of clocks: an interval is opened, and closed once.
revoke update, delete on slv_interval from portal_app;
grant update (closed_at) on slv_interval to portal_app;
-- Lists that come with the version.
revoke insert, update, delete on permission from portal_app;

-- Tables of later migrations; those that hold history say what they take back.
alter default privileges in schema public grant select, insert, update, delete on tables to portal_app;
alter default privileges in schema public grant usage on sequences to portal_app;
