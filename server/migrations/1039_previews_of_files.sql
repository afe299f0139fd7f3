-- The preview of a reviewer's data-capture file: what each row was going to do, so that an upload
-- applies exactly what the person saw. A person has one, which a new preview replaces.

create table capture_preview (
  user_id uuid primary key references app_user (id),
  company_id uuid not null references company (id),
  id uuid not null,
  created_at timestamptz not null,
  file_sha256 bytea not null check (length(file_sha256) = 32),
  marks bytea not null check (length(marks) <= 60000),
  used_at timestamptz,
  day_rows integer not null check (day_rows >= 0),
  day_began timestamptz not null
);
comment on table capture_preview is
  'The last preview of a person''s data-capture file. It can be applied once, until it expires.';
comment on column capture_preview.user_id is 'Who saw it, and alone may apply it';
comment on column capture_preview.company_id is 'The reviewers'' company';
comment on column capture_preview.id is 'Its id in the API';
comment on column capture_preview.created_at is 'When; it expires some time later';
comment on column capture_preview.file_sha256 is 'Of the whole file, which is not stored';
comment on column capture_preview.marks is
  'For each row its number (4 bytes) and a hash of what it was going to do (8 bytes)';
comment on column capture_preview.used_at is 'When its upload was accepted; null before';
comment on column capture_preview.day_rows is 'Rows that the person previewed since day_began';
comment on column capture_preview.day_began is 'When the count of rows began, for a limit per day';

alter table capture_preview enable row level security;
create policy all_rows on capture_preview to portal_app using (true) with check (true);
create policy one_company on capture_preview to portal_tenant
  using (company_id = own_company())
  with check (company_id = own_company());
grant select, insert on capture_preview to portal_tenant;
grant update (id, created_at, file_sha256, marks, used_at, day_rows, day_began)
  on capture_preview to portal_tenant;

alter table capture_upload add column previewed_marks bytea;
comment on column capture_upload.previewed_marks is
  'The marks of the preview that it applies (capture_preview.marks): rows that would do something '
  'else are rejected. Null if it was uploaded without a preview';
