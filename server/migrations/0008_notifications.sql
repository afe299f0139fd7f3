-- What people are told, and whether they want it by mail too.

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
comment on table notification is 'What one person is told, written in the transaction that causes it. Holds nothing that its reader may not see.';
comment on column notification.id is 'Its id on the wire; grows with time';
comment on column notification.user_id is 'Who is told';
comment on column notification.actor_id is 'Whose doing it was; null for what time brought';
comment on column notification.type is 'PROXY_LOAN, TDOC, CONVERSATION or USER';
comment on column notification.action is 'One of the contract''s notification actions; where a click leads';
comment on column notification.title is 'What happened';
comment on column notification.description is 'To what';
comment on column notification.entity_id is 'The SLV, the Tdoc or the user that it is about';
comment on column notification.status is 'UNCHECKED until viewed';
comment on column notification.created_at is 'When it happened';
comment on column notification.mailed_at is 'When it went out by mail; null while it has not';
create index notification_user on notification (user_id, id desc);
create index notification_entity on notification (entity_id) where entity_id is not null;
create index notification_unviewed on notification (user_id, id desc) where status = 'UNCHECKED';

alter table app_user
  add column notification_mail text not null default 'OFF' check (notification_mail in ('OFF', 'AT_ONCE', 'DAILY')),
  add column notification_mail_since timestamptz,
  add constraint mailed_since check ((notification_mail = 'OFF') = (notification_mail_since is null));
comment on column app_user.notification_mail is 'Notifications by mail: OFF, AT_ONCE or DAILY';
comment on column app_user.notification_mail_since is 'Since when they go by mail: what came before does not; null while it is OFF';

create function tell_of_notification() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
comment on function tell_of_notification() is 'Lets every node forget what it knew of this person''s notifications; equal payloads of a transaction are sent once';
create trigger notification_changed after insert or update or delete on notification
  for each row execute function tell_of_notification();

create function tell_of_sight() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification', told.user_id::text)
    from (select distinct user_id from notification where entity_id = new.id) told;
  return null;
end $$;
comment on function tell_of_sight() is 'Lets every node forget the lists of those who were told of an SLV that may be in other people''s sight now';
create trigger slv_sight_changed after update on slv
  for each row when (
    (old.status, old.company_id, old.seller_id, old.underwriter_id, old.underwriter_manager_id, old.trade_desk_id, old.tagged_ids)
    is distinct from
    (new.status, new.company_id, new.seller_id, new.underwriter_id, new.underwriter_manager_id, new.trade_desk_id, new.tagged_ids))
  execute function tell_of_sight();

create function tell_of_bdd() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification', bdd_id::text) from (values (old.bdd_id), (new.bdd_id)) bdd (bdd_id) where bdd_id is not null;
  return null;
end $$;
comment on function tell_of_bdd() is 'The same for the BDDs whom a seller is taken from and given to';
create trigger company_bdd_changed after update on company
  for each row when (old.bdd_id is distinct from new.bdd_id) execute function tell_of_bdd();
