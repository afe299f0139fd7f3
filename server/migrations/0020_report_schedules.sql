-- A chosen view of the figures comes by mail, weekly or monthly; and what opens the page of figures to the printing
-- browser when nobody is signed in.

create table report_schedule (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  search text not null check (length(search) <= 4000),
  cadence text not null check (cadence in ('WEEKLY', 'MONTHLY')),
  weekday smallint check (weekday between 1 and 7),
  is_paused boolean not null default false,
  next_at timestamptz not null,
  state text check (state in ('QUEUED', 'SENT', 'RETRYING', 'FAILED', 'REFUSED')),
  state_at timestamptz,
  last_sent_at timestamptz,
  done_due timestamptz,
  held_until timestamptz,
  created_at timestamptz not null,
  constraint weekly_has_its_day check ((cadence = 'WEEKLY') = (weekday is not null)),
  constraint state_has_its_time check ((state is null) = (state_at is null))
);
comment on table report_schedule is 'A view of the figures that is mailed to a person on a schedule. Its rights are asked each time anew.';
comment on column report_schedule.id is 'Its id on the wire; grows with time';
comment on column report_schedule.user_id is 'Whose it is, and to whom it is mailed; nobody else sees it';
comment on column report_schedule.name is 'As its person calls it; the subject of the mail';
comment on column report_schedule.search is 'The view, as the address of the page writes it: relative timeframes stay relative';
comment on column report_schedule.cadence is 'WEEKLY on its day, or MONTHLY on the first; at 07:00 in New York';
comment on column report_schedule.weekday is 'Monday is 1; null for monthly ones';
comment on column report_schedule.is_paused is 'Nothing comes until its person goes on with it';
comment on column report_schedule.next_at is 'When it is due next; moved on in the transaction that queues its mail';
comment on column report_schedule.state is 'How the last mailing went; REFUSED when its person had no right to the view';
comment on column report_schedule.state_at is 'Since when';
comment on column report_schedule.last_sent_at is 'When the mail server last took it';
comment on column report_schedule.done_due is 'The newest due time that was mailed or refused: whatever else is queued for it or an older one does nothing';
comment on column report_schedule.held_until is 'Whoever mails it holds it so long; then another may';
comment on column report_schedule.created_at is 'When';
create index report_schedule_user on report_schedule (user_id, id);
create index report_schedule_due on report_schedule (next_at) where not is_paused;

alter table print_ticket alter column session_hash drop not null;
alter table print_ticket add column user_id uuid references app_user (id) on delete cascade;
alter table print_ticket add constraint of_session_or_person check ((session_hash is null) <> (user_id is null));
-- An SLV's report is printed for somebody who is signed in alone.
alter table print_ticket add constraint person_opens_figures check (user_id is null or opens is not null);
create index print_ticket_user on print_ticket (user_id) where user_id is not null;
comment on column print_ticket.session_hash is 'The asker''s session: when it ends, the ticket goes with it; null where nobody asks';
comment on column print_ticket.user_id is 'For whom figures are printed on a schedule; null where somebody who is signed in asks';
