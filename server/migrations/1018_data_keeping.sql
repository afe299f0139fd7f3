-- baseline: the schema of release 043cc79f
-- Legal holds, retention and the erasure of a borrower's data
-- (docs/decisions/041-data-keeping.md).

create table legal_hold (
  id uuid primary key default uuidv7(),
  loan_number text,
  company_id uuid references company (id),
  reason text not null,
  set_at timestamptz not null,
  set_by_id uuid not null references app_user (id),
  lifted_at timestamptz,
  lifted_by_id uuid references app_user (id),

  constraint holds_one_thing check ((loan_number is null) <> (company_id is null)),
  constraint lifted_by_someone check ((lifted_at is null) = (lifted_by_id is null))
);
comment on table legal_hold is
  'What must be kept although its retention has ended: nothing of it is erased until the hold is '
  'lifted.';
comment on column legal_hold.id is 'Its id in the API; grows with time';
comment on column legal_hold.loan_number is
  'The loan whose SLVs and Tdocs are kept; null for a company';
comment on column legal_hold.company_id is
  'The seller whose SLVs and Tdocs are kept; null for a loan';
comment on column legal_hold.reason is 'Why';
comment on column legal_hold.set_at is 'When it was set';
comment on column legal_hold.set_by_id is 'Who set it';
comment on column legal_hold.lifted_at is 'When it was lifted; null while it is in effect';
comment on column legal_hold.lifted_by_id is 'Who lifted it';
create unique index legal_hold_loan on legal_hold (loan_number) where lifted_at is null;
comment on index legal_hold_loan is 'A loan has one hold in effect';
create unique index legal_hold_company on legal_hold (company_id) where lifted_at is null;
comment on index legal_hold_company is 'A seller has one hold in effect';

create function is_on_hold(loan text, company uuid) returns boolean language sql stable as $$
  select exists (select from public.legal_hold
    where lifted_at is null and (loan_number = loan or company_id = company))
$$;
comment on function is_on_hold(text, uuid) is
  'Whether a hold keeps the records of this loan or this seller';
revoke execute on function is_on_hold(text, uuid) from public;
grant execute on function is_on_hold(text, uuid) to portal_app;

revoke delete on legal_hold from portal_app;

create table retention_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid references app_user (id),
  action text not null check (action in ('set-hold', 'lift-hold', 'erase')),
  loan_number text,
  company_id uuid references company (id),
  history text check (history in ('slv_history', 'tdoc_history')),
  object_id uuid,
  reason text not null,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32),

  constraint erases_one_thing
    check ((action = 'erase') = (history is not null) and (history is null) = (object_id is null))
);
comment on table retention_history is
  'Holds and erasures, in one chain. Append-only. An erasure lists the history entries that it '
  'changed, so that only those may differ from their hash.';
comment on column retention_history.id is 'Order of writing';
comment on column retention_history.at is 'When';
comment on column retention_history.actor_id is 'Who did it; null for the retention job';
comment on column retention_history.action is 'set-hold, lift-hold or erase';
comment on column retention_history.loan_number is 'The loan that it is about';
comment on column retention_history.company_id is 'The seller that it is about';
comment on column retention_history.history is 'The history of what was erased';
comment on column retention_history.object_id is 'The SLV or Tdoc that was erased';
comment on column retention_history.reason is 'Why';
comment on column retention_history.changes is
  'Of an erasure, [{line, hash, left}]: the id of each changed entry, its hash, and the SHA-256 of '
  'what is left';
comment on column retention_history.position is
  'Its place in the chain, from 1; given by chain_history';
comment on column retention_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
create index retention_history_object on retention_history (object_id) where object_id is not null;
comment on index retention_history_object is 'Erasures of an SLV or a Tdoc';

create trigger retention_history_is_append_only before update or delete on retention_history
  for each row execute function refuse_change();
create trigger retention_history_is_never_emptied before truncate on retention_history
  execute function refuse_change();
create trigger retention_history_is_chained before insert on retention_history for each row
  execute function chain_history();

revoke update, delete on retention_history from portal_app;

create function erased_value(
  value jsonb, fields text[], texts text[], names text, field text default '')
returns jsonb language plpgsql immutable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return case
    when jsonb_typeof(value) = 'object' then (
      select coalesce(jsonb_object_agg(key, erased_value(item, fields, texts, names, key)), '{}')
      from jsonb_each(value) as part (key, item))
    when jsonb_typeof(value) = 'array' then (
      select coalesce(jsonb_agg(erased_value(item, fields, texts, names, field)
        order by place), '[]')
      from jsonb_array_elements(value) with ordinality as part (item, place))
    when jsonb_typeof(value) <> 'string' or value = '""' then value
    -- An email address, phone number or ZIP code can't be a word.
    when field = any(fields) then
      case when field in ('email', 'requestorPhoneNumber', 'zip')
        then 'null' else '"Erased"' end::jsonb
    when field = any(texts) and names <> '' then
      to_jsonb(regexp_replace(value #>> '{}', names, 'Erased', 'gi'))
    else value end;
end $$;
comment on function erased_value(jsonb, text[], text[], text, text) is
  'JSON without the texts of some fields, and with the names (a regular expression) replaced in '
  'those of others';
revoke execute on function erased_value(jsonb, text[], text[], text, text) from public;

create function erased_changes(changes jsonb, fields text[], texts text[], names text) returns jsonb
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('field', change ->> 'field',
      'before', case when field = any(fields) then replaced.before
        else erased_value(change -> 'before', fields, texts, names, field) end,
      'after', case when field = any(fields) then replaced.after
        else erased_value(change -> 'after', fields, texts, names, field) end
    ) order by place), '[]')
  from jsonb_array_elements(changes) with ordinality as part (change, place),
    lateral (select regexp_replace(change ->> 'field', '^.*\.', '') as field) named,
    lateral (select
      case when change -> 'before' = 'null' then 'null' else '"Erased"' end::jsonb as before,
      case when change -> 'after' = 'null' then 'null' else '"Erased"' end::jsonb as after) replaced
$$;
comment on function erased_changes(jsonb, text[], text[], text) is
  'The changes of a history entry without the values of some fields; which fields changed stays';
revoke execute on function erased_changes(jsonb, text[], text[], text) from public;

-- As the owner, because the application can't change history. It erases only closed records that
-- no hold keeps.
create function erase_history(
  kind text, object uuid, actor uuid, erased_at timestamptz, why text,
  fields text[], texts text[], names text)
returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  of_history text := kind || '_history';
  loan text;
  company uuid;
  lines jsonb;
begin
  lock table legal_hold in share mode;
  if kind = 'slv' then
    update slv set erased_at = erase_history.erased_at
      where id = object and resubmission is null
        and status in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED')
      returning coalesce(buyer_loan, seller_loan), company_id into loan, company;
  else
    update tdoc set erased_at = erase_history.erased_at where id = object and status = 'COMPLETE'
      returning buyer_loan_number,
        (select c.id from company c where c.corr_id = tdoc.corr_id limit 1)
      into loan, company;
  end if;
  if not found or is_on_hold(loan, company) then
    raise exception 'this % is open or on hold', kind using errcode = 'restrict_violation';
  end if;

  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('line', entry.id,
        'hash', encode(entry.hash, 'hex'),
        'left', encode(sha256(convert_to(history_content(%1$L, rest), 'UTF8')), 'hex'))
        order by entry.id), '[]')
      from %1$I entry, lateral (select to_jsonb(entry) || jsonb_build_object('salt', null,
        'comment', case when to_jsonb(entry) ->> 'comment' is not null then 'Erased' end,
        'changes', erased_changes(entry.changes, $2, $3, $4)) as rest) erased
      where entry.%2$I = $1
        and to_jsonb(entry) - 'salt' - 'comment' || jsonb_build_object('comment', to_jsonb(entry) -> 'comment')
        is distinct from rest - 'salt'$sql$, of_history, kind || '_id')
    into lines using object, fields, texts, names;
  insert into retention_history
      (at, actor_id, action, loan_number, company_id, history, object_id, reason, changes)
    values (erase_history.erased_at, actor, 'erase', loan, company, of_history, object, why, lines);
  execute format('update %I entry set salt = null, changes = erased_changes(changes, $2, $3, $4)%s
      where id in (select (line ->> ''line'')::bigint from jsonb_array_elements($1) line)',
    of_history,
    case kind when 'slv' then ', comment = case when comment is not null then ''Erased'' end'
      else '' end)
    using lines, fields, texts, names;
  if kind = 'slv' then
    update slv_round set snapshot = erased_value(snapshot, fields, texts, names)
      where slv_id = object;
  end if;
  return jsonb_array_length(lines);
end $$;
comment on function erase_history(text, uuid, uuid, timestamptz, text, text[], text[], text) is
  'Erases personal values in the history and the ended rounds of a closed SLV or Tdoc, records '
  'which entries changed, and returns how many';
revoke execute on function erase_history(text, uuid, uuid, timestamptz, text, text[], text[], text)
  from public;
grant execute on function erase_history(text, uuid, uuid, timestamptz, text, text[], text[], text)
  to portal_app;
