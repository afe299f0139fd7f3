-- Conditions of approvals as rows, and the library of reusable ones.

create table slv_condition (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id) on delete cascade,
  resubmit_count integer not null check (resubmit_count >= 0),
  position integer not null,
  text text not null check (text <> ''),
  timing text not null check (timing in ('PRIOR_TO_DOCS', 'PRIOR_TO_FUNDING', 'PRIOR_TO_PURCHASE')),
  due_on date,
  library_id uuid,
  status text not null default 'OPEN' check (status in ('OPEN', 'MET', 'WAIVED')),
  reason text,
  marked_by_id uuid references app_user (id),
  marked_at timestamptz,
  message text,
  document_id uuid references document (id) on delete set null,
  answered_by_id uuid references app_user (id),
  answered_at timestamptz,
  due_soon_notified_at timestamptz,
  overdue_notified_at timestamptz,

  constraint marked_by_someone
    check ((status = 'OPEN') = (marked_by_id is null) and (status = 'OPEN') = (marked_at is null)),
  constraint waived_for_a_reason check (status <> 'WAIVED' or reason is not null),
  constraint condition_answered_by_someone check ((answered_by_id is null) = (answered_at is null))
);
comment on table slv_condition is
  'The conditions of an SLV''s approval, also while the decision is prepared. Those of ended rounds '
  'stay as they were.';
comment on column slv_condition.id is 'conditionId in the API';
comment on column slv_condition.slv_id is 'The SLV';
comment on column slv_condition.resubmit_count is 'The round whose decision has it';
comment on column slv_condition.position is 'Order in the decision';
comment on column slv_condition.text is 'What has to be met';
comment on column slv_condition.timing is 'What it has to be met before';
comment on column slv_condition.due_on is 'The day by which it has to be met, in New York; or null';
comment on column slv_condition.library_id is
  'The row of condition_library that its text is from; that row may have been deleted';
comment on column slv_condition.status is 'OPEN, MET or WAIVED';
comment on column slv_condition.reason is 'Why the underwriter marked it; the seller reads it';
comment on column slv_condition.marked_by_id is 'Who marked it as met or waived';
comment on column slv_condition.marked_at is 'When it was marked';
comment on column slv_condition.message is 'The seller''s answer in words';
comment on column slv_condition.document_id is 'The seller''s document that answers it';
comment on column slv_condition.answered_by_id is 'Who answered';
comment on column slv_condition.answered_at is 'When it was answered; null before';
comment on column slv_condition.due_soon_notified_at is
  'When the seller was notified that it is due soon';
comment on column slv_condition.overdue_notified_at is
  'When people were notified that it is overdue';
create index slv_condition_slv on slv_condition (slv_id, resubmit_count, position);
comment on index slv_condition_slv is 'The conditions of a round, in their order';
create index slv_condition_open on slv_condition (slv_id, resubmit_count) where status = 'OPEN';
comment on index slv_condition_open is 'SLVs with open conditions, for lists';
create index slv_condition_due on slv_condition (due_on)
  where status = 'OPEN' and due_on is not null and overdue_notified_at is null;
comment on index slv_condition_due is 'Open conditions that may become due';
create index slv_condition_document on slv_condition (document_id) where document_id is not null;
comment on index slv_condition_document is 'Conditions that a file answers';

alter table slv_condition enable row level security;
create policy all_rows on slv_condition to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_condition for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
create policy changed_by_one_company on slv_condition for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id))
  with check (exists (select from slv where slv.id = slv_id));
grant select on slv_condition to portal_tenant;
grant update (message, document_id, answered_by_id, answered_at) on slv_condition to portal_tenant;

create table condition_library (
  id uuid primary key default uuidv7(),
  position integer not null,
  title text not null check (title <> ''),
  text text not null check (text <> ''),
  timing text not null check (timing in ('PRIOR_TO_DOCS', 'PRIOR_TO_FUNDING', 'PRIOR_TO_PURCHASE'))
);
comment on table condition_library is
  'Reusable conditions. A decision copies their text, so that they can change.';
comment on column condition_library.id is 'Its id in the API';
comment on column condition_library.position is 'Order in lists';
comment on column condition_library.title is 'Short name to find it by';
comment on column condition_library.text is 'The text of the condition';
comment on column condition_library.timing is 'What it has to be met before';

create table condition_library_version (
  is_only boolean primary key default true check (is_only),
  version integer not null default 1
);
comment on table condition_library_version is
  'The version of the library of conditions, in one row.';
comment on column condition_library_version.is_only is 'There is one row';
comment on column condition_library_version.version is 'Increases with each change; the ETag';
insert into condition_library_version default values;
