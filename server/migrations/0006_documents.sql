-- Files that belong to an SLV. A row is written when its file lies whole in the store, never before.

create table document (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id),
  kind text not null check (kind in ('SELLER', 'UNDERWRITER')),
  pending_document_id uuid references slv_pending_document (id),
  resubmit_count integer not null check (resubmit_count >= 0),
  name text not null check (length(name) between 1 and 255),
  type text not null check (type in ('PDF', 'PNG', 'JPEG', 'TIFF', 'DOCX', 'XLSX', 'CSV', 'TXT', 'EML')),
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
  constraint deleted_by_somebody check ((deleted_at is null) = (deleted_by_id is null)),
  constraint asked_of_the_seller check (pending_document_id is null or kind = 'SELLER'),
  constraint sent_has_a_time check ((ldp_state = 'SENT') = (ldp_sent_at is not null))
);
comment on table document is 'A file of an SLV: the seller''s, or the underwriter''s own. Deleted ones stay, for the history.';
comment on column document.id is 'documentId on the wire';
comment on column document.slv_id is 'Whose file';
comment on column document.kind is 'SELLER: documents on the wire; UNDERWRITER: underwriterDocuments, the buyer''s own';
comment on column document.pending_document_id is 'The asked document that this file answers';
comment on column document.resubmit_count is 'The round in which it came';
comment on column document.name is 'As its owner named it, without control and direction characters; decides nothing';
comment on column document.type is 'What was found in its content';
comment on column document.size is 'Bytes, 50 MB at most';
comment on column document.sha256 is 'Of its content';
comment on column document.storage_key is 'Where the store holds it; ours, never made of its name';
comment on column document.uploaded_by_id is 'Who brought it';
comment on column document.uploaded_at is 'When its file was whole';
comment on column document.deleted_by_id is 'Who took it away';
comment on column document.deleted_at is 'When it was taken away; null while it is there';
comment on column document.ldp_state is 'On its way to LoanDock: QUEUED, SENT or FAILED';
comment on column document.ldp_attempts is 'Tries since it was last queued';
comment on column document.ldp_error is 'Why the last try failed, in a sentence';
comment on column document.ldp_sent_at is 'When LoanDock took it';
create index document_slv on document (slv_id, id) where deleted_at is null;
create index document_pending on document (pending_document_id) where pending_document_id is not null;

alter table slv_pending_document
  add column example_document_id uuid references document (id),
  add column overdue_told_at timestamptz;
comment on column slv_pending_document.example_document_id is 'A file of the underwriter''s that shows what is wanted; the seller may open this one';
comment on column slv_pending_document.overdue_told_at is 'When its being past the SLA was told; null before';
create index slv_pending_document_example on slv_pending_document (example_document_id) where example_document_id is not null;
create index slv_pending_document_awaited on slv_pending_document (asked_at) where received_at is null and overdue_told_at is null;
