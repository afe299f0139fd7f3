-- baseline: the schema of release 043cc79f
-- Notifications, and announcements of administrators. Each node caches people's notifications;
-- triggers say when to drop them.

create table notification (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user (id),
  actor_id uuid references app_user (id),
  type text not null check (type in ('PROXY_LOAN', 'TDOC', 'CONVERSATION', 'USER')),
  action text not null,
  title text not null,
  description text not null default '',
  entity_id uuid,
  status text not null default 'UNCHECKED' check (status in ('UNCHECKED', 'CHECKED')),
  created_at timestamptz not null,
  mailed_at timestamptz
);
comment on table notification is
  'A notification of one person, written in the transaction that causes it. Contains nothing that '
  'they may not see.';
comment on column notification.id is 'Its id in the API; grows with time';
comment on column notification.user_id is 'The recipient';
comment on column notification.actor_id is 'Who caused it; null if time did';
comment on column notification.type is 'PROXY_LOAN, TDOC, CONVERSATION or USER';
comment on column notification.action is
  'A notification action of the contract; decides where a click leads';
comment on column notification.title is 'What happened';
comment on column notification.description is 'What it happened to';
comment on column notification.entity_id is 'The SLV, the Tdoc or the user that it is about';
comment on column notification.status is 'UNCHECKED until viewed';
comment on column notification.created_at is 'When it happened';
comment on column notification.mailed_at is 'When it was sent by email; null before';
create index notification_user on notification (user_id, id desc);
comment on index notification_user is 'A person''s notifications, newest first';
create index notification_entity on notification (entity_id) where entity_id is not null;
comment on index notification_entity is 'Who was notified of an SLV or a Tdoc';
create index notification_unviewed on notification (user_id, id desc) where status = 'UNCHECKED';
comment on index notification_unviewed is 'A person''s unviewed notifications, newest first';

create function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
comment on function tell_of_notification() is
  'Notifies every node to drop its cached notifications of this person; equal payloads of a '
  'transaction are sent once';

create trigger notification_changed after insert or update or delete on notification
  for each row execute function tell_of_notification();

alter table notification enable row level security;
create policy all_rows on notification to portal_app using (true) with check (true);
create policy seen_by_one_company on notification for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on notification for insert to portal_tenant
  with check (actor_id is null or exists (select from app_user person
    where person.id = actor_id and person.company_id = own_company()));
create policy changed_by_one_company on notification for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on notification for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on notification to portal_tenant;
grant update (
  actor_id, type, action, title, description, entity_id, status, mailed_at
) on notification to portal_tenant;

create function tell_of_sight() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_notify('notification', reader.user_id::text)
    from (select distinct user_id from notification where entity_id = new.id) reader;
  return null;
end $$;
comment on function tell_of_sight() is
  'Notifies every node to drop the cached notifications of everyone who was notified of an SLV or '
  'a Tdoc, because other people may see it now';
create trigger slv_sight_changed after update on slv
  for each row when (
    (old.status, old.company_id, old.seller_id, old.underwriter_id, old.underwriter_manager_id,
      old.trade_desk_id, old.tagged_ids)
    is distinct from
    (new.status, new.company_id, new.seller_id, new.underwriter_id, new.underwriter_manager_id,
      new.trade_desk_id, new.tagged_ids))
 
  execute function tell_of_sight();
create trigger tdoc_sight_changed after update on tdoc
  for each row when ((old.vendor_id, old.loan_kind) is distinct from (new.vendor_id, new.loan_kind))
  execute function tell_of_sight();

create function tell_of_bdd() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification', bdd_id::text)
    from (values (old.bdd_id), (new.bdd_id)) bdd (bdd_id)
    where bdd_id is not null;
  return null;
end $$;
comment on function tell_of_bdd() is 'Does the same for the former and the new BDD of a seller';
create trigger company_bdd_changed after update on company
  for each row when (old.bdd_id is distinct from new.bdd_id) execute function tell_of_bdd();

-- Each recipient has it as a notification, too.
create table announcement (
  id uuid primary key default uuidv7(),
  created_by_id uuid not null references app_user (id),
  created_at timestamptz not null,
  title text not null check (length(title) between 1 and 100),
  description text not null check (length(description) between 1 and 1000),
  roles text[] not null,
  company_ids uuid[] not null,
  recipients integer not null check (recipients > 0)
);
comment on table announcement is 'An announcement as it was sent. Rows are never changed.';
comment on column announcement.id is 'Its id in the API; grows with time';
comment on column announcement.created_by_id is 'Who sent it';
comment on column announcement.created_at is 'When it was sent';
comment on column announcement.title is 'The title of the notification';
comment on column announcement.description is 'The text of the notification';
comment on column announcement.roles is 'The roles that it was sent to; empty for every role';
comment on column announcement.company_ids is
  'The companies that it was sent to; empty for every company';
comment on column announcement.recipients is 'How many people got it';

create trigger announcement_is_append_only before update or delete on announcement
  for each row execute function refuse_change();
