-- baseline: the schema of release 043cc79f
-- Limits that sellers have negotiated (docs/decisions/030-guidelines-as-data.md).

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
comment on column contract_variance.id is 'Its id in the API';
comment on column contract_variance.code is 'As in the contract, such as V-12';
comment on column contract_variance.company_id is 'The seller';
comment on column contract_variance.program_codes is 'The programs it is for; empty for all';
comment on column contract_variance.parameter is 'The parameter whose limit is relaxed';
comment on column contract_variance.scope is 'The loans it is for (Scope of the contract)';
comment on column contract_variance.value is 'The relaxed limit';
comment on column contract_variance.effective is 'Days, the last one excluded';
comment on column contract_variance.cap_loans is 'The most loans it covers; null for no limit';
comment on column contract_variance.cap_amount is
  'The most dollars of loans it covers; null for no limit';
comment on column contract_variance.version is 'Increases with each change; the ETag';
create index contract_variance_company on contract_variance (company_id);

alter table contract_variance enable row level security;
create policy all_rows on contract_variance to portal_app using (true) with check (true);
create policy seen_by_one_company on contract_variance for select to portal_tenant
  using (company_id = own_company());
grant select on contract_variance to portal_tenant;

create table contract_variance_use (
  variance_id uuid not null references contract_variance (id),
  slv_id uuid not null references slv (id),
  loan_amount numeric(11, 2) not null,
  primary key (variance_id, slv_id)
);
comment on table contract_variance_use is
  'The sent requests that a contract variance covered; what its caps count.';
comment on column contract_variance_use.variance_id is 'The contract variance';
comment on column contract_variance_use.slv_id is 'The SLV';
comment on column contract_variance_use.loan_amount is 'Its loan amount when it was sent';
create index contract_variance_use_slv on contract_variance_use (slv_id);

alter table contract_variance_use enable row level security;
create policy all_rows on contract_variance_use to portal_app using (true) with check (true);
create policy seen_by_one_company on contract_variance_use for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on contract_variance_use for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id)
    and exists (select from contract_variance where contract_variance.id = variance_id));
create policy changed_by_one_company on contract_variance_use for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy removed_by_one_company on contract_variance_use for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select, insert, delete on contract_variance_use to portal_tenant;
grant update (loan_amount) on contract_variance_use to portal_tenant;
