-- Targets and the business calendar can be changed: by whom and from what, and what was counted by an earlier calendar.

create table sla_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  changes jsonb not null check (jsonb_typeof(changes) = 'array')
);
comment on table sla_history is 'What changed of SLA items and of the calendar. Append-only; written in the transaction of what it tells.';
comment on column sla_history.id is 'Order of writing';
comment on column sla_history.at is 'When';
comment on column sla_history.actor_id is 'Who did it';
comment on column sla_history.changes is '[{field, before, after}]';
create index sla_history_actor on sla_history (actor_id);
create trigger sla_history_is_append_only before update or delete on sla_history
  for each row execute function refuse_change();

alter table sla_item add column version integer not null default 1;
comment on column sla_item.version is 'Grows with each change; what If-Match names';

alter table business_calendar
  add column version integer not null default 1,
  add column ordinal_offset integer not null default 0;
comment on column business_calendar.version is 'Grows with each change of cut-off, frames or holidays; the ETag';
comment on column business_calendar.ordinal_offset is 'Added to every ordinal, so that the day of the change keeps its own';

create table business_calendar_past (
  version integer primary key,
  time_zone text not null,
  cut_off text not null,
  ordinal_offset integer not null,
  frames jsonb not null check (jsonb_typeof(frames) = 'array'),
  holidays jsonb not null check (jsonb_typeof(holidays) = 'array'),
  ended_at timestamptz not null
);
comment on table business_calendar_past is 'Each calendar that was replaced, whole: what had ended by then was counted by it. Append-only.';
comment on column business_calendar_past.version is 'What business_calendar.version was';
comment on column business_calendar_past.time_zone is 'IANA name';
comment on column business_calendar_past.cut_off is 'HH:mm';
comment on column business_calendar_past.ordinal_offset is 'As in business_calendar';
comment on column business_calendar_past.frames is '[{weekday, opens, closes}]';
comment on column business_calendar_past.holidays is '[{day, name}]';
comment on column business_calendar_past.ended_at is 'When it was replaced';
create trigger business_calendar_past_is_append_only before update or delete on business_calendar_past
  for each row execute function refuse_change();

alter table slv add column counted_by integer not null default 1;
comment on column slv.counted_by is 'While no clock runs: the version of the calendar by which its days were counted. A running clock is counted by the present one';

-- Ordinals that were counted by one calendar mean nothing in another. So who writes any keeps the calendar as it is until
-- their transaction ends, all side by side; who changes it waits for them, and has it alone until they commit.
create function keep_calendar() returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(7001003);
  -- A statement of its own: it sees what was committed while the lock was waited for.
  return (select version from business_calendar);
end $$;
comment on function keep_calendar() is 'Holds changes of the calendar off until the transaction ends; answers with its version';

create function take_calendar() returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7001003);
  return (select version from business_calendar);
end $$;
comment on function take_calendar() is 'Waits until nobody writes ordinals, and lets nobody until the transaction ends; answers with the calendar''s version';

create function tell_of_sla() returns trigger language plpgsql as $$
begin
  perform pg_notify('sla', '');
  return null;
end $$;
comment on function tell_of_sla() is 'Lets every node forget the targets and the calendar that it remembers';
create trigger sla_item_changed after insert or update or delete on sla_item
  for each statement execute function tell_of_sla();
create trigger business_calendar_changed after insert or update or delete on business_calendar
  for each statement execute function tell_of_sla();
