-- baseline: the schema of release 043cc79f
-- Files of reviewers' companies with answers to Tdocs, and transmittals: what was read, row by
-- row, exactly once. Reviewers see their company's uploads. Transmittals are the buyer's.

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
  state text not null default 'PROCESSING'
    check (state in ('PROCESSING', 'APPLIED', 'PARTLY_APPLIED', 'REJECTED', 'FAILED')),
  row_count integer check (row_count >= 0),
  applied_count integer not null default 0 check (applied_count >= 0),
  rejected_count integer not null default 0 check (rejected_count >= 0),
  read_to integer not null default 1 check (read_to >= 1),
  problem text,
  ended_at timestamptz,
  creates_tdocs boolean not null default false,

  constraint ended_when_processed check ((state = 'PROCESSING') = (ended_at is null)),
  constraint every_row_is_told_of
    check (state in ('PROCESSING', 'FAILED') or problem is not null
      or row_count = applied_count + rejected_count)
);
comment on table capture_upload is
  'A data-capture file that a reviewer uploaded, and what happened to its rows.';
comment on column capture_upload.id is 'Its id in the API; grows with time';
comment on column capture_upload.vendor_id is 'The reviewers'' company; only its people see it';
comment on column capture_upload.uploaded_by_id is 'In whose name its rows are applied';
comment on column capture_upload.uploaded_at is 'When';
comment on column capture_upload.file_name is 'As it may be displayed';
comment on column capture_upload.file_type is 'As recognized from its content';
comment on column capture_upload.file_key is 'Where the file store has it';
comment on column capture_upload.file_size is 'Bytes';
comment on column capture_upload.file_sha256 is 'Of the whole file';
comment on column capture_upload.state is
  'PROCESSING until every row is applied or rejected; FAILED if that was not possible';
comment on column capture_upload.row_count is 'Rows below the header; null until it was read';
comment on column capture_upload.applied_count is 'Applied rows so far';
comment on column capture_upload.rejected_count is 'Rejected rows so far';
comment on column capture_upload.read_to is
  'The last row that was applied or rejected; 1 is the header. Processing continues after it';
comment on column capture_upload.problem is 'Why the whole file was rejected; null otherwise';
comment on column capture_upload.ended_at is 'When its last row was processed';
comment on column capture_upload.creates_tdocs is
  'Whether image names that no Tdoc has become Tdocs; otherwise their rows are rejected';
create index capture_upload_vendor on capture_upload (vendor_id, id desc);

alter table capture_upload enable row level security;
create policy all_rows on capture_upload to portal_app using (true) with check (true);
create policy seen_by_one_company on capture_upload for select to portal_tenant
  using (vendor_id = own_company());
create policy added_by_one_company on capture_upload for insert to portal_tenant
  with check (vendor_id = own_company());
grant select, insert on capture_upload to portal_tenant;

create table capture_row (
  upload_id uuid not null references capture_upload (id),
  row_number integer not null check (row_number > 1),
  tdoc_id uuid references tdoc (id),
  reason text,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  primary key (upload_id, row_number),
  constraint applied_or_rejected
    check ((tdoc_id is null) = (reason is not null) and (reason is null) = (cells is null))
);
comment on table capture_row is
  'A row of a data-capture file, applied to a Tdoc or rejected. Append-only; written in the '
  'transaction of the change.';
comment on column capture_row.upload_id is 'The file';
comment on column capture_row.row_number is 'Its row in the file; the header is 1';
comment on column capture_row.tdoc_id is 'The Tdoc that it created or answered';
comment on column capture_row.reason is 'Why it was not applied';
comment on column capture_row.cells is 'The known columns of a rejected row, in their order';

create trigger capture_row_is_append_only before update or delete on capture_row
  for each row execute function refuse_change();

revoke update, delete on capture_row from portal_app;
alter table capture_row enable row level security;
create policy all_rows on capture_row to portal_app using (true) with check (true);
create policy seen_by_one_company on capture_row for select to portal_tenant
  using (exists (select from capture_upload where capture_upload.id = upload_id));
grant select on capture_row to portal_tenant;

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

  constraint every_row_is_told_of
    check (ended_at is null or problem is not null
      or row_count = created_count + known_count + rejected_count)
);
comment on table intake_run is
  'One reading of a transmittal: an index and the images that it names. Ends when each row has '
  'become a Tdoc or was rejected.';
comment on column intake_run.id is 'Its id in the API; grows with time';
comment on column intake_run.source is 'The folder or the SFTP account, without its password';
comment on column intake_run.index_file_name is 'File name of the index';
comment on column intake_run.index_mark is
  'Hash and time of the index: distinguishes it from others of the same name';
comment on column intake_run.snapshot is
  'Sizes and times of all its files at the last look: files that still change are not read yet';
comment on column intake_run.began_at is 'When it was first seen';
comment on column intake_run.ended_at is 'When its last row was processed; null before';
comment on column intake_run.put_away_at is 'When its files were moved to the archive; null before';
comment on column intake_run.row_count is 'Rows of the index';
comment on column intake_run.created_count is 'Rows that became Tdocs';
comment on column intake_run.known_count is 'Rows that were Tdocs from an earlier reading';
comment on column intake_run.rejected_count is 'Rows that were rejected';
comment on column intake_run.problem is
  'What it waits for, or why all of it was rejected; null otherwise';
create unique index intake_run_one_open on intake_run (source, index_file_name)
  where ended_at is null;
comment on index intake_run_one_open is 'A transmittal is read once at a time';
create index intake_run_left_lying on intake_run (source, index_file_name, index_mark)
  where put_away_at is null;
comment on index intake_run_left_lying is 'Transmittals whose files are not in the archive yet';

create table intake_row (
  run_id uuid not null references intake_run (id),
  row_number integer not null check (row_number > 1),
  tdoc_id uuid references tdoc (id),
  is_known boolean not null default false,
  reason text,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  primary key (run_id, row_number),
  constraint taken_or_rejected
    check ((tdoc_id is null) = (reason is not null) and (reason is null) = (cells is null))
);
comment on table intake_row is
  'A row of a transmittal''s index, which became a Tdoc or was rejected. Append-only; written in '
  'the transaction of the change.';
comment on column intake_row.run_id is 'The reading';
comment on column intake_row.row_number is 'Its row in the index; the header is 1';
comment on column intake_row.tdoc_id is 'The Tdoc that it became';
comment on column intake_row.is_known is 'Whether it was that Tdoc from an earlier reading';
comment on column intake_row.reason is 'Why it was rejected';
comment on column intake_row.cells is 'The known columns of a rejected row, in their order';

create trigger intake_row_is_append_only before update or delete on intake_row
  for each row execute function refuse_change();

revoke update, delete on intake_row from portal_app;

create table intake_look (
  source text primary key,
  looked_at timestamptz not null,
  problem text
);
comment on table intake_look is
  'The last look at a place where transmittals arrive, so that an unreachable place doesn''t look '
  'like a quiet one.';
comment on column intake_look.source is 'The folder or the SFTP account, without its password';
comment on column intake_look.looked_at is 'When';
comment on column intake_look.problem is 'Why it was unreachable; null otherwise';

revoke delete on intake_look from portal_app;
