-- Files of reviewers' companies with answers to Tdocs, and the transmittal: what was read, row by row, exactly once.

create table capture_upload (
  id uuid primary key default uuidv7(),
  vendor_id uuid not null references company (id),
  uploaded_by_id uuid not null references app_user (id),
  uploaded_at timestamptz not null,
  file_name text not null check (length(file_name) between 1 and 255),
  file_type text not null check (file_type in ('CSV', 'XLSX')),
  file_key text not null unique,
  file_size bigint not null check (file_size > 0),
  file_sha256 bytea not null check (length(file_sha256) = 32),
  state text not null default 'PROCESSING' check (state in ('PROCESSING', 'APPLIED', 'PARTLY_APPLIED', 'REJECTED', 'FAILED')),
  row_count integer check (row_count >= 0),
  applied_count integer not null default 0 check (applied_count >= 0),
  rejected_count integer not null default 0 check (rejected_count >= 0),
  read_to integer not null default 1 check (read_to >= 1),
  problem text,
  ended_at timestamptz,
  constraint ended_when_processed check ((state = 'PROCESSING') = (ended_at is null)),
  constraint every_row_is_told_of check (state in ('PROCESSING', 'FAILED') or problem is not null or row_count = applied_count + rejected_count)
);
comment on table capture_upload is 'A data-capture file that a reviewer uploaded, and what became of its rows.';
comment on column capture_upload.id is 'Its id on the wire; grows with time';
comment on column capture_upload.vendor_id is 'The reviewers'' company; nobody else sees it';
comment on column capture_upload.uploaded_by_id is 'In whose name its rows are applied';
comment on column capture_upload.uploaded_at is 'When';
comment on column capture_upload.file_name is 'As it may be shown';
comment on column capture_upload.file_type is 'What was found in its content';
comment on column capture_upload.file_key is 'Where it lies in the store';
comment on column capture_upload.file_size is 'Bytes';
comment on column capture_upload.file_sha256 is 'Of the whole file';
comment on column capture_upload.state is 'PROCESSING until every row is applied or rejected; FAILED when that could not be done';
comment on column capture_upload.row_count is 'Rows below the header; null until it was read';
comment on column capture_upload.applied_count is 'Rows that were applied so far';
comment on column capture_upload.rejected_count is 'Rows that were not, so far';
comment on column capture_upload.read_to is 'The last row that was applied or rejected; 1 is the header. Whoever goes on begins after it';
comment on column capture_upload.problem is 'Why the whole file was not taken; null otherwise';
comment on column capture_upload.ended_at is 'When its last row was done';
create index capture_upload_vendor on capture_upload (vendor_id, id desc);

create table capture_row (
  upload_id uuid not null references capture_upload (id),
  row_number integer not null check (row_number > 1),
  tdoc_id uuid references tdoc (id),
  reason text,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  primary key (upload_id, row_number),
  constraint applied_or_rejected check ((tdoc_id is null) = (reason is not null) and (reason is null) = (cells is null))
);
comment on table capture_row is 'A row of a data-capture file: applied to a Tdoc, or rejected, once. Append-only; written in the transaction of what it tells.';
comment on column capture_row.upload_id is 'Of which file';
comment on column capture_row.row_number is 'Its place in the file; the header is 1';
comment on column capture_row.tdoc_id is 'The Tdoc that it made or answered';
comment on column capture_row.reason is 'Why it was not applied';
comment on column capture_row.cells is 'What stood in it, where it was not applied: the known columns in their order';
create trigger capture_row_is_append_only before update or delete on capture_row
  for each row execute function refuse_change();

create table intake_run (
  id uuid primary key default uuidv7(),
  source text not null,
  index_file_name text not null,
  index_mark text not null,
  snapshot text not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  put_away_at timestamptz,
  row_count integer not null default 0 check (row_count >= 0),
  created_count integer not null default 0 check (created_count >= 0),
  known_count integer not null default 0 check (known_count >= 0),
  rejected_count integer not null default 0 check (rejected_count >= 0),
  problem text,
  constraint every_row_is_told_of check (ended_at is null or problem is not null or row_count = created_count + known_count + rejected_count)
);
comment on table intake_run is 'One reading of a transmittal: an index and the images that it names. It ends when each row is a Tdoc or rejected.';
comment on column intake_run.id is 'Its id on the wire; grows with time';
comment on column intake_run.source is 'Where the transmittal lay: the folder or the SFTP account, without its password';
comment on column intake_run.index_file_name is 'Of its index';
comment on column intake_run.index_mark is 'Hash and time of the index: tells the same one from another of its name';
comment on column intake_run.snapshot is 'Sizes and times of all its files when it was last looked at: what still changes is not read yet';
comment on column intake_run.began_at is 'When it was first seen';
comment on column intake_run.ended_at is 'When its last row was done; null while it waits or is read';
comment on column intake_run.put_away_at is 'When its files were put away; null after its end when that is still to be done';
comment on column intake_run.row_count is 'Rows of the index';
comment on column intake_run.created_count is 'Rows that became Tdocs';
comment on column intake_run.known_count is 'Rows that were Tdocs from an earlier reading';
comment on column intake_run.rejected_count is 'Rows that were not taken';
comment on column intake_run.problem is 'What it waits for, or why none of it was taken; null otherwise';
create unique index intake_run_one_open on intake_run (source, index_file_name) where ended_at is null;
create index intake_run_left_lying on intake_run (source, index_file_name, index_mark) where put_away_at is null;

create table intake_row (
  run_id uuid not null references intake_run (id),
  row_number integer not null check (row_number > 1),
  tdoc_id uuid references tdoc (id),
  is_known boolean not null default false,
  reason text,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  primary key (run_id, row_number),
  constraint taken_or_rejected check ((tdoc_id is null) = (reason is not null) and (reason is null) = (cells is null))
);
comment on table intake_row is 'A row of a transmittal''s index: a Tdoc, or rejected, once. Append-only; written in the transaction of what it tells.';
comment on column intake_row.run_id is 'In which reading';
comment on column intake_row.row_number is 'Its place in the index; the header is 1';
comment on column intake_row.tdoc_id is 'The Tdoc that it became';
comment on column intake_row.is_known is 'It was that Tdoc from an earlier reading';
comment on column intake_row.reason is 'Why it was not taken';
comment on column intake_row.cells is 'What stood in it, where it was not taken: the known columns in their order';
create trigger intake_row_is_append_only before update or delete on intake_row
  for each row execute function refuse_change();

-- The sweep of files asks which images a Tdoc has.
create unique index tdoc_image_key on tdoc (image_key) where image_key is not null;

-- Walls as those of 0013: a reviewer's request sees its own company's uploads. The transmittal is the buyer's alone.
revoke update, delete on capture_row, intake_row from portal_app;
alter table capture_upload enable row level security;
alter table capture_row enable row level security;
create policy all_rows on capture_upload to portal_app using (true) with check (true);
create policy all_rows on capture_row to portal_app using (true) with check (true);
create policy seen_by_one_company on capture_upload for select to portal_tenant using (vendor_id = own_company());
create policy added_by_one_company on capture_upload for insert to portal_tenant with check (vendor_id = own_company());
create policy seen_by_one_company on capture_row for select to portal_tenant
  using (exists (select from capture_upload where capture_upload.id = upload_id));
grant select, insert on capture_upload to portal_tenant;
grant select on capture_row to portal_tenant;
