-- People without a role say whom they work for and why they need access.
create table access_request (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user (id),
  message text not null check (length(message) between 1 and 500),
  company text check (length(company) between 1 and 200),
  created_at timestamptz not null,
  answered_at timestamptz,
  answered_by_id uuid references app_user (id),
  refusal text check (length(refusal) between 1 and 500),
  check (refusal is null or answered_at is not null)
);
comment on table access_request is
  'Requests for access by people without a role, with the answers of the administrators';
comment on column access_request.id is 'Its id in the API; grows with time';
comment on column access_request.user_id is 'Who asks';
comment on column access_request.message is 'Why they need access, in their own words';
comment on column access_request.company is
  'Whom they say they work for; null if it is the company of their account';
comment on column access_request.created_at is 'When they asked';
comment on column access_request.answered_at is 'When it was answered; null while it is open';
comment on column access_request.answered_by_id is
  'Who answered it; null if the person got a role in another way';
comment on column access_request.refusal is
  'Why it was refused, as the person reads it; null if access was granted';
create unique index access_request_one_open on access_request (user_id)
  where answered_at is null;
comment on index access_request_one_open is 'A person has one open request';
create index access_request_user on access_request (user_id, id desc);
comment on index access_request_user is 'The requests of a person, newest first';

alter table access_request enable row level security;
create policy all_rows on access_request to portal_app using (true) with check (true);
create policy seen_by_one_company on access_request for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on access_request for insert to portal_tenant
  with check (answered_at is null and exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select on access_request to portal_tenant;
grant insert (user_id, message, company, created_at) on access_request to portal_tenant;
