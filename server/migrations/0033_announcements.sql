-- What administrators announced to many people at once; each of them has it as a notification.

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
create trigger announcement_is_append_only before update or delete on announcement
  for each row execute function refuse_change();
comment on table announcement is 'An announcement as it was sent. Rows are never changed.';
comment on column announcement.id is 'Its id on the wire; grows with time';
comment on column announcement.created_by_id is 'Who sent it';
comment on column announcement.created_at is 'When it was sent';
comment on column announcement.title is 'The title of the notification';
comment on column announcement.description is 'The text of the notification';
comment on column announcement.roles is 'The roles that it was sent to; empty for every role';
comment on column announcement.company_ids is 'The companies that it was sent to; empty for every company';
comment on column announcement.recipients is 'How many people got it';
