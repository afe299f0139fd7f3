-- baseline: the schema of release 043cc79f
-- Companies, people, what they may do, and what changed about them.

create table company (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('BUYER', 'SELLER', 'TPR_VENDOR')),
  name text not null check (name <> ''),
  corr_id text unique,
  bdd_id uuid,
  created_at timestamptz not null default now(),
  constraint a_seller_has_a_corr_id check (kind <> 'SELLER' or corr_id is not null)
);
comment on table company is
  'The buyer, its sellers and its third-party review vendors. Every user belongs to one.';
comment on column company.id is 'Its id in the API';
comment on column company.kind is 'BUYER, SELLER or TPR_VENDOR';
comment on column company.name is 'As people read it; for a vendor also jumboVendorName';
comment on column company.corr_id is 'The client id (corrID) that LoanDock knows a seller by';
comment on column company.bdd_id is 'The business development director who looks after this seller';
comment on column company.created_at is 'When the portal first saw it';
create unique index company_vendor_name on company (lower(trim(name))) where kind = 'TPR_VENDOR';
comment on index company_vendor_name is 'Vendors differ by more than case and surrounding spaces';
create index company_bdd on company (bdd_id) where bdd_id is not null;
comment on index company_bdd is 'The sellers of a BDD';

alter table company enable row level security;
create policy all_rows on company to portal_app using (true) with check (true);
create policy seen_by_one_company on company for select to portal_tenant
  using (id = (select own_company()) or kind = 'BUYER');
grant select on company to portal_tenant;

create table app_user (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  name text not null
    generated always as (coalesce(nullif(trim(first_name || ' ' || last_name), ''), 
      'Unnamed-' || id::text)) stored,
  phone text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  company_id uuid not null references company (id),
  last_assigned_at timestamptz,
  created_at timestamptz not null default now(),
  notification_mail text not null default 'OFF'
    check (notification_mail in ('OFF', 'AT_ONCE', 'DAILY')),
  notification_mail_since timestamptz,
  last_used_at timestamptz,
  is_service boolean not null default false,

  constraint mailed_since check ((notification_mail = 'OFF') = (notification_mail_since is null)),
  constraint app_user_service_email check (is_service = (email like '%@service.invalid'))
);
comment on table app_user is
  'Everyone who signs in: sellers and staff through LoanDock, reviewers with a password. Also '
  'services, which call the API with a key.';
comment on column app_user.id is 'Its id in the API';
comment on column app_user.email is 'Lower case; for sellers and staff the LoanDock account';
comment on column app_user.first_name is 'May be empty';
comment on column app_user.last_name is 'May be empty';
comment on column app_user.name is
  'First plus last name, or Unnamed-{id} when both are empty (spec.md §3)';
comment on column app_user.phone is 'US number, as LoanDock has it';
comment on column app_user.status is 'An INACTIVE user has no session';
comment on column app_user.company_id is
  'A seller or reviewer sees only what belongs to this company';
comment on column app_user.last_assigned_at is
  'When first assignment last gave them an SLV; breaks ties';
comment on column app_user.created_at is 'When the account was created';
comment on column app_user.notification_mail is 'Notifications by email: OFF, AT_ONCE or DAILY';
comment on column app_user.notification_mail_since is
  'Notifications created before this are not sent by email; null while it is OFF';
comment on column app_user.last_used_at is
  'Last use of their most recent ended session; null before the first one has ended';
comment on column app_user.is_service is
  'Whether it is a program: it never signs in, is in no list of people and gets no work, mail or '
  'notification';
create index app_user_company on app_user (company_id);
create index app_user_mail_domain on app_user (split_part(email, '@', 2));
comment on index app_user_mail_domain is 'The people of an email domain, for invitations';
create index app_user_name on app_user (lower(name), id);
comment on index app_user_name is 'People by name';

alter table app_user enable row level security;
create policy all_rows on app_user to portal_app using (true) with check (true);
create policy seen_by_one_company on app_user for select to portal_tenant
  using (company_id = (select own_company())
    or company_id = any(array(select id from company where kind = 'BUYER')));
create policy changed_by_one_company on app_user for update to portal_tenant
  using (company_id = own_company()
    or exists (select from company where company.id = company_id and company.kind = 'BUYER'))
  with check (company_id = own_company());
create policy services_added_by_one_company on app_user for insert to portal_tenant
  with check (is_service and company_id = own_company()
    and exists (select from company where company.id = company_id and company.kind = 'SELLER'));
grant select on app_user to portal_tenant;
grant insert (email, first_name, company_id, created_at, is_service) on app_user to portal_tenant;
grant update (
  first_name, last_name, phone, status, notification_mail, notification_mail_since, last_used_at
) on app_user to portal_tenant;

alter table company add constraint company_bdd foreign key (bdd_id) references app_user (id);

create table user_role (
  user_id uuid not null references app_user (id),
  role text not null check (role in ('SELLER', 'UNDERWRITER', 'TPR', 'BDD', 'UBDD', 'DEFAULT')),
  position integer not null check (position >= 0),
  primary key (user_id, role),
  unique (user_id, position)
);
comment on table user_role is 'Roles of a user; the one at position 0 is the acting one.';
comment on column user_role.user_id is 'The user';
comment on column user_role.role is 'A role of spec.md §3';
comment on column user_role.position is 'Order; 0 is the acting role';

create function keep_acting_role() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  if exists (select from user_role where user_id = person)
    and not exists (select from user_role where user_id = person and position = 0) then
    raise exception 'A person acts in the role at position 0' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function keep_acting_role() is
  'A user with roles has one at position 0, the acting one. Checked when the transaction ends, '
  'because positions are swapped one by one';

create constraint trigger user_role_has_acting after insert or update or delete on user_role
  deferrable initially deferred for each row execute function keep_acting_role();

alter table user_role enable row level security;
create policy all_rows on user_role to portal_app using (true) with check (true);
create policy seen_by_one_company on user_role for select to portal_tenant
  using (exists (select from app_user person where person.id = user_id));
create policy changed_by_one_company on user_role for update to portal_tenant
  using (exists (select from app_user person where person.id = user_id))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy services_added_by_one_company on user_role for insert to portal_tenant
  with check (role = 'SELLER' and exists (select from app_user
    where app_user.id = user_id and app_user.is_service and app_user.company_id = own_company()));
grant select, insert on user_role to portal_tenant;
grant update (position) on user_role to portal_tenant;

create table permission (
  key text primary key,
  position integer not null unique
);
comment on table permission is
  'The permissions: the 14 keys of spec.md §3, manageGuidelines and manageIntegrations.';
comment on column permission.key is 'As in the API';
comment on column permission.position is 'Order in lists';
insert into permission (key, position) values
  ('managePermissions', 1),
  ('manageSla', 2),
  ('myOwn', 3),
  ('manageSlr', 4),
  ('manageTradeDesk', 5),
  ('viewSlvDepartment', 6),
  ('assignLoans', 7),
  ('assignLoansSlr', 8),
  ('assignLoansTradeDesk', 9),
  ('managePurchasedTdocs', 10),
  ('inviteTpr', 11),
  ('myCompanyView', 12),
  ('myCompanyAdmin', 13),
  ('myCompanyReassignSlv', 14),
  ('manageGuidelines', 15),
  ('manageIntegrations', 16);

revoke insert, update, delete on permission from portal_app;
grant select on permission to portal_tenant;

create table user_permission (
  user_id uuid not null references app_user (id),
  permission text not null references permission (key),
  primary key (user_id, permission)
);
comment on table user_permission is 'Who has which permission.';
comment on column user_permission.user_id is 'The user';
comment on column user_permission.permission is 'A permission that they have';
create index user_permission_by_permission on user_permission (permission, user_id);
comment on index user_permission_by_permission is 'Who has a permission';

alter table user_permission enable row level security;
create policy all_rows on user_permission to portal_app using (true) with check (true);
create policy seen_by_one_company on user_permission for select to portal_tenant
  using (exists (select from app_user person where person.id = user_id));
create policy added_by_one_company on user_permission for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company())
    and permission = any(case (select kind from company where id = own_company())
      when 'SELLER' then array[
        'myCompanyView', 'myCompanyAdmin', 'myCompanyReassignSlv', 'manageIntegrations']
      when 'TPR_VENDOR' then array['inviteTpr', 'myCompanyAdmin'] end));
create policy removed_by_one_company on user_permission for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on user_permission to portal_tenant;

create table user_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user (id),
  at timestamptz not null,
  actor_id uuid references app_user (id),
  action text not null,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  custom_message text,
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32)
);
comment on table user_history is
  'What changed about a person: roles, permissions, status, names, second factors. Append-only, '
  'hash-chained; written in the transaction of the change.';
comment on column user_history.id is 'Order of writing';
comment on column user_history.user_id is 'The person';
comment on column user_history.at is 'When';
comment on column user_history.actor_id is 'Who did it; null when no one was signed in';
comment on column user_history.action is 'A UserAction of the contract';
comment on column user_history.changes is '[{field, before, after}]; never a secret';
comment on column user_history.custom_message is 'The message that was sent to the person with it';
comment on column user_history.position is
  'Its place in the chain of its person, from 1; given by chain_history';
comment on column user_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
create index user_history_user on user_history (user_id, id desc);
create index user_history_actor on user_history (actor_id);

create trigger user_history_is_append_only before update or delete on user_history
  for each row execute function refuse_change();
create trigger user_history_is_never_emptied before truncate on user_history
  execute function refuse_change();
create trigger user_history_is_chained before insert on user_history for each row
  execute function chain_history('user_id');

revoke update, delete on user_history from portal_app;
alter table user_history enable row level security;
create policy all_rows on user_history to portal_app using (true) with check (true);
create policy seen_by_one_company on user_history for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on user_history for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company())
    and (actor_id is null or exists (select from app_user person
    where person.id = actor_id and person.company_id = own_company())));
grant select, insert on user_history to portal_tenant;

-- Made on the command line (docs/operations.md, "The first administrator").
create table admin_invitation (
  email text primary key check (email = lower(email)),
  expires_at timestamptz not null
);
comment on table admin_invitation is
  'Who becomes the administrator at their next sign-in, as long as no one manages permissions. '
  'Deleted when used.';
comment on column admin_invitation.email is 'Lower case; the address that they sign in with';
comment on column admin_invitation.expires_at is 'It has no effect from then on';
