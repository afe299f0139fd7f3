-- baseline: the schema of release 043cc79f
-- Tdocs (transaction documents of loans) and their review.

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
  progress_tracking text not null default 'INTAKE_PENDING'
    check (progress_tracking in ('INTAKE_PENDING', 'IN_REVIEW', 'DONE')),
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
  tpr_response text
    check (tpr_response in ('RECEIVED', 'NOT_RECEIVED', 'NOT_REVIEWED', 'BY_PASSED')),
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
  status_place smallint not null
    generated always as (case status when 'NEW' then 1 when 'REVIEW_PENDING' then 2 else 3 end)
      stored,
  type_place smallint not null
    generated always as (case type when 'AUTOMATIC' then 1 when 'ESCALATION' then 2 else 3 end)
      stored,
  progress_place smallint not null generated always as (
    case progress_tracking when 'INTAKE_PENDING' then 1 when 'IN_REVIEW' then 2 else 3 end) stored,
  response_place smallint generated always as (
    case tpr_response
      when 'RECEIVED' then 1 when 'NOT_RECEIVED' then 2
      when 'NOT_REVIEWED' then 3 when 'BY_PASSED' then 4 end) stored,
  review_percent smallint
    generated always as (categories_completed * 100 / nullif(categories_total, 0)) stored,
  is_review_complete boolean not null generated always as (
    status = 'COMPLETE' or categories_total > 0 and categories_completed = categories_total) stored,
  search_text text not null generated always as (
    lower(E'\n' || buyer_loan_number || E'\n' || image_file_name
      || E'\n' || coalesce(borrower_last_name, '') || E'\n' || coalesce(seller_name, '')
      || E'\n' || coalesce(corr_id, ''))) stored,

  erased_at timestamptz,

  constraint categories_add_up check (categories_completed between 0 and categories_total),
  constraint escalation_has_an_original
    check ((type = 'ESCALATION') = (original_tdoc_id is not null)),
  constraint complete_has_a_date check ((status = 'COMPLETE') = (completed_date is not null)),
  constraint clock_runs_until_complete
    check ((status = 'COMPLETE') = (clock_party is null)
      and (clock_party is null) = (clock_since is null)),
  constraint answered_has_a_date check ((tpr_response is null) = (tpr_response_date is null))
);
comment on table tdoc is 'A transaction document of a loan, processed in the condition manager.';
comment on column tdoc.id is 'Its id in the API; grows with time';
comment on column tdoc.version is 'Increases with each change; the ETag';
comment on column tdoc.status is 'Changed only by the transition table of the contract';
comment on column tdoc.type is
  'AUTOMATIC from intake and data capture, MANUAL by hand, ESCALATION beside an original';
comment on column tdoc.loan_kind is 'From LoanDock; PURCHASED has a separate queue';
comment on column tdoc.original_tdoc_id is 'The Tdoc that an escalation is about';
comment on column tdoc.vendor_id is 'The reviewers'' company, whose people may see it';
comment on column tdoc.assigned_underwriter_id is 'Who works on it';
comment on column tdoc.review_underwriter_id is 'Who reviews it';
comment on column tdoc.progress_tracking is 'How far the work is, set by hand';
comment on column tdoc.buyer_loan_number is 'The buyer''s loan number';
comment on column tdoc.image_file_name is
  'As the transmittal names it; unique except for escalations';
comment on column tdoc.image_key is 'Where the file store has the image; null if there is none';
comment on column tdoc.image_type is 'As recognized from its content';
comment on column tdoc.image_size is 'Bytes';
comment on column tdoc.image_sha256 is 'Of the whole image';
comment on column tdoc.seller_name is 'From LoanDock, when the Tdoc was created';
comment on column tdoc.corr_id is 'Client id of the seller';
comment on column tdoc.borrower_last_name is 'From LoanDock';
comment on column tdoc.product_code is 'From LoanDock';
comment on column tdoc.current_ld_status is 'Status of the loan in LoanDock';
comment on column tdoc.tdoc_received_date is 'When it was received';
comment on column tdoc.sftp_transmittal_date is
  'When its transmittal was sent; null if it didn''t come by one';
comment on column tdoc.tpr_response is 'The reviewer''s answer';
comment on column tdoc.tpr_response_date is 'When the reviewer answered';
comment on column tdoc.tpr_estimated_date_of_review is 'Calendar day';
comment on column tdoc.is_returned is
  'An underwriter returned it and the reviewer has not answered since';
comment on column tdoc.completed_date is 'When it was completed';
comment on column tdoc.completed_by_id is 'By whom';
comment on column tdoc.created_by_id is 'Who created or uploaded it; null for intake';
comment on column tdoc.buyer_days is 'Business days of the buyer''s ended intervals';
comment on column tdoc.clock_party is 'The responsible party now';
comment on column tdoc.clock_since is
  'Ordinal of the business day from which the open interval counts';
comment on column tdoc.counted_by is 'As slv.counted_by';
comment on column tdoc.categories_total is
  'Review categories that count: those that are required or completed';
comment on column tdoc.categories_completed is 'The completed ones of these';
comment on column tdoc.is_purchased is
  'Which of the two lists it is in; every list asks for one of them';
comment on column tdoc.status_place is 'The status as a number, for filters and sorts';
comment on column tdoc.type_place is 'The type as a number, for filters and sorts';
comment on column tdoc.progress_place is 'Progress tracking as a number, for filters and sorts';
comment on column tdoc.response_place is
  'The reviewer''s answer as a number, for filters and sorts';
comment on column tdoc.review_percent is
  'Completed of total, in percent; null if nothing is to be reviewed';
comment on column tdoc.is_review_complete is 'Complete, or every required category completed';
comment on column tdoc.search_text is
  'What search reads, in lower case, each field after a line break: loan number, image, borrower, '
  'seller, corrId';
comment on column tdoc.erased_at is 'When the borrower''s data was erased; null while it is there';
create unique index tdoc_image_file_name on tdoc (lower(image_file_name))
  where type <> 'ESCALATION';
comment on index tdoc_image_file_name is
  'An image name belongs to one Tdoc, whatever its case; escalations share that of their original';
create index tdoc_original on tdoc (original_tdoc_id) where original_tdoc_id is not null;
comment on index tdoc_original is 'Escalations of a Tdoc';
create index tdoc_loan on tdoc (buyer_loan_number);
comment on index tdoc_loan is 'Tdocs of a loan';
create index tdoc_search on tdoc using gin (search_text gin_trgm_ops);
comment on index tdoc_search is
  'Finds any part of three characters or more, and the beginnings of fields';
create index tdoc_open on tdoc (is_purchased, status_place, id) include (
  type_place, progress_place, response_place, vendor_id, assigned_underwriter_id,
  review_underwriter_id, created_by_id, buyer_loan_number, image_file_name, seller_name, corr_id,
  borrower_last_name, product_code, current_ld_status, tdoc_received_date, sftp_transmittal_date,
  tpr_response_date, tpr_estimated_date_of_review, buyer_days, clock_party, clock_since,
  review_percent, is_review_complete
)
  where status_place < 3;
comment on index tdoc_open is
  'Tdocs that are not complete, with what lists filter and sort by. Their tabs are sorted by the '
  'clocks, so all of them are read for each page';
create index tdoc_list on tdoc (is_purchased, tdoc_received_date, id) include (
  status_place, type_place, progress_place, response_place, vendor_id, assigned_underwriter_id,
  review_underwriter_id, created_by_id, completed_by_id, buyer_loan_number, image_file_name,
  seller_name, corr_id, borrower_last_name, product_code, current_ld_status, sftp_transmittal_date,
  tpr_response_date, tpr_estimated_date_of_review, completed_date, buyer_days, clock_party,
  clock_since, review_percent, is_review_complete
);
comment on index tdoc_list is 'By received date, with what lists filter and sort by';
create index tdoc_by_assigned_underwriter_id on tdoc
  (is_purchased, assigned_underwriter_id, id) include (
  status_place, vendor_id, type_place, response_place, progress_place
);
comment on index tdoc_by_assigned_underwriter_id is 'Tdocs by the underwriter who works on them';
create index tdoc_by_review_underwriter_id on tdoc
  (is_purchased, review_underwriter_id, id) include (
  status_place, vendor_id, type_place, response_place, progress_place
);
comment on index tdoc_by_review_underwriter_id is 'Tdocs by the underwriter who reviews them';

alter table tdoc enable row level security;
create policy all_rows on tdoc to portal_app using (true) with check (true);
create policy seen_by_one_company on tdoc for select to portal_tenant
  using (vendor_id = (select own_company()));
create policy added_by_one_company on tdoc for insert to portal_tenant
  with check (vendor_id = (select own_company()));
create policy changed_by_one_company on tdoc for update to portal_tenant
  using (vendor_id = (select own_company()))
  with check (vendor_id = (select own_company()));
grant select, insert on tdoc to portal_tenant;
grant update (
  version, status, loan_kind, assigned_underwriter_id, review_underwriter_id, progress_tracking,
  buyer_loan_number, image_file_name, image_key, image_type, image_size, image_sha256, seller_name,
  corr_id, borrower_last_name, product_code, current_ld_status, tdoc_received_date,
  sftp_transmittal_date, tpr_response, tpr_response_date, tpr_estimated_date_of_review, is_returned,
  completed_date, completed_by_id, buyer_days, clock_party, clock_since, counted_by,
  categories_total, categories_completed
) on tdoc to portal_tenant;

create table tdoc_interval (
  id bigint generated always as identity primary key,
  tdoc_id uuid not null references tdoc (id),
  party text not null check (party in ('BUYER', 'TPR')),
  opened_at timestamptz not null,
  closed_at timestamptz check (closed_at >= opened_at)
);
comment on table tdoc_interval is
  'Which party was responsible for a Tdoc, from when to when. Opened and closed once.';
comment on column tdoc_interval.id is 'Order of opening';
comment on column tdoc_interval.tdoc_id is 'The Tdoc';
comment on column tdoc_interval.party is 'The responsible party';
comment on column tdoc_interval.opened_at is 'From';
comment on column tdoc_interval.closed_at is 'To; null while it runs';
create unique index tdoc_interval_one_open on tdoc_interval (tdoc_id) where closed_at is null;
comment on index tdoc_interval_one_open is 'A Tdoc has one open interval at most';
create index tdoc_interval_tdoc on tdoc_interval (tdoc_id, id);

create function keep_ended_tdoc_interval() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.closed_at is not null
     or (old.tdoc_id, old.party, old.opened_at)
       is distinct from (new.tdoc_id, new.party, new.opened_at) then
    raise exception 'an interval is only ever closed, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
comment on function keep_ended_tdoc_interval() is 'Refuses changes to closed intervals';

create trigger tdoc_interval_is_only_closed before update or delete on tdoc_interval
  for each row execute function keep_ended_tdoc_interval();

revoke update, delete on tdoc_interval from portal_app;
grant update (closed_at) on tdoc_interval to portal_app;
alter table tdoc_interval enable row level security;
create policy all_rows on tdoc_interval to portal_app using (true) with check (true);
create policy seen_by_one_company on tdoc_interval for select to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id));
create policy added_by_one_company on tdoc_interval for insert to portal_tenant
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
create policy changed_by_one_company on tdoc_interval for update to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id))
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
grant select, insert on tdoc_interval to portal_tenant;
grant update (closed_at) on tdoc_interval to portal_tenant;

create table review_category (
  id uuid primary key default uuidv7(),
  tdoc_id uuid not null references tdoc (id),
  type text not null
    check (type in ('INTERNAL_COMPLIANCE', 'COLLATERAL', 'TPR', 'GENERAL_INTERNAL')),
  status text not null default 'REVIEW_REQUIRED'
    check (status in ('NOT_REQUIRED', 'REVIEW_REQUIRED', 'COMPLETED')),
  reviewer_id uuid references app_user (id),
  completed_date timestamptz,
  completed_by_id uuid references app_user (id),

  unique (tdoc_id, type),
  constraint completed_has_a_date
  check ((status = 'COMPLETED') = (completed_date is not null)
    and (completed_date is null) = (completed_by_id is null))
);
comment on table review_category is
  'A part of the review of a Tdoc, each with its reviewer; a Tdoc has one of each type.';
comment on column review_category.id is 'Its id in the API';
comment on column review_category.tdoc_id is 'The Tdoc';
comment on column review_category.type is 'What is reviewed; reviewers work only on TPR';
comment on column review_category.status is 'Whether a review is required, or done';
comment on column review_category.reviewer_id is 'Who reviews it';
comment on column review_category.completed_date is 'When it was completed';
comment on column review_category.completed_by_id is 'By whom';

alter table review_category enable row level security;
create policy all_rows on review_category to portal_app using (true) with check (true);
create policy seen_by_one_company on review_category for select to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id));
create policy added_by_one_company on review_category for insert to portal_tenant
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
create policy changed_by_one_company on review_category for update to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id))
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
grant select, insert on review_category to portal_tenant;
grant update (
  status, reviewer_id, completed_date, completed_by_id
) on review_category to portal_tenant;

create table tdoc_history (
  id bigint generated always as identity primary key,
  tdoc_id uuid not null references tdoc (id),
  category_id uuid references review_category (id),
  at timestamptz not null,
  actor_id uuid references app_user (id),
  action text not null,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  position integer not null default 0 constraint has_a_place check (position > 0),
  hash bytea not null default '' constraint has_a_hash check (octet_length(hash) = 32),
  salt uuid default gen_random_uuid()
);
comment on table tdoc_history is
  'The activity log of a Tdoc and its review categories. Append-only, hash-chained; written in the '
  'transaction of the change.';
comment on column tdoc_history.id is 'Order of writing';
comment on column tdoc_history.tdoc_id is 'The Tdoc';
comment on column tdoc_history.category_id is
  'The review category; null if it is about the whole Tdoc';
comment on column tdoc_history.at is 'When';
comment on column tdoc_history.actor_id is 'Who did it; null for a file of the transmittal';
comment on column tdoc_history.action is 'A row of the transition tables, or a change beside them';
comment on column tdoc_history.changes is '[{field, before, after}]';
comment on column tdoc_history.position is
  'Its place in the chain of its Tdoc, from 1; given by chain_history';
comment on column tdoc_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
comment on column tdoc_history.salt is 'As in slv_history';
create index tdoc_history_tdoc on tdoc_history (tdoc_id, id desc);
create index tdoc_history_category on tdoc_history (category_id, id desc)
  where category_id is not null;
comment on index tdoc_history_category is 'The history of a review category';

create trigger tdoc_history_is_append_only before update or delete on tdoc_history
  for each row execute function refuse_unrecorded_change('tdoc_id');
create trigger tdoc_history_is_never_emptied before truncate on tdoc_history
  execute function refuse_change();
create trigger tdoc_history_is_chained before insert on tdoc_history for each row
  execute function chain_history('tdoc_id');

revoke update, delete on tdoc_history from portal_app;
alter table tdoc_history enable row level security;
create policy all_rows on tdoc_history to portal_app using (true) with check (true);
create policy seen_by_one_company on tdoc_history for select to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id));
create policy added_by_one_company on tdoc_history for insert to portal_tenant
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
create policy changed_by_one_company on tdoc_history for update to portal_tenant
  using (exists (select from tdoc where tdoc.id = tdoc_id))
  with check (exists (select from tdoc where tdoc.id = tdoc_id));
grant select, insert on tdoc_history to portal_tenant;
