-- Targets and the business calendar: data, so that the buyer can change them.

create table sla_item (
  name text primary key,
  label text not null,
  area text not null check (area in ('SLV', 'TDOC')),
  target_days integer not null check (target_days between 0 and 365),
  warn_days integer not null check (warn_days between 0 and 365)
);
comment on table sla_item is 'How many business days a step may take.';
comment on column sla_item.name is 'Its id on the wire';
comment on column sla_item.label is 'As people read it';
comment on column sla_item.area is 'SLV or TDOC';
comment on column sla_item.target_days is 'Business days; one more is overdue';
comment on column sla_item.warn_days is 'A clock warns when so many days or fewer are left';
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

create table business_calendar (
  id boolean primary key default true check (id),
  time_zone text not null,
  cut_off text not null check (cut_off ~ '^([01]\d|2[0-3]):[0-5]\d$')
);
comment on table business_calendar is 'The one business calendar.';
comment on column business_calendar.id is 'There is one row';
comment on column business_calendar.time_zone is 'IANA name; days are civil days there';
comment on column business_calendar.cut_off is 'HH:mm; what arrives then or later counts as received the next business day';
insert into business_calendar (time_zone, cut_off) values ('America/New_York', '15:00');

create table business_frame (
  weekday integer not null check (weekday between 0 and 6),
  opens text not null check (opens ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  closes text not null check (closes ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  primary key (weekday, opens),
  check (closes > opens)
);
comment on table business_frame is 'When the buyer works; a weekday without a frame is no business day.';
comment on column business_frame.weekday is '0 is Sunday';
comment on column business_frame.opens is 'HH:mm';
comment on column business_frame.closes is 'HH:mm';
insert into business_frame (weekday, opens, closes)
select weekday, '09:00', '18:00' from generate_series(1, 5) as weekday;

create table business_holiday (
  day date primary key,
  name text not null
);
comment on table business_holiday is 'US federal holidays as observed; editable.';
comment on column business_holiday.day is 'The day off, moved to Friday or Monday when it falls on a weekend';
comment on column business_holiday.name is 'As people read it in the explanation of a due date';

with years as (select generate_series(2024, 2035) as y),
fixed as (
  select make_date(y, m, d) as day, name
  from years, (values (1, 1, 'New Year''s Day'), (6, 19, 'Juneteenth'), (7, 4, 'Independence Day'),
                      (11, 11, 'Veterans Day'), (12, 25, 'Christmas Day')) as f (m, d, name)
),
-- The nth given weekday (0 is Sunday) of a month; the last Monday of May is counted from June.
floating as (
  select (make_date(y, m, 1) + ((weekday - extract(dow from make_date(y, m, 1))::int + 7) % 7) + 7 * (nth - 1))::date as day, name
  from years, (values (1, 1, 3, 'Martin Luther King Jr. Day'), (2, 1, 3, 'Washington''s Birthday'), (6, 1, 0, 'Memorial Day'),
                      (9, 1, 1, 'Labor Day'), (10, 1, 2, 'Columbus Day'), (11, 4, 4, 'Thanksgiving Day')) as f (m, weekday, nth, name)
)
insert into business_holiday (day, name)
select case extract(dow from day) when 6 then day - 1 when 0 then day + 1 else day end, name from fixed
union all
select day, name from floating;
