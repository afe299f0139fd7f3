-- baseline: the schema of release 043cc79f
-- Services with API keys, webhooks by the Standard Webhooks specification (docs/decisions/039),
-- and users and groups that an identity provider manages over SCIM 2.0
-- (docs/decisions/038-scim.md).

create table api_key (
  id uuid primary key default uuidv7(),
  service_id uuid not null references app_user (id),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  shown text not null,
  created_by_id uuid not null references app_user (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
comment on table api_key is
  'API keys of services. Revoking one deletes it; user_history of the service keeps what happened.';
comment on column api_key.id is 'Its id in the API; grows with time';
comment on column api_key.service_id is 'Whose role and permissions a call with it has';
comment on column api_key.token_hash is 'SHA-256 of the key, which is not stored';
comment on column api_key.shown is 'The first characters of the key, to recognize it';
comment on column api_key.created_by_id is 'Who created it';
comment on column api_key.created_at is 'When it was created';
comment on column api_key.expires_at is
  'When it stops working; a rotation sets it to a day later at most';
comment on column api_key.last_used_at is 'Last call, kept to the minute';
create index api_key_service on api_key (service_id);

alter table api_key enable row level security;
create policy all_rows on api_key to portal_app using (true) with check (true);
create policy one_company on api_key to portal_tenant
  using (exists (select from app_user
    where app_user.id = service_id and app_user.is_service and app_user.company_id = own_company()))
  with check (exists (select from app_user
    where app_user.id = service_id and app_user.is_service and app_user.company_id = own_company())
    and exists (select from app_user
      where app_user.id = created_by_id and app_user.company_id = own_company()));
grant select, insert, delete on api_key to portal_tenant;
grant update (expires_at) on api_key to portal_tenant;

create table webhook (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company (id),
  owner_id uuid not null references app_user (id),
  name text not null,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'DISABLED')),
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  failing_since timestamptz,
  created_by_id uuid not null references app_user (id),
  created_at timestamptz not null,

  check ((former_secret is null) = (former_until is null))
);
comment on table webhook is 'Subscriptions: which events are sent to which address.';
comment on column webhook.id is 'Its id in the API; grows with time';
comment on column webhook.company_id is 'The company whose managers manage it';
comment on column webhook.owner_id is 'The person or service whose rights decide what is delivered';
comment on column webhook.name is 'As its managers named it';
comment on column webhook.url is 'Where events are sent';
comment on column webhook.events is 'The subscribed events of the contract';
comment on column webhook.status is
  'ACTIVE; PAUSED by a manager; DISABLED because the receiver refused or failed for too long';
comment on column webhook.secret is
  'What deliveries are signed with, encrypted with the portal’s key';
comment on column webhook.former_secret is 'The secret before the last rotation, encrypted';
comment on column webhook.former_until is
  'Until when deliveries are also signed with the former secret';
comment on column webhook.failing_since is 'The first failed attempt after the last successful one';
comment on column webhook.created_by_id is 'Who created it';
comment on column webhook.created_at is 'When it was created';
create index webhook_company on webhook (company_id);

alter table webhook enable row level security;
create policy all_rows on webhook to portal_app using (true) with check (true);
create policy one_company on webhook to portal_tenant
  using (company_id = own_company())
  with check (company_id = own_company()
    and exists (select from app_user
      where app_user.id = owner_id and app_user.company_id = own_company())
    and exists (select from app_user
      where app_user.id = created_by_id and app_user.company_id = own_company()));
grant select, insert, delete on webhook to portal_tenant;
grant update (
  name, url, events, status, secret, former_secret, former_until, failing_since
) on webhook to portal_tenant;

create table webhook_delivery (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references webhook (id) on delete cascade,
  event text not null,
  subject_id uuid,
  payload text not null,
  created_at timestamptz not null,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'DELIVERED', 'FAILED', 'CANCELED')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  last_attempt_at timestamptz,
  status_code integer,
  error text,

  check ((status = 'PENDING') = (next_attempt_at is not null))
);
comment on table webhook_delivery is 'Events to deliver, and delivered ones for 30 days.';
comment on column webhook_delivery.id is
  'Its id in the API and, after msg_, the webhook-id; a replay keeps it';
comment on column webhook_delivery.webhook_id is 'Where it is sent';
comment on column webhook_delivery.event is 'An event of the contract, or webhook.test';
comment on column webhook_delivery.subject_id is 'The SLV or Tdoc; null for a test';
comment on column webhook_delivery.payload is
  'The body, as the owner might see it when it was created; a replay keeps it';
comment on column webhook_delivery.created_at is 'When it was created';
comment on column webhook_delivery.status is
  'PENDING; DELIVERED; FAILED after the last attempt; CANCELED if the owner may not see it any more';
comment on column webhook_delivery.attempts is 'Attempts since it was created or replayed';
comment on column webhook_delivery.next_attempt_at is
  'When it is tried next; also identifies the job that tries it';
comment on column webhook_delivery.last_attempt_at is 'When it was last tried';
comment on column webhook_delivery.status_code is 'The HTTP status of the last answer';
comment on column webhook_delivery.error is 'Why the last attempt failed, as a sentence';
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id desc);
comment on index webhook_delivery_webhook is 'Deliveries of a webhook, newest first';
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where status = 'PENDING';
comment on index webhook_delivery_due is 'Deliveries to try next';
create index webhook_delivery_created on webhook_delivery (created_at);
comment on index webhook_delivery_created is 'For the deletion of old deliveries';
create index webhook_delivery_subject on webhook_delivery (subject_id);
comment on index webhook_delivery_subject is 'Deliveries about an SLV or a Tdoc';

alter table webhook_delivery enable row level security;
create policy all_rows on webhook_delivery to portal_app using (true) with check (true);
create policy one_company on webhook_delivery to portal_tenant
  using (exists (select from webhook where webhook.id = webhook_id))
  with check (exists (select from webhook where webhook.id = webhook_id));
grant select, insert on webhook_delivery to portal_tenant;
grant update (status, attempts, next_attempt_at) on webhook_delivery to portal_tenant;

create table webhook_outbox (
  id bigint generated always as identity primary key,
  slv_history_id bigint,
  tdoc_history_id bigint,
  check (num_nonnulls(slv_history_id, tdoc_history_id) = 1)
);
comment on table webhook_outbox is
  'History entries for which the job create-deliveries has yet to look for receivers. Filled only '
  'for companies with webhooks.';
comment on column webhook_outbox.id is 'Order of writing';
comment on column webhook_outbox.slv_history_id is 'The entry of slv_history';
comment on column webhook_outbox.tdoc_history_id is 'The entry of tdoc_history';

create function note_slv_events()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from webhook where status = 'ACTIVE') then
    insert into webhook_outbox (slv_history_id)
      select added.id from added join slv on slv.id = added.slv_id
        where exists (select from webhook join company on company.id = webhook.company_id
          where webhook.status = 'ACTIVE'
            and (company.id = slv.company_id or company.kind = 'BUYER'))
        order by added.id;
  end if;
  return null;
end $$;
comment on function note_slv_events() is
  'Queues history entries of SLVs that a company with an active webhook may see';
revoke execute on function note_slv_events() from public;
create trigger slv_history_is_noted after insert on slv_history referencing new table as added
  for each statement execute function note_slv_events();

create function note_tdoc_events()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Only the buyer and vendors see Tdocs, and vendors have no webhooks.
  if exists (select from webhook join company on company.id = webhook.company_id
      where webhook.status = 'ACTIVE' and company.kind = 'BUYER') then
    insert into webhook_outbox (tdoc_history_id) select id from added order by id;
  end if;
  return null;
end $$;
comment on function note_tdoc_events() is
  'Queues history entries of Tdocs if the buyer has an active webhook';
revoke execute on function note_tdoc_events() from public;
create trigger tdoc_history_is_noted after insert on tdoc_history referencing new table as added
  for each statement execute function note_tdoc_events();

create function has_webhook_events()
returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from webhook_outbox)
$$;
comment on function has_webhook_events() is
  'Whether the job create-deliveries has something to do; sellers’ requests may not read the table';
revoke execute on function has_webhook_events() from public;
grant execute on function has_webhook_events() to portal_app, portal_tenant;

create table scim_user (
  user_id uuid primary key references app_user (id),
  user_name text not null,
  external_id text,
  deleted_at timestamptz
);
comment on table scim_user is
  'What the identity provider stores about a user. Users that it never created or changed have no '
  'row.';
comment on column scim_user.user_id is 'The user';
comment on column scim_user.user_name is
  'userName as sent; compared without regard to case. Without a row, it is the email address';
comment on column scim_user.external_id is 'The identity provider’s id of the user';
comment on column scim_user.deleted_at is
  'When the identity provider deleted the user: inactive, without rights, and not found by SCIM '
  'until created again';
create unique index scim_user_name on scim_user (lower(user_name));
comment on index scim_user_name is 'userName is unique regardless of case';
create index scim_user_external on scim_user (external_id);
comment on index scim_user_external is 'Users by the identity provider''s id';

create table scim_group (
  id uuid primary key default uuidv7(),
  display_name text not null,
  external_id text,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
comment on table scim_group is
  'Groups of the identity provider. The setting GROUP_ROLES says which roles and permissions they '
  'give.';
comment on column scim_group.id is 'Its id in the API';
comment on column scim_group.display_name is
  'Its name, by which GROUP_ROLES finds it, without regard to case';
comment on column scim_group.external_id is 'The identity provider’s id of the group';
comment on column scim_group.version is 'Increases with each change; the ETag';
comment on column scim_group.created_at is 'When it was created';
comment on column scim_group.changed_at is 'When it or its members last changed';
create unique index scim_group_name on scim_group (lower(display_name));
comment on index scim_group_name is 'Group names are unique regardless of case';

create table scim_member (
  group_id uuid not null references scim_group (id) on delete cascade,
  user_id uuid not null references app_user (id),
  primary key (group_id, user_id)
);
comment on table scim_member is 'Who is in which group.';
comment on column scim_member.group_id is 'The group';
comment on column scim_member.user_id is 'The member';
create index scim_member_user on scim_member (user_id);
