-- People, what they may do, and their sessions.

create table company (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('BUYER', 'SELLER', 'TPR_VENDOR')),
  name text not null check (name <> ''),
  corr_id text unique,
  bdd_id uuid,
  created_at timestamptz not null default now(),
  constraint a_seller_has_a_corr_id check (kind <> 'SELLER' or corr_id is not null)
);
comment on table company is 'The buyer, its sellers and its third-party review vendors. Every user belongs to one.';
comment on column company.kind is 'BUYER, SELLER or TPR_VENDOR';
comment on column company.name is 'As people read it; of a vendor also jumboVendorName';
comment on column company.corr_id is 'The client id (corrID) that LoanDock knows a seller by';
comment on column company.bdd_id is 'The business development director who looks after this seller';
comment on column company.created_at is 'When the portal first heard of it';
create unique index company_vendor_name on company (name) where kind = 'TPR_VENDOR';

create table app_user (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  first_name text not null default '',
  last_name text not null default '',
  name text not null generated always as (coalesce(nullif(trim(first_name || ' ' || last_name), ''), 'Unnamed-' || id::text)) stored,
  phone text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  company_id uuid not null references company (id),
  last_assigned_at timestamptz,
  created_at timestamptz not null default now()
);
comment on table app_user is 'Everyone who signs in: sellers and staff through LoanDock, reviewers with a password.';
comment on column app_user.email is 'Lower case; for sellers and staff the LoanDock account';
comment on column app_user.first_name is 'May be empty';
comment on column app_user.last_name is 'May be empty';
comment on column app_user.name is 'First plus last name, or Unnamed-{id} when both are empty (spec.md §3)';
comment on column app_user.phone is 'US number, as LoanDock has it';
comment on column app_user.status is 'An INACTIVE user holds no session';
comment on column app_user.company_id is 'Tenancy: what a seller sees ends here';
comment on column app_user.last_assigned_at is 'When an SLV was last given to them by first assignment; breaks ties';
comment on column app_user.created_at is 'When they first came';
create index app_user_company on app_user (company_id);

alter table company add constraint company_bdd foreign key (bdd_id) references app_user (id);
create index company_bdd on company (bdd_id) where bdd_id is not null;

create table user_role (
  user_id uuid not null references app_user (id),
  role text not null check (role in ('SELLER', 'UNDERWRITER', 'TPR', 'BDD', 'UBDD', 'DEFAULT')),
  position integer not null check (position >= 0),
  primary key (user_id, role),
  unique (user_id, position)
);
comment on table user_role is 'Roles of a user; the lowest position is the acting one.';
comment on column user_role.user_id is 'Whose role';
comment on column user_role.role is 'Role of spec.md §3';
comment on column user_role.position is 'Order; 0 is the acting role';

create table permission (
  key text primary key,
  label text not null,
  position integer not null unique
);
comment on table permission is 'The 14 permission keys of spec.md §3.';
comment on column permission.key is 'As on the wire';
comment on column permission.label is 'As people read it';
comment on column permission.position is 'Order of the spec';
insert into permission (key, label, position) values
  ('managePermissions', 'Can Manage Permissions', 1),
  ('manageSla', 'SLA Management', 2),
  ('myOwn', 'SLVs Management', 3),
  ('manageSlr', 'SLR Management', 4),
  ('manageTradeDesk', 'Trade Desk Management', 5),
  ('viewSlvDepartment', 'View Department', 6),
  ('assignLoans', 'Assign SLVs', 7),
  ('assignLoansSlr', 'Assign SLR Reviews', 8),
  ('assignLoansTradeDesk', 'Assign Trade Desk Reviews', 9),
  ('managePurchasedTdocs', 'View Queue Purchased - Post purchased', 10),
  ('inviteTpr', 'Send invites to TPR users', 11),
  ('myCompanyView', 'View My Company', 12),
  ('myCompanyAdmin', 'Reassign My Company Admin', 13),
  ('myCompanyReassignSlv', 'Ability to reassign SLVs', 14);

create table user_permission (
  user_id uuid not null references app_user (id),
  permission text not null references permission (key),
  primary key (user_id, permission)
);
comment on table user_permission is 'Who holds what. A row is a yes.';
comment on column user_permission.user_id is 'The holder';
comment on column user_permission.permission is 'What they hold';
create index user_permission_by_permission on user_permission (permission, user_id);

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  user_agent text not null default ''
);
comment on table session is 'Who is signed in. Idle 30 minutes or past ends_at is over.';
comment on column session.token_hash is 'SHA-256 of the cookie; the cookie itself is nowhere';
comment on column session.user_id is 'Whose session';
comment on column session.created_at is 'Sign-in';
comment on column session.last_used_at is 'Last request that counts (polling does not), kept to the minute';
comment on column session.ends_at is '12 hours after sign-in, whatever happens';
comment on column session.user_agent is 'For the list of sessions that their owner sees; cut to 200 characters';
create index session_by_user on session (user_id);
create index session_ends on session (ends_at);

create table used_ticket (
  jti text primary key,
  expires_at timestamptz not null
);
comment on table used_ticket is 'LoanDock tickets that were used: each signs in once, on all nodes together.';
comment on column used_ticket.jti is 'The id of the ticket';
comment on column used_ticket.expires_at is 'When the ticket dies by itself and the row may go';

create table idempotency_key (
  user_id uuid not null references app_user (id),
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  answer jsonb not null default 'null',
  created_at timestamptz not null,
  primary key (user_id, key)
);
comment on table idempotency_key is 'Answers of POSTs that carried an Idempotency-Key, written in the transaction of the work itself.';
comment on column idempotency_key.user_id is 'A key belongs to its user';
comment on column idempotency_key.key is 'As sent';
comment on column idempotency_key.request_hash is 'SHA-256 of method, path and body: the same key with another request is refused';
comment on column idempotency_key.answer is 'The JSON that was answered';
comment on column idempotency_key.created_at is 'Rows older than a day are swept';
create index idempotency_key_created on idempotency_key (created_at);
