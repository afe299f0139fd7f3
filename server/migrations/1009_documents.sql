-- baseline: the schema of release 043cc79f
-- Files of SLVs. A row is written once its file is completely stored, never before.

create table document (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id) on delete cascade,
  kind text not null check (kind in ('SELLER', 'UNDERWRITER')),
  pending_document_id uuid references slv_pending_document (id),
  resubmit_count integer not null check (resubmit_count >= 0),
  name text not null check (length(name) between 1 and 255),
  type text not null
    check (type in ('PDF', 'PNG', 'JPEG', 'TIFF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'EML')),
  size bigint not null check (size between 1 and 52428800),
  sha256 bytea not null check (octet_length(sha256) = 32),
  storage_key text not null unique,
  uploaded_by_id uuid not null references app_user (id),
  uploaded_at timestamptz not null,
  deleted_by_id uuid references app_user (id),
  deleted_at timestamptz,
  ldp_state text not null default 'QUEUED' check (ldp_state in ('QUEUED', 'SENT', 'FAILED')),
  ldp_attempts integer not null default 0,
  ldp_error text,
  ldp_sent_at timestamptz,
  facts text[] not null default '{}'
    check (facts <@ array['SCRIPTS', 'ATTACHMENTS', 'OUTSIDE', 'RESTRICTED']),
  page_count integer check (page_count > 0),

  constraint asked_of_the_seller check (pending_document_id is null or kind = 'SELLER'),
  constraint sent_has_a_time check ((ldp_state = 'SENT') = (ldp_sent_at is not null)),
  constraint deleted_by_someone check (deleted_by_id is null or deleted_at is not null)
);
comment on table document is
  'A file of an SLV: the seller''s, or the underwriter''s. Deleted ones stay for the history.';
comment on column document.id is 'documentId in the API';
comment on column document.slv_id is 'The SLV';
comment on column document.kind is
  'SELLER: documents in the API; UNDERWRITER: underwriterDocuments, for the buyer only';
comment on column document.pending_document_id is 'The requested document that this file answers';
comment on column document.resubmit_count is 'The round in which it was uploaded';
comment on column document.name is
  'As the uploader named it, without control and direction characters; only shown';
comment on column document.type is 'As recognized from its content';
comment on column document.size is 'Bytes, 50 MB at most';
comment on column document.sha256 is 'Of its content';
comment on column document.storage_key is
  'Where the file store has it; never derived from its name';
comment on column document.uploaded_by_id is 'Who uploaded it';
comment on column document.uploaded_at is 'When its file was stored';
comment on column document.deleted_by_id is 'Who deleted it; null for the retention job';
comment on column document.deleted_at is 'When it was deleted; null otherwise';
comment on column document.ldp_state is 'Delivery to LoanDock: QUEUED, SENT or FAILED';
comment on column document.ldp_attempts is 'Attempts since it was last queued';
comment on column document.ldp_error is 'Why the last attempt failed, as a sentence';
comment on column document.ldp_sent_at is 'When LoanDock accepted it';
comment on column document.facts is
  'What a PDF contains beside its pages: scripts, attachments, actions that reach outside, '
  'restrictions';
comment on column document.page_count is
  'Pages of a PDF; null for other files, and for PDFs uploaded before pages were counted';
create index document_slv on document (slv_id, id) where deleted_at is null;
comment on index document_slv is 'Files of an SLV';
create index document_pending on document (pending_document_id)
  where pending_document_id is not null;
comment on index document_pending is 'Files that answer a requested document';

alter table document enable row level security;
create policy all_rows on document to portal_app using (true) with check (true);
create policy seen_by_one_company on document for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy added_by_one_company on document for insert to portal_tenant
  with check (exists (select from slv where slv.id = slv_id)
    and exists (select from app_user person
    where person.id = uploaded_by_id and person.company_id = own_company()));
create policy changed_by_one_company on document for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id))
  with check (exists (select from slv where slv.id = slv_id));
create policy removed_by_one_company on document for delete to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select, insert, delete on document to portal_tenant;
grant update (
  kind, pending_document_id, resubmit_count, name, type, size, sha256, storage_key, uploaded_at,
  deleted_by_id, deleted_at, ldp_state, ldp_attempts, ldp_error, ldp_sent_at
) on document to portal_tenant;

alter table slv_pending_document add constraint slv_pending_document_example_document_id_fkey
  foreign key (example_document_id) references document (id);

create table file_scan (
  key text primary key,
  scanned_at timestamptz not null,
  virus text
);
comment on table file_scan is
  'What the virus scanner found in stored files (CLAMD_URL). A file without a row was not scanned.';
comment on column file_scan.key is 'Key of the file in the file store';
comment on column file_scan.scanned_at is 'When it was scanned';
comment on column file_scan.virus is 'The virus found; null for a clean file';

grant select on file_scan to portal_tenant;
