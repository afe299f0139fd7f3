-- The letter of a decision has a code, by which anyone who holds it checks whether the decision is in effect.
create table slv_letter (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  slv_id uuid not null references slv (id),
  decided_at timestamptz not null,
  good_until date,
  constraint slv_letter_of_one_decision unique (slv_id, decided_at)
);
comment on table slv_letter is
  'The letters of decisions: one for each, made with it or, for decisions of earlier releases, when it is first opened';
comment on column slv_letter.code is '80 random bits, as the letter has them without hyphens';
comment on column slv_letter.slv_id is 'The SLV';
comment on column slv_letter.decided_at is
  'Its decision: decision_date of the SLV while that decision is in effect';
comment on column slv_letter.good_until is 'The last day of the approval; null for other decisions';

revoke update, delete on slv_letter from portal_app;
alter table slv_letter enable row level security;
create policy all_rows on slv_letter to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_letter for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on slv_letter for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id));
grant select, insert on slv_letter to portal_tenant;
