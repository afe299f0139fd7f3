-- Transaction documents of loans, their review, and where they came from.

create table tdoc (
  id uuid primary key default uuidv7(),
  version integer not null default 1,
  status text not null default 'NEW' check (status in ('NEW', 'REVIEW_PENDING', 'COMPLETE')),
  type text not null check (type in ('AUTOMATIC', 'ESCALATION', 'MANUAL')),
  loan_kind text not null check (loan_kind in ('ACTIVE', 'PURCHASED', 'TPR')),
  original_tdoc_id uuid references tdoc (id),
  vendor_id uuid references company (id),
  assigned_underwriter_id uuid references app_user (id),
  review_underwriter_id uuid references app_user (id),
  progress_tracking text not null default 'INTAKE_PENDING' check (progress_tracking in ('INTAKE_PENDING', 'IN_REVIEW', 'DONE')),
  buyer_loan_number text not null check (buyer_loan_number <> ''),
  image_file_name text not null check (length(image_file_name) between 1 and 255),
  image_key text unique,
  image_type text,
  image_size bigint,
  image_sha256 bytea check (octet_length(image_sha256) = 32),
  seller_name text,
  corr_id text,
  borrower_last_name text,
  product_code text,
  current_ld_status text,
  tdoc_received_date timestamptz not null,
  sftp_transmittal_date timestamptz,
  tpr_response text check (tpr_response in ('RECEIVED', 'NOT_RECEIVED', 'NOT_REVIEWED', 'BY_PASSED')),
  tpr_response_date timestamptz,
  tpr_estimated_date_of_review date,
  is_returned boolean not null default false,
  completed_date timestamptz,
  completed_by_id uuid references app_user (id),
  created_by_id uuid references app_user (id),
  buyer_days integer not null default 0,
  clock_party text check (clock_party in ('BUYER', 'TPR')),
  clock_since integer,
  counted_by integer not null default 1,
  categories_total smallint not null default 0,
  categories_completed smallint not null default 0,
  is_purchased boolean not null generated always as (loan_kind = 'PURCHASED') stored,
  status_place smallint not null generated always as (case status when 'NEW' then 1 when 'REVIEW_PENDING' then 2 else 3 end) stored,
  type_place smallint not null generated always as (case type when 'AUTOMATIC' then 1 when 'ESCALATION' then 2 else 3 end) stored,
  progress_place smallint not null generated always as (
    case progress_tracking when 'INTAKE_PENDING' then 1 when 'IN_REVIEW' then 2 else 3 end) stored,
  response_place smallint generated always as (
    case tpr_response when 'RECEIVED' then 1 when 'NOT_RECEIVED' then 2 when 'NOT_REVIEWED' then 3 when 'BY_PASSED' then 4 end) stored,
  review_percent smallint generated always as (categories_completed * 100 / nullif(categories_total, 0)) stored,
  is_review_complete boolean not null generated always as (
    status = 'COMPLETE' or categories_total > 0 and categories_completed = categories_total) stored,
  search_text text not null generated always as (
    lower(E'\n' || buyer_loan_number || E'\n' || image_file_name || E'\n' || coalesce(borrower_last_name, '')
      || E'\n' || coalesce(seller_name, '') || E'\n' || coalesce(corr_id, ''))) stored,
  constraint categories_add_up check (categories_completed between 0 and categories_total),
  constraint escalation_has_an_original check ((type = 'ESCALATION') = (original_tdoc_id is not null)),
  constraint complete_has_a_date check ((status = 'COMPLETE') = (completed_date is not null)),
  constraint clock_runs_until_complete check ((status = 'COMPLETE') = (clock_party is null) and (clock_party is null) = (clock_since is null)),
  constraint answered_has_a_date check ((tpr_response is null) = (tpr_response_date is null))
);
comment on table tdoc is 'A transaction document of a loan, worked through in the condition manager.';
comment on column tdoc.id is 'Its id on the wire; grows with time';
comment on column tdoc.version is 'Counts changes; the ETag';
comment on column tdoc.status is 'Moved by contract/tdoc/transitions alone';
comment on column tdoc.type is 'AUTOMATIC from intake and data capture, MANUAL by hand, ESCALATION beside an original';
comment on column tdoc.loan_kind is 'Of LoanDock; PURCHASED stands in a queue of its own';
comment on column tdoc.original_tdoc_id is 'What an escalation is about';
comment on column tdoc.vendor_id is 'The reviewers'' company; tenancy of reviewers ends here';
comment on column tdoc.assigned_underwriter_id is 'Who has it to do';
comment on column tdoc.review_underwriter_id is 'Who reviews it';
comment on column tdoc.progress_tracking is 'How far the work is, by hand';
comment on column tdoc.buyer_loan_number is 'The buyer''s number of the loan';
comment on column tdoc.image_file_name is 'As the transmittal names it; one Tdoc that is no escalation has it';
comment on column tdoc.image_key is 'Where the image lies in the store; null when there is none';
comment on column tdoc.image_type is 'What was found in its content';
comment on column tdoc.image_size is 'Bytes';
comment on column tdoc.image_sha256 is 'Of the whole image';
comment on column tdoc.seller_name is 'From LoanDock, when it was made';
comment on column tdoc.corr_id is 'Client id of the seller';
comment on column tdoc.borrower_last_name is 'From LoanDock';
comment on column tdoc.product_code is 'From LoanDock';
comment on column tdoc.current_ld_status is 'Where the loan stands on LoanDock';
comment on column tdoc.tdoc_received_date is 'When it came';
comment on column tdoc.sftp_transmittal_date is 'When its transmittal was sent; null for what did not come by one';
comment on column tdoc.tpr_response is 'The reviewer''s answer';
comment on column tdoc.tpr_response_date is 'When they answered';
comment on column tdoc.tpr_estimated_date_of_review is 'A civil day';
comment on column tdoc.is_returned is 'An underwriter returned it and the reviewer has not answered since';
comment on column tdoc.completed_date is 'When it was completed';
comment on column tdoc.completed_by_id is 'By whom';
comment on column tdoc.created_by_id is 'Who made or uploaded it; null for intake';
comment on column tdoc.buyer_days is 'Business days of the buyer''s ended intervals';
comment on column tdoc.clock_party is 'Who has the ball';
comment on column tdoc.clock_since is 'Ordinal of the business day from which the open interval counts';
comment on column tdoc.counted_by is 'While no clock runs: the version of the calendar by which its days were counted. A running clock is counted by the present one';
comment on column tdoc.categories_total is 'Review categories that count: those that are required or completed';
comment on column tdoc.categories_completed is 'Of these, the completed';
comment on column tdoc.is_purchased is 'In which of the two tables it stands; every list asks for one of them';
comment on column tdoc.status_place is 'The status by its place in the life of a Tdoc, for filters and sorts';
comment on column tdoc.type_place is 'The type as a number, for filters and sorts';
comment on column tdoc.progress_place is 'Progress tracking by how far it is, for filters and sorts';
comment on column tdoc.response_place is 'The reviewer''s answer as a number, for filters and sorts';
comment on column tdoc.review_percent is 'Completed of total, in percent; null where nothing is to be reviewed';
comment on column tdoc.is_review_complete is 'Complete, or every required category completed';
comment on column tdoc.search_text is 'What search looks into, in lower case, each field after a line break: loan number, image, borrower, seller, corrId';
create unique index tdoc_image_file_name on tdoc (lower(image_file_name)) where type <> 'ESCALATION';
create index tdoc_original on tdoc (original_tdoc_id) where original_tdoc_id is not null;
create index tdoc_loan on tdoc (buyer_loan_number);
create index tdoc_search on tdoc using gin (search_text gin_trgm_ops);
comment on index tdoc_search is 'Finds any part of three characters or more, and the beginnings of fields';
create index tdoc_open on tdoc (is_purchased, status_place, id) include (
  vendor_id, type_place, response_place, progress_place, type, loan_kind, buyer_days, clock_party, clock_since)
  where status_place < 3;
comment on index tdoc_open is 'What is not complete: the only ones whose clock may run, few enough to be sorted';

-- Each column of the list is walked along in its order, either way, by an index that also holds what lists filter by: so a
-- page is found without a sort and without reading the table, however deep it lies (docs/decisions/021-lists-of-tdocs.md).
do $$
declare
  facets constant text[] := array['status_place', 'vendor_id', 'type_place', 'response_place', 'progress_place'];
  key text;
begin
  foreach key in array array[
    'id', 'buyer_days', 'progress_place', 'type_place', 'buyer_loan_number', 'lower(image_file_name)',
    'assigned_underwriter_id', 'review_underwriter_id', 'lower(seller_name)', 'lower(corr_id)', 'lower(borrower_last_name)',
    'lower(product_code)', 'lower(current_ld_status)', 'tdoc_received_date', 'sftp_transmittal_date', 'status_place',
    'response_place', 'tpr_response_date', 'tpr_estimated_date_of_review', 'review_percent', 'is_review_complete',
    'completed_date', 'created_by_id', 'completed_by_id', 'vendor_id']
  loop
    execute format('create index %I on tdoc (is_purchased, %s%s) include (%s)',
      'tdoc_by_' || regexp_replace(key, '^lower\((.*)\)$', '\1'), key, case when key = 'id' then '' else ', id' end,
      array_to_string(array_remove(facets, key) || case when key like 'lower(%' then array[regexp_replace(key, '^lower\((.*)\)$', '\1')] end, ', '));
  end loop;
end $$;

create table tdoc_tally (
  id bigint generated always as identity primary key,
  is_purchased boolean not null,
  vendor_id uuid,
  type_place smallint not null,
  response_place smallint,
  progress_place smallint not null,
  status_place smallint not null,
  n integer not null
);
comment on table tdoc_tally is 'How many Tdocs there are of each kind: the sum of n. Only ever added to, so that nobody waits for anybody; a job adds rows up.';
comment on column tdoc_tally.id is 'Order of writing';
comment on column tdoc_tally.is_purchased is 'As in tdoc';
comment on column tdoc_tally.vendor_id is 'As in tdoc';
comment on column tdoc_tally.type_place is 'As in tdoc';
comment on column tdoc_tally.response_place is 'As in tdoc';
comment on column tdoc_tally.progress_place is 'As in tdoc';
comment on column tdoc_tally.status_place is 'As in tdoc';
comment on column tdoc_tally.n is 'So many more, or fewer';

create function tally_tdocs() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tdoc_tally (is_purchased, vendor_id, type_place, response_place, progress_place, status_place, n)
      select is_purchased, vendor_id, type_place, response_place, progress_place, status_place, count(*)
      from gained group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into tdoc_tally (is_purchased, vendor_id, type_place, response_place, progress_place, status_place, n)
      select is_purchased, vendor_id, type_place, response_place, progress_place, status_place, -count(*)
      from lost group by 1, 2, 3, 4, 5, 6;
  else
    insert into tdoc_tally (is_purchased, vendor_id, type_place, response_place, progress_place, status_place, n)
      select is_purchased, vendor_id, type_place, response_place, progress_place, status_place, sum(n)
      from (select *, 1 as n from gained union all select *, -1 from lost) as moved
      group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
  end if;
  return null;
end $$;
comment on function tally_tdocs() is 'Keeps tdoc_tally true';
create trigger tdoc_tally_inserted after insert on tdoc referencing new table as gained
  for each statement execute function tally_tdocs();
create trigger tdoc_tally_updated after update on tdoc referencing new table as gained old table as lost
  for each statement execute function tally_tdocs();
create trigger tdoc_tally_deleted after delete on tdoc referencing old table as lost
  for each statement execute function tally_tdocs();

create table tdoc_interval (
  id bigint generated always as identity primary key,
  tdoc_id uuid not null references tdoc (id),
  party text not null check (party in ('BUYER', 'TPR')),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at)
);
comment on table tdoc_interval is 'The ledger of a Tdoc''s clock: who had the ball, from when to when. Only ever closed, once.';
comment on column tdoc_interval.id is 'Order of opening';
comment on column tdoc_interval.tdoc_id is 'Whose clock';
comment on column tdoc_interval.party is 'Who had the ball';
comment on column tdoc_interval.opened_at is 'From';
comment on column tdoc_interval.closed_at is 'To; null while it runs';
create unique index tdoc_interval_one_open on tdoc_interval (tdoc_id) where closed_at is null;
create index tdoc_interval_tdoc on tdoc_interval (tdoc_id, id);

create function keep_ended_tdoc_interval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
     or (old.tdoc_id, old.party, old.opened_at) is distinct from (new.tdoc_id, new.party, new.opened_at) then
    raise exception 'an interval is only ever closed, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function keep_ended_tdoc_interval() is 'The ledger is never edited';
create trigger tdoc_interval_is_only_closed before update or delete on tdoc_interval
  for each row execute function keep_ended_tdoc_interval();

create table review_category (
  id uuid primary key default uuidv7(),
  tdoc_id uuid not null references tdoc (id),
  type text not null check (type in ('INTERNAL_COMPLIANCE', 'COLLATERAL', 'TPR', 'GENERAL_INTERNAL')),
  status text not null default 'REVIEW_REQUIRED' check (status in ('NOT_REQUIRED', 'REVIEW_REQUIRED', 'COMPLETED')),
  reviewer_id uuid references app_user (id),
  completed_date timestamptz,
  completed_by_id uuid references app_user (id),
  unique (tdoc_id, type)
);
comment on table review_category is 'What is looked at in a Tdoc, each by its own reviewer; a type stands there once.';
comment on column review_category.id is 'Its id on the wire';
comment on column review_category.tdoc_id is 'Whose category';
comment on column review_category.type is 'What is looked at; reviewers act on TPR alone';
comment on column review_category.status is 'Whether a review is required, or done';
comment on column review_category.reviewer_id is 'Who reviews it';
comment on column review_category.completed_date is 'When it was completed';
comment on column review_category.completed_by_id is 'By whom';
alter table review_category add constraint completed_has_a_date
  check ((status = 'COMPLETED') = (completed_date is not null) and (completed_date is null) = (completed_by_id is null));

create table tdoc_history (
  id bigint generated always as identity primary key,
  tdoc_id uuid not null references tdoc (id),
  category_id uuid references review_category (id),
  at timestamptz not null,
  actor_id uuid references app_user (id),
  action text not null,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32)
);
comment on table tdoc_history is 'The activity log. Append-only; written in the transaction of what it tells. A category''s history is its rows here.';
comment on column tdoc_history.id is 'Order of writing';
comment on column tdoc_history.tdoc_id is 'What it happened to';
comment on column tdoc_history.category_id is 'The category that it is about; null when it is about the whole';
comment on column tdoc_history.at is 'When';
comment on column tdoc_history.actor_id is 'Who did it; null where a file of the transmittal did';
comment on column tdoc_history.action is 'The action''s own name: a row of the transition tables, or what happened beside them';
comment on column tdoc_history.changes is '[{field, before, after}]';
comment on column tdoc_history.position is 'Its place in the chain of its Tdoc, from 1; given by chain_history';
comment on column tdoc_history.hash is 'SHA-256 of the hash before it and of its content; given by chain_history';
create index tdoc_history_tdoc on tdoc_history (tdoc_id, id desc);
create index tdoc_history_category on tdoc_history (category_id, id desc) where category_id is not null;
create trigger tdoc_history_is_append_only before update or delete on tdoc_history
  for each row execute function refuse_change();
create trigger tdoc_history_is_never_emptied before truncate on tdoc_history execute function refuse_change();
create trigger tdoc_history_is_chained before insert on tdoc_history for each row execute function chain_history('tdoc_id');
comment on column history_head.object_id is 'The SLV, the person or the Tdoc; zeros for the SLA, which has one chain';

create trigger tdoc_sight_changed after update on tdoc
  for each row when ((old.vendor_id, old.loan_kind) is distinct from (new.vendor_id, new.loan_kind))
  execute function tell_of_sight();
comment on function tell_of_sight() is 'Lets every node forget the lists of those who were told of an SLV or a Tdoc that may be in other people''s sight now';

-- A conversation is on an SLV or on a Tdoc.
alter table comment alter slv_id drop not null;
alter table comment add column tdoc_id uuid references tdoc (id);
alter table comment add constraint comment_is_on_one_thing check (num_nonnulls(slv_id, tdoc_id) = 1);
create index comment_tdoc on comment (tdoc_id, id desc) where deleted_at is null;
comment on table comment is 'A comment in the conversation on an SLV or on a Tdoc. Deleted ones stay, unread, for the history.';
comment on column comment.slv_id is 'The SLV that it is about; null when it is about a Tdoc';
comment on column comment.tdoc_id is 'The Tdoc that it is about; null when it is about an SLV';
comment on column comment.type is 'INTERNAL: the buyer''s people alone; EXTERNAL: the seller, or the vendor''s reviewers, too';

-- What was done is written once; an interval is opened, and closed once.
revoke update, delete on tdoc_history from portal_app;
revoke update, delete on tdoc_interval from portal_app;
grant update (closed_at) on tdoc_interval to portal_app;

-- Requests of reviewers see the Tdocs of their own vendor and what hangs on them; those of sellers see none, for no seller's
-- company is anybody's vendor. The company is asked for once a query and not once a row: a list walks along many.
do $$
declare
  of_vendor constant text := 'vendor_id = (select own_company())';
  of_tdoc constant text := 'exists (select from tdoc where tdoc.id = tdoc_id)';
  of_slv constant text := 'exists (select from slv where slv.id = slv_id)';
  by_author constant text := 'exists (select from app_user person where person.id = author_id and person.company_id = own_company())';
  -- What says which row it is and whose stays as it is.
  kept constant name[] := array['id', 'tdoc_id', 'vendor_id', 'created_by_id', 'original_tdoc_id', 'type'];
  walled record;
begin
  for walled in select * from (values
    ('tdoc', of_vendor),
    ('tdoc_interval', of_tdoc),
    ('tdoc_history', of_tdoc),
    ('review_category', of_tdoc),
    ('tdoc_tally', of_vendor)
  ) as walls (name, sees)
  loop
    execute format('alter table %I enable row level security', walled.name);
    execute format('create policy all_rows on %I to portal_app using (true) with check (true)', walled.name);
    execute format('create policy seen_by_one_company on %I for select to portal_tenant using (%s)', walled.name, walled.sees);
    execute format('create policy added_by_one_company on %I for insert to portal_tenant with check (%s)', walled.name, walled.sees);
    execute format('create policy changed_by_one_company on %I for update to portal_tenant using (%s) with check (%s)',
      walled.name, walled.sees, walled.sees);
    execute format('grant select, insert on %I to portal_tenant', walled.name);
  end loop;
  for walled in select unnest(array['tdoc', 'review_category']) as name
  loop
    execute format('grant update (%s) on %I to portal_tenant', (
      select string_agg(quote_ident(attname), ', ') from pg_attribute
        where attrelid = walled.name::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> all(kept)
    ), walled.name);
  end loop;
  execute format('alter policy seen_by_one_company on comment using (%s or %s)', of_slv, of_tdoc);
  execute format('alter policy added_by_one_company on comment with check ((%s or %s) and %s)', of_slv, of_tdoc, by_author);
  execute format('alter policy changed_by_one_company on comment using (%s or %s) with check (%s or %s)', of_slv, of_tdoc, of_slv, of_tdoc);
end $$;
grant update (closed_at) on tdoc_interval to portal_tenant;

-- An image file name in use is in use whoever's it is; of whose Tdoc is not told.
create function is_image_file_name_used(name text) returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from tdoc where lower(image_file_name) = lower(name) and type <> 'ESCALATION')
$$;
comment on function is_image_file_name_used(text) is 'Whether a Tdoc of any vendor has this image: all that a reviewer''s request learns of others''';
revoke execute on function is_image_file_name_used(text) from public;
grant execute on function is_image_file_name_used(text) to portal_app, portal_tenant;
