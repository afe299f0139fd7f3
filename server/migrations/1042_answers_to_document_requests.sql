-- A seller answers a requested document without a new file, and the underwriter accepts the answer, requests the document again, or goes on without it.
alter table slv_pending_document
  add column answer_kind text check (answer_kind in ('ALREADY_SENT', 'CANNOT')),
  add column answer_document_id uuid references document (id) on delete set null,
  add column answer_reason text,
  add column answered_by_id uuid references app_user (id),
  add column answered_at timestamptz,
  add column outcome text check (outcome in ('ACCEPTED', 'ASKED_AGAIN', 'WAIVED')),
  add column outcome_by_id uuid references app_user (id),
  add column outcome_at timestamptz,
  add column reminded_at timestamptz,
  add constraint answered_by_someone
    check ((answer_kind is null) = (answered_by_id is null) and (answer_kind is null) = (answered_at is null)),
  add constraint outcome_by_someone
    check ((outcome is null) = (outcome_by_id is null) and (outcome is null) = (outcome_at is null));
comment on column slv_pending_document.answer_kind is
  'The seller''s answer without a new file: ALREADY_SENT or CANNOT; null without one';
comment on column slv_pending_document.answer_document_id is 'The file that was already sent';
comment on column slv_pending_document.answer_reason is 'Why the seller can''t provide it';
comment on column slv_pending_document.answered_by_id is 'Who answered';
comment on column slv_pending_document.answered_at is 'When it was answered';
comment on column slv_pending_document.outcome is
  'The underwriter''s: ACCEPTED the answer, ASKED_AGAIN, or WAIVED: went on without it';
comment on column slv_pending_document.outcome_by_id is 'The underwriter of the outcome';
comment on column slv_pending_document.outcome_at is 'When the outcome was recorded';
comment on column slv_pending_document.reminded_at is 'When the seller was last reminded of it';
create index slv_pending_document_answer on slv_pending_document (answer_document_id)
  where answer_document_id is not null;
comment on index slv_pending_document_answer is 'Requested documents that a file answers';
grant update (answer_kind, answer_document_id, answer_reason, answered_by_id, answered_at)
  on slv_pending_document to portal_tenant;
