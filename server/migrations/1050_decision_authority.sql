-- What an underwriter may approve alone: levels as data, and who has which (decisions.md).
create table authority_level (
  id uuid primary key,
  position integer not null,
  name text not null check (name <> ''),
  max_variances integer check (max_variances >= 0),
  max_price_concession numeric(5, 1) check (max_price_concession >= 0),
  max_loan_amount numeric(11, 2) check (max_loan_amount >= 0),
  max_distance jsonb not null default '{}' check (jsonb_typeof(max_distance) = 'object')
);
comment on table authority_level is
  'Levels of decision authority: what an underwriter may approve without a recommendation';
comment on column authority_level.id is 'Its id in the API, chosen by who adds it';
comment on column authority_level.position is 'Order in lists';
comment on column authority_level.name is 'As people read it';
comment on column authority_level.max_variances is 'The most approved variances; null for no limit';
comment on column authority_level.max_price_concession is
  'The most bps in the seller''s favor; null for no limit';
comment on column authority_level.max_loan_amount is
  'The highest loan amount in dollars; null for no limit';
comment on column authority_level.max_distance is
  'By parameter of the contract, how far a variance may miss its limit, in the parameter''s unit';

create table authority_person (
  user_id uuid primary key references app_user (id),
  level_id uuid not null references authority_level (id)
);
comment on table authority_person is
  'Who has which level. People without a row decide without limits.';
comment on column authority_person.user_id is 'The underwriter';
comment on column authority_person.level_id is 'Their level';
create index authority_person_level on authority_person (level_id);
comment on index authority_person_level is 'The people of a level';

create table decision_authority (
  is_only boolean primary key default true check (is_only),
  version integer not null default 1
);
comment on table decision_authority is
  'The version of the levels and of who has which, in one row.';
comment on column decision_authority.is_only is 'There is one row';
comment on column decision_authority.version is 'Increases with each change; the ETag';
insert into decision_authority default values;
