-- baseline: the schema of release 043cc79f
-- Reporting: which SLVs changed since a node last counted (docs/decisions/024), scheduled emails
-- of figures, and what the printing browser uses instead of a session.

create table reporting_change (
  changed_in xid8 not null default pg_current_xact_id(),
  slv_id uuid,
  at timestamptz not null default now()
);
comment on table reporting_change is
  'What changed that reporting counts, so that a node updates its figures instead of counting '
  'everything again. A job deletes rows older than a day.';
comment on column reporting_change.changed_in is
  'The transaction: a reader that remembers the oldest running one misses none';
comment on column reporting_change.slv_id is
  'The SLV; null if a name of a company or a person changed, or a company''s BDD';
comment on column reporting_change.at is 'When; decides when it is deleted';
create index reporting_change_changed_in on reporting_change (changed_in);
comment on index reporting_change_changed_in is 'What changed since a transaction';

create table reporting_sweep (
  is_only boolean primary key default true check (is_only),
  dropped xid8 not null default '0'
);
comment on table reporting_sweep is 'Up to where reporting_change was deleted, in one row.';
comment on column reporting_sweep.is_only is 'There is one row';
comment on column reporting_sweep.dropped is
  'The latest transaction whose changes were deleted: a reader that continues from it or from '
  'before must read everything';
insert into reporting_sweep default values;

-- Drafts are not counted, so writing one costs nothing here.
create function note_slv_change()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id)
    values (case when tg_op = 'DELETE' then old.id else new.id end);
  return null;
end $$;
comment on function note_slv_change() is
  'Queues an SLV for reporting. As the owner, because sellers have no rights to the queue';
revoke execute on function note_slv_change() from public;
create trigger slv_is_reported after insert on slv for each row when (new.status <> 'DRAFT')
  execute function note_slv_change();
create trigger slv_is_reported_anew after update on slv for each row
  when ((old.status <> 'DRAFT' or new.status <> 'DRAFT') and
    (old.status, old.type, old.company_id, old.underwriter_id, old.underwriter_manager_id,
      old.trade_desk_id, old.date, old.buyer_non_agency_program, old.state, old.occupancy,
      old.loan_amount, old.ltv, old.credit_score, old.dti, old.dscr,
      old.total_post_close_reserves_amount, old.buyer_days)
    is distinct from
    (new.status, new.type, new.company_id, new.underwriter_id, new.underwriter_manager_id,
      new.trade_desk_id, new.date, new.buyer_non_agency_program, new.state, new.occupancy,
      new.loan_amount, new.ltv, new.credit_score, new.dti, new.dscr,
      new.total_post_close_reserves_amount, new.buyer_days))
 
  execute function note_slv_change();
create trigger slv_is_reported_no_more after delete on slv for each row
  execute function note_slv_change();

-- Variances of a draft are not counted. When it is sent, its SLV is queued.
create function note_variance_change()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id)
    select id from slv
    where id = case when tg_op = 'DELETE' then old.slv_id else new.slv_id end
      and status <> 'DRAFT';
  return null;
end $$;
comment on function note_variance_change() is
  'Queues the SLV of a variance for reporting, unless it is a draft';
revoke execute on function note_variance_change() from public;
create trigger variance_is_reported after insert or delete on slv_request for each row
  execute function note_variance_change();
create trigger variance_is_reported_anew after update on slv_request for each row
  when (old.reason is distinct from new.reason)
  execute function note_variance_change();

-- Names of the buyer's people and of companies are in the figures. Someone who joins or leaves
-- the buyer's company appears or disappears there.
create function note_name_change()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reporting_change (slv_id) values (null);
  return null;
end $$;
comment on function note_name_change() is 'Queues a change of a name for reporting';
revoke execute on function note_name_change() from public;
create trigger company_is_named after insert on company for each row
  execute function note_name_change();
create trigger company_is_named_anew after update on company for each row
  when ((old.name, old.bdd_id) is distinct from (new.name, new.bdd_id))
  execute function note_name_change();
create trigger person_is_named after insert on app_user for each row
  execute function note_name_change();
create trigger person_is_named_anew after update on app_user for each row
  when ((old.first_name, old.last_name, old.company_id)
    is distinct from (new.first_name, new.last_name, new.company_id))
 
  execute function note_name_change();

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
comment on table report_schedule is
  'A view of the figures that is sent to a person on a schedule. Their rights are checked each '
  'time.';
comment on column report_schedule.id is 'Its id in the API; grows with time';
comment on column report_schedule.user_id is 'The owner and recipient; no one else sees it';
comment on column report_schedule.name is 'As its owner named it; the subject of the email';
comment on column report_schedule.search is
  'The search parameters of the page; relative timeframes stay relative';
comment on column report_schedule.cadence is
  'WEEKLY on its weekday, or MONTHLY on the first; at 07:00 in New York';
comment on column report_schedule.weekday is 'Monday is 1; null for monthly ones';
comment on column report_schedule.is_paused is 'Nothing is sent until its owner resumes it';
comment on column report_schedule.next_at is
  'When it is due next; updated in the transaction that queues its email';
comment on column report_schedule.state is
  'The result of the last email; REFUSED if its owner had no right to the view';
comment on column report_schedule.state_at is 'When state last changed';
comment on column report_schedule.last_sent_at is 'When the mail server last accepted it';
comment on column report_schedule.done_due is
  'The latest due time that was sent or refused: jobs queued for it or an older one do nothing';
comment on column report_schedule.held_until is
  'Until then a node is sending it; afterwards another may';
comment on column report_schedule.created_at is 'When it was created';
create index report_schedule_user on report_schedule (user_id, id);
create index report_schedule_due on report_schedule (next_at) where not is_paused;
comment on index report_schedule_due is 'Schedules that are due';

create table print_ticket (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_hash bytea references session (token_hash) on delete cascade,
  slv_id uuid references slv (id) on delete cascade,
  expires_at timestamptz not null,
  opens text check (opens in ('SUMMARY', 'TABLE', 'FIGURES')),
  user_id uuid references app_user (id) on delete cascade,
  constraint opens_one_thing check ((slv_id is null) <> (opens is null)),
  constraint of_session_or_person check ((session_hash is null) <> (user_id is null)),
  constraint person_opens_figures check (user_id is null or opens is not null)
);
comment on table print_ticket is
  'Opens one call of a page that is printed, once, within 60 seconds, with the rights that the '
  'requester has at that moment. Deleted when used.';
comment on column print_ticket.token_hash is 'SHA-256 of the ticket, which is not stored';
comment on column print_ticket.session_hash is
  'The requester''s session: the ticket ends with it; null for scheduled printing';
comment on column print_ticket.slv_id is 'The SLV whose report it opens; null if it opens figures';
comment on column print_ticket.expires_at is '60 seconds after it was created';
comment on column print_ticket.opens is
  'FIGURES opens both halves of the page of figures; null if it opens an SLV''s report';
comment on column print_ticket.user_id is
  'For whom figures are printed on a schedule; null if a signed-in person prints';
create index print_ticket_session on print_ticket (session_hash);
create index print_ticket_slv on print_ticket (slv_id);
create index print_ticket_expires on print_ticket (expires_at);
comment on index print_ticket_expires is 'For the deletion of expired tickets';
create index print_ticket_user on print_ticket (user_id) where user_id is not null;
comment on index print_ticket_user is 'Tickets of scheduled printing';

alter table print_ticket enable row level security;
create policy all_rows on print_ticket to portal_app using (true) with check (true);
create policy seen_by_one_company on print_ticket for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on print_ticket for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id)
    and exists (select from session where session.token_hash = session_hash));
create policy removed_by_one_company on print_ticket for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select, insert, delete on print_ticket to portal_tenant;
