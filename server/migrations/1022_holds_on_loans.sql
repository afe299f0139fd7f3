-- A legal hold on a loan covers its SLVs and Tdocs by the buyer's and by the seller's number
-- (docs/decisions/041-data-keeping.md).

create index slv_seller_loan on slv (seller_loan);

create function loan_records(numbers text[], known uuid[] default '{}') returns table (kind text, id uuid)
language sql stable as $$
  with buyer_numbers as (
    select unnest(numbers) as number
    union select buyer_loan from public.slv where seller_loan = any(numbers) and buyer_loan is not null
    union select buyer_loan from public.slv where slv.id = any(known) and buyer_loan is not null
    union select buyer_loan_number from public.tdoc where tdoc.id = any(known)
  )
  select 'slv', slv.id from public.slv where buyer_loan in (select number from buyer_numbers)
  union select 'slv', slv.id from public.slv where seller_loan = any(numbers)
  -- Not yet known to the buyer, but another SLV of this seller has both numbers.
  union select 'slv', slv.id from public.slv
    join public.slv other on other.company_id = slv.company_id and other.seller_loan = slv.seller_loan
    where slv.buyer_loan is null and other.buyer_loan in (select number from buyer_numbers)
  union select 'tdoc', tdoc.id from public.tdoc where buyer_loan_number in (select number from buyer_numbers)
  union select 'slv', slv.id from public.slv where slv.id = any(known)
  union select 'tdoc', tdoc.id from public.tdoc where tdoc.id = any(known)
$$;
comment on function loan_records(text[], uuid[]) is 'The SLVs and Tdocs of loans, by the buyer''s or the seller''s numbers, and of the loans of known SLVs and Tdocs';

alter table legal_hold add column record_ids uuid[] not null default '{}';
comment on column legal_hold.record_ids is 'Of a loan: the SLVs and Tdocs that it covered when it was set. They stay covered when a loan number is corrected';
update legal_hold set record_ids = array(select id from loan_records(array[loan_number]))
  where loan_number is not null and lifted_at is null;

create function hold_records(hold legal_hold) returns table (kind text, id uuid) language sql stable as $$
  select kind, id from public.loan_records(array[hold.loan_number], hold.record_ids) where hold.loan_number is not null
  union all select 'slv', slv.id from public.slv where company_id = hold.company_id
  union all select 'tdoc', tdoc.id from public.tdoc join public.company on company.corr_id = tdoc.corr_id
    where company.id = hold.company_id
$$;
comment on function hold_records(legal_hold) is 'The SLVs and Tdocs that a hold covers';

create function held_records() returns table (kind text, id uuid) language sql stable as $$
  select record.kind, record.id from public.legal_hold, public.hold_records(legal_hold) record where lifted_at is null
$$;
comment on function held_records() is 'The SLVs and Tdocs that must not be erased';

-- The previous release asks by the one number that it knows of a record.
create or replace function is_on_hold(loan text, company uuid) returns boolean language sql stable as $$
  select exists (select from public.legal_hold where lifted_at is null and company_id = company)
    or exists (select from public.held_records() held join public.slv on held.kind = 'slv' and slv.id = held.id
      where coalesce(slv.buyer_loan, slv.seller_loan) = loan)
    or exists (select from public.held_records() held join public.tdoc on held.kind = 'tdoc' and tdoc.id = held.id
      where tdoc.buyer_loan_number = loan)
$$;

create or replace function erase_history(kind text, object uuid, actor uuid, erased_at timestamptz, why text, fields text[], texts text[], names text)
returns integer language plpgsql security definer set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  of_history text := kind || '_history';
  loan text;
  company uuid;
  lines jsonb;
begin
  lock table legal_hold in share mode;
  if kind = 'slv' then
    update slv set erased_at = erase_history.erased_at
      where id = object and resubmission is null and status in ('APPROVED', 'DECLINED', 'NOT_NEEDED', 'WITHDRAWN_APPROVED')
      returning coalesce(buyer_loan, seller_loan), company_id into loan, company;
  else
    update tdoc set erased_at = erase_history.erased_at where id = object and status = 'COMPLETE'
      returning buyer_loan_number, (select c.id from company c where c.corr_id = tdoc.corr_id limit 1) into loan, company;
  end if;
  if not found or exists (select from held_records() held where held.kind = erase_history.kind and held.id = object) then
    raise exception 'this % is open or on hold', kind using errcode = 'restrict_violation';
  end if;

  execute format($sql$
    select coalesce(jsonb_agg(jsonb_build_object('line', entry.id, 'hash', encode(entry.hash, 'hex'),
        'left', encode(sha256(convert_to(history_content(%1$L, rest), 'UTF8')), 'hex')) order by entry.id), '[]')
      from %1$I entry, lateral (select to_jsonb(entry) || jsonb_build_object('salt', null,
        'comment', case when to_jsonb(entry) ->> 'comment' is not null then 'Erased' end,
        'changes', erased_changes(entry.changes, $2, $3, $4)) as rest) erased
      where entry.%2$I = $1 and to_jsonb(entry) - 'salt' - 'comment' || jsonb_build_object('comment', to_jsonb(entry) -> 'comment')
        is distinct from rest - 'salt'$sql$, of_history, kind || '_id')
    into lines using object, fields, texts, names;
  insert into retention_history (at, actor_id, action, loan_number, company_id, history, object_id, reason, changes)
    values (erase_history.erased_at, actor, 'erase', loan, company, of_history, object, why, lines);
  execute format('update %I entry set salt = null, changes = erased_changes(changes, $2, $3, $4)%s
      where id in (select (line ->> ''line'')::bigint from jsonb_array_elements($1) line)', of_history,
    case kind when 'slv' then ', comment = case when comment is not null then ''Erased'' end' else '' end)
    using lines, fields, texts, names;
  if kind = 'slv' then
    update slv_round set snapshot = erased_value(snapshot, fields, texts, names) where slv_id = object;
  end if;
  return jsonb_array_length(lines);
end $$;
revoke execute on function loan_records(text[], uuid[]), hold_records(legal_hold), held_records() from public;
grant execute on function loan_records(text[], uuid[]), hold_records(legal_hold), held_records() to portal_app;
