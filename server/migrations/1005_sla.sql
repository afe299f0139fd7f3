-- baseline: the schema of release 043cc79f
-- SLA targets and the business calendar. Both are data, so that the buyer can change them.

create table sla_item (
  name text primary key,
  label text not null,
  area text not null check (area in ('SLV', 'TDOC')),
  target_days integer not null check (target_days between 0 and 365),
  warn_days integer not null check (warn_days between 0 and 365),
  version integer not null default 1
);
comment on table sla_item is 'How many business days a step may take.';
comment on column sla_item.name is 'Its id in the API';
comment on column sla_item.label is 'As people read it';
comment on column sla_item.area is 'SLV or TDOC';
comment on column sla_item.target_days is 'Business days; one more is overdue';
comment on column sla_item.warn_days is 'The clock warns when this many days or fewer are left';
comment on column sla_item.version is 'Increases with each change; the ETag';
insert into sla_item (name, label, area, target_days, warn_days) values
  ('slvReview', 'SLV review', 'SLV', 2, 0),
  ('slvResubmission', 'Resubmission review', 'SLV', 2, 0),
  ('slrReview', 'SLR review', 'SLV', 1, 0),
  ('tdReview', 'Trade desk review', 'SLV', 1, 0),
  ('sellerDocuments', 'Documents from the seller', 'SLV', 5, 1),
  ('tdocAutomatic', 'Automatic Tdoc', 'TDOC', 3, 1),
  ('tdocManual', 'Manual Tdoc', 'TDOC', 3, 1),
  ('tdocEscalation', 'Escalation', 'TDOC', 1, 0),
  ('tdocPurchased', 'Purchased - post purchased', 'TDOC', 5, 1);

grant select on sla_item to portal_tenant;

create table business_calendar (
  id boolean primary key default true check (id),
  time_zone text not null,
  cut_off text not null check (cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  version integer not null default 1,
  ordinal_offset integer not null default 0
);
comment on table business_calendar is 'The one business calendar.';
comment on column business_calendar.id is 'There is one row';
comment on column business_calendar.time_zone is 'IANA name; days are calendar days there';
comment on column business_calendar.cut_off is
  'HH:mm; what arrives later counts as received on the next business day';
comment on column business_calendar.version is
  'Increases with each change of cut-off, hours or holidays; the ETag';
comment on column business_calendar.ordinal_offset is
  'Added to every ordinal, so that the day of a change keeps its ordinal';
insert into business_calendar (time_zone, cut_off) values ('America/New_York', '15:00');

grant select on business_calendar to portal_tenant;

create table business_frame (
  weekday integer not null check (weekday between 0 and 6),
  opens text not null check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes text not null check (closes ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (weekday, opens),
  check (closes > opens)
);
comment on table business_frame is 'Business hours; a weekday without hours is not a business day.';
comment on column business_frame.weekday is '0 is Sunday';
comment on column business_frame.opens is 'HH:mm';
comment on column business_frame.closes is 'HH:mm';
insert into business_frame (weekday, opens, closes)
select weekday, '09:00', '18:00' from generate_series(1, 5) as weekday;

grant select on business_frame to portal_tenant;

create table business_holiday (
  day date primary key,
  name text not null
);
comment on table business_holiday is 'US federal holidays as observed; editable.';
comment on column business_holiday.day is
  'The day off, moved to Friday or Monday when it falls on a weekend';
comment on column business_holiday.name is 'As people read it in the explanation of a due date';
with years as (select generate_series(2024, 2035) as y),
fixed as (
  select make_date(y, m, d) as day, name
  from years, (values
    (1, 1, 'New Year''s Day'),
    (6, 19, 'Juneteenth'),
    (7, 4, 'Independence Day'),
    (11, 11, 'Veterans Day'),
    (12, 25, 'Christmas Day')
  ) as f (m, d, name)
),
-- The nth given weekday (0 is Sunday) of a month; the last Monday of May is counted from June.
floating as (
  select (
      make_date(y, m, 1)
      + ((weekday - extract(dow from make_date(y, m, 1))::int + 7) % 7)
      + 7 * (nth - 1)
    )::date as day, name
  from years, (values
    (1, 1, 3, 'Martin Luther King Jr. Day'),
    (2, 1, 3, 'Washington''s Birthday'),
    (6, 1, 0, 'Memorial Day'),
    (9, 1, 1, 'Labor Day'),
    (10, 1, 2, 'Columbus Day'),
    (11, 4, 4, 'Thanksgiving Day')
  ) as f (m, weekday, nth, name)
)
insert into business_holiday (day, name)
-- A holiday on a Saturday is observed on Friday, one on a Sunday on Monday.
select case extract(dow from day) when 6 then day - 1 when 0 then day + 1 else day end, name
from fixed
union all
select day, name from floating;

grant select on business_holiday to portal_tenant;

create table business_calendar_past (
  version integer primary key,
  time_zone text not null,
  cut_off text not null,
  ordinal_offset integer not null,
  frames jsonb not null check (jsonb_typeof(frames) = 'array'),
  holidays jsonb not null check (jsonb_typeof(holidays) = 'array'),
  ended_at timestamptz not null
);
comment on table business_calendar_past is
  'Each replaced calendar as a whole, because clocks that ended before are counted by it. '
  'Append-only.';
comment on column business_calendar_past.version is 'Its business_calendar.version';
comment on column business_calendar_past.time_zone is 'IANA name';
comment on column business_calendar_past.cut_off is 'HH:mm';
comment on column business_calendar_past.ordinal_offset is 'As in business_calendar';
comment on column business_calendar_past.frames is '[{weekday, opens, closes}]';
comment on column business_calendar_past.holidays is '[{day, name}]';
comment on column business_calendar_past.ended_at is 'When it was replaced';

create trigger business_calendar_past_is_append_only
  before update or delete on business_calendar_past
  for each row execute function refuse_change();

revoke update, delete on business_calendar_past from portal_app;
grant select on business_calendar_past to portal_tenant;

create table sla_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32)
);
comment on table sla_history is
  'Changes of SLA targets and of the calendar. Append-only, hash-chained; written in the '
  'transaction of the change.';
comment on column sla_history.id is 'Order of writing';
comment on column sla_history.at is 'When';
comment on column sla_history.actor_id is 'Who did it';
comment on column sla_history.changes is '[{field, before, after}]';
comment on column sla_history.position is 'Its place in the chain, from 1; given by chain_history';
comment on column sla_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
create index sla_history_actor on sla_history (actor_id);

create trigger sla_history_is_append_only before update or delete on sla_history
  for each row execute function refuse_change();
create trigger sla_history_is_never_emptied before truncate on sla_history
  execute function refuse_change();
create trigger sla_history_is_chained before insert on sla_history for each row
  execute function chain_history();

revoke update, delete on sla_history from portal_app;

-- Ordinals that were counted by one calendar mean nothing in another. Transactions that write
-- ordinals keep the calendar as it is until they end, all at the same time. One that changes it
-- waits for them, and has the calendar alone until it commits.
create function keep_calendar() returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(7001003);
  -- A separate statement: it sees what was committed while this one waited for the lock.
  return (select version from business_calendar);
end $$;
comment on function keep_calendar() is
  'Delays changes of the calendar until the transaction ends; returns its version';

create function take_calendar() returns integer language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(7001003);
  return (select version from business_calendar);
end $$;
comment on function take_calendar() is
  'Waits until no one writes ordinals, and delays those who would until the transaction ends; '
  'returns the calendar''s version';

create function tell_of_sla() returns trigger language plpgsql as $$
begin
  perform pg_notify('sla', '');
  return null;
end $$;
comment on function tell_of_sla() is 'Notifies every node to drop its cached targets and calendar';
create trigger sla_item_changed after insert or update or delete on sla_item
  for each statement execute function tell_of_sla();
create trigger business_calendar_changed after insert or update or delete on business_calendar
  for each statement execute function tell_of_sla();
