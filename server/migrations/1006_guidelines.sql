-- baseline: the schema of release 043cc79f
-- Guidelines as data (docs/decisions/030-guidelines-as-data.md): programs and products, guideline
-- versions with their rules, compensating factors, and the reasons for variances.

-- Range types in a primary key, below.
create extension if not exists btree_gist;

create table guideline_program (
  code text primary key,
  name text not null unique,
  family text not null,
  qualifies_by text not null check (qualifies_by in ('DSCR', 'DTI')),
  active_from date not null,
  active_to date,
  version integer not null default 1,

  check (active_to is null or active_to >= active_from)
);
comment on table guideline_program is 'A loan program of the buyer.';
comment on column guideline_program.code is 'Short name, as in rules';
comment on column guideline_program.name is 'buyerNonAgencyProgram in the API';
comment on column guideline_program.family is 'A family of the contract, such as FULL_DOC';
comment on column guideline_program.qualifies_by is
  'DSCR: rent against the payment; DTI: debts against income';
comment on column guideline_program.active_from is 'First day on which requests may choose it';
comment on column guideline_program.active_to is 'Last day; null for no end';
comment on column guideline_program.version is 'Increases with each change; the ETag';

grant select on guideline_program to portal_tenant;

create table guideline_product (
  program_code text not null
    references guideline_program (code) on update cascade on delete cascade,
  code text not null,
  name text not null,
  position integer not null,
  primary key (program_code, code)
);
comment on table guideline_product is 'The products of a program.';
comment on column guideline_product.program_code is 'Its program';
comment on column guideline_product.code is 'buyerNonAgencyProductName in the API';
comment on column guideline_product.name is 'A longer name';
comment on column guideline_product.position is 'Order in lists';

grant select on guideline_product to portal_tenant;

create table guideline_version (
  id uuid primary key default uuidv7(),
  number integer generated always as identity unique,
  title text not null check (title <> ''),
  note text not null default '',
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED', 'RETIRED')),
  version integer not null default 1,
  created_by_id uuid not null references app_user (id),
  created_at timestamptz not null,
  published_by_id uuid references app_user (id),
  published_at timestamptz,

  check ((status = 'DRAFT') = (published_at is null))
);
comment on table guideline_version is
  'A set of rules that is in effect from a day on. Published ones never change.';
comment on column guideline_version.id is 'Its id in the API';
comment on column guideline_version.number is 'As people read it: version 7';
comment on column guideline_version.title is 'As its editor named it';
comment on column guideline_version.note is 'What changed, in words';
comment on column guideline_version.status is
  'DRAFT, PUBLISHED, or RETIRED once no program uses it';
comment on column guideline_version.version is
  'Increases with each change of a draft and its rules; the ETag';
comment on column guideline_version.created_by_id is 'Who started the draft';
comment on column guideline_version.created_at is 'When';
comment on column guideline_version.published_by_id is 'Who published it';
comment on column guideline_version.published_at is 'When';

alter table guideline_version enable row level security;
create policy all_rows on guideline_version to portal_app using (true) with check (true);
create policy seen_by_one_company on guideline_version for select to portal_tenant
  using (status <> 'DRAFT');
grant select on guideline_version to portal_tenant;

create table guideline_effect (
  program_code text not null references guideline_program (code) on update cascade,
  version_id uuid not null references guideline_version (id),
  effective daterange not null check (not isempty(effective)),
  constraint guideline_effect_has_one_version primary key (program_code, effective without
      overlaps)
);
comment on table guideline_effect is
  'When a published version is in effect for each of its programs.';
comment on column guideline_effect.program_code is 'The program';
comment on column guideline_effect.version_id is 'The version whose rules are in effect';
comment on column guideline_effect.effective is
  'Days, the last one excluded; without an end until the next version is published';
create index guideline_effect_version on guideline_effect (version_id);
comment on index guideline_effect_version is 'The programs of a version';

grant select on guideline_effect to portal_tenant;

create table guideline_rule (
  id uuid primary key default uuidv7(),
  version_id uuid not null references guideline_version (id) on delete cascade,
  program_code text not null references guideline_program (code) on update cascade,
  position integer not null,
  parameter text not null,
  operator text not null check (operator in ('>=', '<=', '=')),
  value numeric(13, 3) not null,
  scope jsonb not null default '{}' check (jsonb_typeof(scope) = 'object'),
  severity text not null check (severity in ('REVIEW', 'KNOCKOUT')),
  citation text not null check (citation <> ''),
  text text not null check (text <> '')
);
comment on table guideline_rule is 'One limit of one program in one version.';
comment on column guideline_rule.id is 'Its id in the API; a copy of a version has new ones';
comment on column guideline_rule.version_id is 'Its version';
comment on column guideline_rule.program_code is 'Its program';
comment on column guideline_rule.position is 'Order in the matrix';
comment on column guideline_rule.parameter is 'A parameter of the contract, such as CREDIT_SCORE';
comment on column guideline_rule.operator is 'How the limit binds; = for yes or no';
comment on column guideline_rule.value is
  'The limit, in the parameter''s unit; for yes or no 1 is allowed and 0 is not';
comment on column guideline_rule.scope is 'The loans it is for (Scope of the contract); {} for all';
comment on column guideline_rule.severity is
  'REVIEW: a variance may be requested; KNOCKOUT: never granted';
comment on column guideline_rule.citation is 'Where the guide says so, such as §4.2';
comment on column guideline_rule.text is 'Guideline text';
create index guideline_rule_version on guideline_rule (version_id, position);

create function keep_published_rules() returns trigger language plpgsql as $$
begin
  if exists (select from guideline_version
    where id = coalesce(old.version_id, new.version_id) and status <> 'DRAFT') then
    raise exception 'the rules of a published version never change'
      using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
comment on function keep_published_rules() is
  'Refuses changes to the rules of a version that is not a draft';

create trigger guideline_rule_is_final before insert or update or delete on guideline_rule
  for each row execute function keep_published_rules();

alter table guideline_rule enable row level security;
create policy all_rows on guideline_rule to portal_app using (true) with check (true);
create policy seen_by_one_company on guideline_rule for select to portal_tenant
  using (exists (select from guideline_version where guideline_version.id = version_id));
grant select on guideline_rule to portal_tenant;

create table guideline_factor (
  id uuid primary key default uuidv7(),
  position integer not null,
  label text not null unique,
  kind text not null check (kind in ('MARGIN', 'FIGURE', 'FLAG', 'DOCUMENT')),
  parameter text,
  threshold numeric(13, 3),
  document text,

  check ((kind in ('MARGIN', 'FIGURE')) = (parameter is not null and threshold is not null))
);
comment on table guideline_factor is 'The catalog of compensating factors.';
comment on column guideline_factor.id is 'Its id in the API';
comment on column guideline_factor.position is 'Order in lists';
comment on column guideline_factor.label is 'As people read it, and as variances name it';
comment on column guideline_factor.kind is 'How it is measured (factors.ts of the contract)';
comment on column guideline_factor.parameter is 'The parameter that is measured';
comment on column guideline_factor.threshold is 'From where on it counts, in the parameter''s unit';
comment on column guideline_factor.document is 'The document that shows it';
-- Defaults from public exhibits (guidelines.md); the buyer edits them.
insert into guideline_factor (position, label, kind, parameter, threshold, document) values
  (1, 'Reserves above requirement', 'MARGIN', 'RESERVES_MONTHS', 4, null),
  (2, 'FICO above requirement', 'MARGIN', 'CREDIT_SCORE', 40, null),
  (3, 'LTV below maximum', 'MARGIN', 'LTV', 10, null),
  (4, 'DSCR above minimum', 'MARGIN', 'DSCR', 0.5, null),
  (5, 'DTI below maximum', 'MARGIN', 'DTI', 10, null),
  (6, 'Residual income', 'FIGURE', 'RESIDUAL_INCOME', 6000, null),
  (7, '0x30 housing history', 'DOCUMENT', null, null, 'a housing history of 24 months'),
  (8, 'Years in current job', 'DOCUMENT', null, null,
    'a verification of employment that shows 5 years'),
  (9, 'Investor experience', 'FLAG', null, null, null);

grant select on guideline_factor to portal_tenant;

create table guideline_factor_catalog (
  is_only boolean primary key default true check (is_only),
  version integer not null default 1
);
comment on table guideline_factor_catalog is
  'The version of the catalog of compensating factors, in one row.';
comment on column guideline_factor_catalog.is_only is 'There is one row';
comment on column guideline_factor_catalog.version is 'Increases with each change; the ETag';
insert into guideline_factor_catalog default values;

grant select on guideline_factor_catalog to portal_tenant;

create table guideline_reason (
  name text primary key,
  position integer not null unique,
  parameters text[] not null default '{}'
);
comment on table guideline_reason is 'Reasons for variances.';
comment on column guideline_reason.name is 'As people read it';
comment on column guideline_reason.position is 'Order in lists';
comment on column guideline_reason.parameters is 'The parameters whose misses it explains';
-- The product's list (product.md §2), not demo data.
insert into guideline_reason (position, name, parameters)
values
  (1, 'Credit Score', '{CREDIT_SCORE, TRADELINES}'),
  (2, 'LTV / CLTV', '{LTV, CLTV, HCLTV}'),
  (3, 'DTI', '{DTI, RESIDUAL_INCOME, PAYMENT_SHOCK}'),
  (4, 'DSCR', '{DSCR}'),
  (5, 'Reserves', '{RESERVES_MONTHS}'),
  (6, 'Loan Amount', '{LOAN_AMOUNT_MAX, LOAN_AMOUNT_MIN, CASH_OUT_AMOUNT}'),
  (7, 'Housing History', '{}'),
  (8, 'Credit Event Seasoning', '{SEASONING_MONTHS}'),
  (9, 'Income Documentation', '{}'),
  (10, 'Assets', '{}'),
  (11, 'Property Type', '{PROPERTY_TYPE, NON_WARRANTABLE, STATE, ACREAGE}'),
  (12, 'Appraisal', '{APPRAISAL_AGE_DAYS}'),
  (13, 'Citizenship', '{}'),
  (14, 'First-Time Investor', '{FIRST_TIME_INVESTOR}'),
  (15, 'Title / Vesting', '{}'),
  (16, 'Other', '{}');

grant select on guideline_reason to portal_tenant;

create table guideline_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  action text not null,
  subject text not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  position integer not null check (position > 0),
  hash bytea not null check (octet_length(hash) = 32)
);
comment on table guideline_history is
  'Changes of programs, versions, rules, contract variances and factors. Append-only, '
  'hash-chained; written in the transaction of the change.';
comment on column guideline_history.id is 'Order of writing';
comment on column guideline_history.at is 'When';
comment on column guideline_history.actor_id is 'Who did it';
comment on column guideline_history.action is 'What was done, such as publish';
comment on column guideline_history.subject is 'What it was done to, as people read it';
comment on column guideline_history.changes is '[{field, before, after}]';
comment on column guideline_history.position is
  'Its place in the chain, from 1; given by chain_history';
comment on column guideline_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
create index guideline_history_actor on guideline_history (actor_id);

create trigger guideline_history_is_append_only before update or delete on guideline_history
  for each row execute function refuse_change();
create trigger guideline_history_is_never_emptied before truncate on guideline_history
  execute function refuse_change();
create trigger guideline_history_is_chained before insert on guideline_history
  for each row execute function chain_history();

revoke update, delete on guideline_history from portal_app;
