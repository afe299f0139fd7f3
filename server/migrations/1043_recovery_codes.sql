-- Recovery codes: a second factor for people who lost their device.
create table recovery_code (
  code_hash bytea primary key check (octet_length(code_hash) = 32),
  user_id uuid not null references credential (user_id),
  created_at timestamptz not null,
  used_at timestamptz
);
comment on table recovery_code is
  'Recovery codes of people who added a second factor. New codes replace the old ones.';
comment on column recovery_code.code_hash is
  'HMAC of person and code under the portal''s secret key; the code is not stored';
comment on column recovery_code.user_id is 'Whose code it is';
comment on column recovery_code.created_at is 'When it was created';
comment on column recovery_code.used_at is 'When it was used: a code works once';
create index recovery_code_user on recovery_code (user_id);

alter table recovery_code enable row level security;
create policy all_rows on recovery_code to portal_app using (true) with check (true);
create policy seen_by_one_company on recovery_code for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on recovery_code for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on recovery_code for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on recovery_code to portal_tenant;
