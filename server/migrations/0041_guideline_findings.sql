-- Rounds keep what they were judged by, variances cite their rule, sellers have contract variances, and the reasons for
-- variances are rows (docs/decisions/030-guidelines-as-data.md).

create table guideline_reason (
  name text primary key,
  position integer not null unique,
  parameters text[] not null default '{}'
);
comment on table guideline_reason is 'Reasons for variances.';
comment on column guideline_reason.name is 'As people read it';
comment on column guideline_reason.position is 'Order in lists';
comment on column guideline_reason.parameters is 'The parameters whose misses it explains';
-- The product's own list (product.md §2), not demo data.
insert into guideline_reason (position, name, parameters)
select row_number() over (), name, string_to_array(parameters, ' ') from (values
  ('Credit Score', 'CREDIT_SCORE TRADELINES'), ('LTV / CLTV', 'LTV CLTV HCLTV'), ('DTI', 'DTI RESIDUAL_INCOME PAYMENT_SHOCK'),
  ('DSCR', 'DSCR'), ('Reserves', 'RESERVES_MONTHS'), ('Loan Amount', 'LOAN_AMOUNT_MAX LOAN_AMOUNT_MIN CASH_OUT_AMOUNT'),
  ('Housing History', ''), ('Credit Event Seasoning', 'SEASONING_MONTHS'), ('Income Documentation', ''),
  ('Assets', ''), ('Property Type', 'PROPERTY_TYPE NON_WARRANTABLE STATE ACREAGE'),
  ('Appraisal', 'APPRAISAL_AGE_DAYS'), ('Citizenship', ''), ('First-Time Investor', 'FIRST_TIME_INVESTOR'),
  ('Title / Vesting', ''), ('Other', '')) as listed (name, parameters);

create table contract_variance (
  id uuid primary key default uuidv7(),
  code text not null unique,
  company_id uuid not null references company (id),
  program_codes text[] not null default '{}',
  parameter text not null,
  scope jsonb not null default '{}' check (jsonb_typeof(scope) = 'object'),
  value numeric(13, 3) not null,
  effective daterange not null check (not isempty(effective)),
  cap_loans integer check (cap_loans > 0),
  cap_amount numeric(13, 2) check (cap_amount > 0),
  version integer not null default 1
);
comment on table contract_variance is 'A relaxed limit that a seller has negotiated.';
comment on column contract_variance.id is 'Its id on the wire';
comment on column contract_variance.code is 'As in the contract, such as V-12';
comment on column contract_variance.company_id is 'The seller';
comment on column contract_variance.program_codes is 'The programs it is for; empty for all';
comment on column contract_variance.parameter is 'The parameter whose limit is relaxed';
comment on column contract_variance.scope is 'The loans it is for (Scope of the contract)';
comment on column contract_variance.value is 'The relaxed limit';
comment on column contract_variance.effective is 'Days, the last one excluded';
comment on column contract_variance.cap_loans is 'The most loans it covers; null for no limit';
comment on column contract_variance.cap_amount is 'The most dollars of loans it covers; null for no limit';
comment on column contract_variance.version is 'Grows with each change; the ETag';
create index contract_variance_company on contract_variance (company_id);

create table contract_variance_use (
  variance_id uuid not null references contract_variance (id),
  slv_id uuid not null references slv (id),
  loan_amount numeric(11, 2) not null,
  primary key (variance_id, slv_id)
);
comment on table contract_variance_use is 'The sent requests that a contract variance covered; what its caps count.';
comment on column contract_variance_use.variance_id is 'The contract variance';
comment on column contract_variance_use.slv_id is 'The SLV';
comment on column contract_variance_use.loan_amount is 'Its loan amount when it was sent';
create index contract_variance_use_slv on contract_variance_use (slv_id);

comment on table guideline_history is 'Changes of programs, versions, rules, contract variances and factors. Append-only, hash-chained; written in the transaction of the change.';

alter table slv
  add column qualifies_by text check (qualifies_by in ('DSCR', 'DTI')),
  add column guideline_version_id uuid references guideline_version (id),
  add column evaluation jsonb;
comment on column slv.qualifies_by is 'DSCR or DTI, of the program when it was chosen';
comment on column slv.guideline_version_id is 'The version that this round is judged by, from sending on';
comment on column slv.evaluation is 'Verdict, findings and factors of the round as sent';

alter table slv disable trigger user;
update slv set qualifies_by = case when buyer_non_agency_program ~ '\mDSCR\M' then 'DSCR' else 'DTI' end
  where buyer_non_agency_program is not null;
alter table slv enable trigger user;
alter table slv alter column dti_dscr set expression as (case when qualifies_by = 'DSCR' then dscr else dti end);

create function set_qualifies_by() returns trigger language plpgsql as $$
begin
  new.qualifies_by := case when new.buyer_non_agency_program is not null then coalesce(
    (select qualifies_by from guideline_program where name = new.buyer_non_agency_program), new.qualifies_by, 'DTI') end;
  return new;
end $$;
comment on function set_qualifies_by() is 'Copies from the program of a request how it qualifies';
create trigger slv_qualifies before insert on slv for each row execute function set_qualifies_by();
create trigger slv_qualifies_again before update on slv for each row
  when (old.buyer_non_agency_program is distinct from new.buyer_non_agency_program) execute function set_qualifies_by();

alter table slv_request
  add column rule_id uuid references guideline_rule (id),
  add column citation text,
  add column version_number integer;
comment on column slv_request.rule_id is 'The rule that filled it; null for one that was typed';
comment on column slv_request.citation is 'Of the rule';
comment on column slv_request.version_number is 'Of the rule''s version';
comment on column slv_request.reason is 'One of guideline_reason when it was chosen';

-- Parameters get the names of guidelines, wherever a variance is stored: in rows, in draft resubmissions, in ended rounds.
create function pg_temp.renamed(parameter text, operator text) returns text language sql immutable as $$
  select case parameter
    when 'FICO' then 'CREDIT_SCORE' when 'Reserves' then 'RESERVES_MONTHS' when 'Seasoning' then 'SEASONING_MONTHS'
    when 'Appraisal Age' then 'APPRAISAL_AGE_DAYS' when 'Tradelines' then 'TRADELINES' when 'Acreage' then 'ACREAGE'
    when 'Loan Amount' then case operator when '>=' then 'LOAN_AMOUNT_MIN' else 'LOAN_AMOUNT_MAX' end
    else parameter end
$$;
create function pg_temp.renamed(requests jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(request || jsonb_build_object(
      'parameter', pg_temp.renamed(request ->> 'parameter', request ->> 'operator'),
      'ruleId', null, 'citation', null, 'versionNumber', null) order by place), '[]')
    from jsonb_array_elements(requests) with ordinality as listed (request, place)
$$;
alter table slv_request disable trigger user;
update slv_request set parameter = pg_temp.renamed(parameter, operator)
  where parameter in ('FICO', 'Reserves', 'Seasoning', 'Appraisal Age', 'Tradelines', 'Acreage', 'Loan Amount');
alter table slv_request enable trigger user;
alter table slv disable trigger user;
update slv set resubmission = jsonb_set(resubmission, '{slvRequests}', pg_temp.renamed(resubmission -> 'slvRequests'))
  where resubmission is not null;
alter table slv enable trigger user;
alter table slv_round disable trigger user;
update slv_round set snapshot = jsonb_set(snapshot, '{slvRequests}', pg_temp.renamed(snapshot -> 'slvRequests'))
  where snapshot ? 'slvRequests';
alter table slv_round enable trigger user;

grant select on guideline_reason to portal_tenant;
do $$
declare
  walled record;
begin
  for walled in select * from (values
    ('contract_variance', 'company_id = own_company()'),
    ('contract_variance_use', 'exists (select from slv where slv.id = slv_id)')
  ) as walls (name, sees)
  loop
    execute format('alter table %I enable row level security', walled.name);
    execute format('create policy all_rows on %I to portal_app using (true) with check (true)', walled.name);
    execute format('create policy seen_by_one_company on %I for select to portal_tenant using (%s)', walled.name, walled.sees);
    execute format('grant select on %I to portal_tenant', walled.name);
  end loop;
end $$;
create policy added_by_one_company on contract_variance_use for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id) and exists (select from contract_variance where contract_variance.id = variance_id));
create policy changed_by_one_company on contract_variance_use for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy removed_by_one_company on contract_variance_use for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant insert, update (loan_amount), delete on contract_variance_use to portal_tenant;
grant update (qualifies_by, guideline_version_id, evaluation) on slv to portal_tenant;
grant update (rule_id, citation, version_number) on slv_request to portal_tenant;
