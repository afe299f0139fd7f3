-- What people choose to get by email, by kind of notification, and how each
-- notification is emailed.

create table mail_preference (
  user_id uuid not null references app_user (id),
  kind text not null check (kind <> ''),
  frequency text not null check (frequency in ('IMMEDIATELY', 'DAILY', 'OFF')),
  changed_at timestamptz not null,
  primary key (user_id, kind)
);
comment on table mail_preference is
  'How a person chose to get the emails of a kind. Without a row, app_user.notification_mail '
  'counts unless it is OFF, then the default of the kind.';
comment on column mail_preference.user_id is 'The person';
comment on column mail_preference.kind is 'A kind of email of the contract';
comment on column mail_preference.frequency is 'IMMEDIATELY, DAILY or OFF';
comment on column mail_preference.changed_at is 'When they chose it, or unsubscribed';

alter table mail_preference enable row level security;
create policy all_rows on mail_preference to portal_app using (true) with check (true);
create policy seen_by_one_company on mail_preference for select to portal_tenant
  using (exists (select from app_user person where person.id = user_id));
create policy added_by_one_company on mail_preference for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on mail_preference for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert on mail_preference to portal_tenant;
grant update (frequency, changed_at) on mail_preference to portal_tenant;

alter table notification
  add column mail text check (mail in ('IMMEDIATELY', 'DAILY', 'OFF')),
  add column comment_id uuid;
comment on column notification.mail is
  'How it is emailed: IMMEDIATELY, DAILY or OFF; null if a node of 1.0.0 wrote it';
comment on column notification.comment_id is
  'The comment that it is about, whose text is emailed; null otherwise';
grant update (mail, comment_id) on notification to portal_tenant;
create index notification_for_daily_mail on notification (user_id)
  where mail = 'DAILY' and mailed_at is null and status = 'UNCHECKED';
comment on index notification_for_daily_mail is 'Who has notifications for the daily email';
