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

-- What happened is written once, in every table whose trigger says so: no update, no delete, no truncate.
do $$
declare
  history regclass;
begin
  for history in
    select distinct tgrelid from pg_trigger where tgfoid = 'refuse_change()'::regprocedure
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

-- The application's own requests see everything, and a seller's or a reviewer's see one company: the one that the
-- connection is set to. A connection that is set to none sees nothing.
create function own_company() returns uuid language sql stable parallel safe as $$
  select nullif(current_setting('portal.company', true), '')::uuid
$$;
comment on function own_company() is 'Whose requests this connection serves; null for none, which is nobody''s';

grant usage on schema public to portal_tenant;
-- What no company has to itself: lists, the buyer's calendar, and tries counted by keyed hashes.
grant select on permission, sla_item, business_calendar, business_frame, business_holiday to portal_tenant;
grant select, insert, update, delete on throttle to portal_tenant;
do $$ begin
  if to_regclass('business_calendar_past') is not null then grant select on business_calendar_past to portal_tenant; end if;
end $$;

-- What each wall lets through. A right that no request of a seller or a reviewer uses is not given: a row stays whose it
-- is, nobody gets a role, and a line of history, a comment or a file is by somebody of the own company.
do $$
declare
  of_slv constant text := 'exists (select from slv where slv.id = slv_id)';
  -- People of the own company. Of the buyer's, who work on its SLVs, a request may read who they are and hold them as they are.
  of_person constant text := 'exists (select from app_user person where person.id = user_id and person.company_id = own_company())';
  known_person constant text := 'exists (select from app_user person where person.id = user_id)';
  of_session constant text := 'exists (select from session where session.token_hash = session_hash)';
  of_comment constant text := 'exists (select from comment where comment.id = comment_id)';
  -- By whom: %s is the column.
  by_own constant text := 'exists (select from app_user person where person.id = %s and person.company_id = own_company())';
  -- What somebody of such a company can hold (permissionsOf of the contract).
  of_kind constant text := 'permission = any(case (select kind from company where id = own_company())
    when ''SELLER'' then array[''myCompanyView'', ''myCompanyAdmin'', ''myCompanyReassignSlv'']
    when ''TPR_VENDOR'' then array[''inviteTpr'', ''myCompanyAdmin''] end)';
  -- All columns but those that say what and whose a row is.
  contents constant text := '*';
  kept constant name[] := array['id', 'company_id', 'user_id', 'slv_id', 'comment_id', 'token_hash', 'session_hash', 'key',
    'created_by_id', 'author_id', 'uploaded_by_id', 'created_at'];
  walled record;
begin
  for walled in select * from (values
    ('company', 'id = own_company() or kind = ''BUYER''', null, null, null, false),
    ('app_user', 'company_id = own_company() or exists (select from company where company.id = company_id and company.kind = ''BUYER'')',
      null, 'first_name, last_name, phone, status, notification_mail, notification_mail_since, last_used_at', 'company_id = own_company()', false),
    ('user_role', known_person, null, 'position', of_person, false),
    ('user_permission', known_person, of_person || ' and ' || of_kind, null, of_person, true),
    ('slv', 'company_id = own_company()',
      'company_id = own_company() and ' || format(by_own, 'seller_id') || ' and ' || format(by_own, 'created_by_id'), contents, null, false),
    ('slv_request', of_slv, of_slv, contents, null, true),
    ('slv_decision_request', of_slv, null, null, null, true),
    ('slv_pending_document', of_slv, null, contents, null, false),
    ('slv_interval', of_slv, of_slv, 'closed_at', null, false),
    ('slv_history', of_slv, of_slv || ' and ' || format(by_own, 'actor_id'), null, null, false),
    ('slv_round', of_slv, of_slv, null, null, false),
    ('document', of_slv, of_slv || ' and ' || format(by_own, 'uploaded_by_id'), contents, null, true),
    ('comment', of_slv, of_slv || ' and ' || format(by_own, 'author_id'), contents, null, false),
    ('comment_mention', of_comment, of_comment, null, null, true),
    ('print_ticket', of_slv, of_slv || ' and ' || of_session, null, null, true),
    ('notification', of_person, 'actor_id is null or ' || format(by_own, 'actor_id'), contents, null, true),
    ('user_history', of_person, of_person || ' and (actor_id is null or ' || format(by_own, 'actor_id') || ')', null, null, false),
    ('session', of_person, of_person, contents, null, true),
    ('idempotency_key', of_person, of_person, 'answer', null, false),
    ('credential', of_person, null, contents, null, false),
    ('totp', of_person, of_person, contents, null, true),
    ('passkey', of_person, of_person, null, null, true),
    ('challenge', of_person, null, null, null, true),
    ('passkey_request', of_session, of_session, contents, null, true),
    ('account_link', of_person, null, 'used_at', null, false),
    ('known_device', of_person, null, null, null, true)
    -- What may be changed and removed is what is seen, but where `owns` says less.
  ) as walls (name, sees, adds, changes, owns, removes)
  loop
    execute format('alter table %I enable row level security', walled.name);
    execute format('create policy all_rows on %I to portal_app using (true) with check (true)', walled.name);
    execute format('create policy seen_by_one_company on %I for select to portal_tenant using (%s)', walled.name, walled.sees);
    execute format('grant select on %I to portal_tenant', walled.name);
    if walled.adds is not null then
      execute format('create policy added_by_one_company on %I for insert to portal_tenant with check (%s)', walled.name, walled.adds);
      execute format('grant insert on %I to portal_tenant', walled.name);
    end if;
    if walled.changes is not null then
      -- A row is held (for share) by the right to update it; held may be what is seen, written what is one's own.
      execute format('create policy changed_by_one_company on %I for update to portal_tenant using (%s) with check (%s)',
        walled.name, walled.sees, coalesce(walled.owns, walled.sees));
      execute format('grant update (%s) on %I to portal_tenant', case walled.changes when contents then (
        select string_agg(quote_ident(attname), ', ') from pg_attribute
          where attrelid = walled.name::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all(kept)
      ) else walled.changes end, walled.name);
    end if;
    if walled.removes then
      execute format('create policy removed_by_one_company on %I for delete to portal_tenant using (%s)', walled.name, coalesce(walled.owns, walled.sees));
      execute format('grant delete on %I to portal_tenant', walled.name);
    end if;
  end loop;
end $$;

-- Nor do the two make tables of their own: one of another's name would be found before it.
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- What a seller's request needs of others, and no more of it.
create function open_units(underwriter uuid, statuses text[]) returns bigint language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select count(*) from slv where underwriter_id = underwriter and status = any(statuses)
$$;
comment on function open_units(uuid, text[]) is 'How much an underwriter has to do, of all sellers: the first assignment of one seller''s request weighs it';

create function note_assignment(underwriter uuid, at timestamptz) returns void language sql volatile security definer
set search_path = pg_catalog, public, pg_temp as $$
  update app_user set last_assigned_at = at
    where id = underwriter and company_id in (select id from company where kind = 'BUYER')
$$;
comment on function note_assignment(uuid, timestamptz) is 'Notes that somebody was given an SLV: all that a seller''s request writes about one of the buyer''s people';
revoke execute on function open_units(uuid, text[]), note_assignment(uuid, timestamptz) from public;
grant execute on function open_units(uuid, text[]), note_assignment(uuid, timestamptz) to portal_app, portal_tenant;

-- Who was told of an SLV is somebody else's company's too.
alter function tell_of_sight() security definer set search_path = pg_catalog, public, pg_temp;
