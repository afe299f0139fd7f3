-- Approvals are compared with LoanDock's figures, which may change after the decision (decisions.md).
create table slv_drift (
  slv_id uuid primary key references slv (id),
  decided_at timestamptz not null,
  figures jsonb not null,
  checked_at timestamptz not null
);
comment on table slv_drift is
  'How the figures of approvals differ from LoanDock''s: the last comparison of each';
comment on column slv_drift.slv_id is 'The SLV';
comment on column slv_drift.decided_at is
  'The approval that was compared: decision_date of the SLV while it is in effect';
comment on column slv_drift.figures is 'The figures that differ, as in the API; empty if none does';
comment on column slv_drift.checked_at is 'When they were last compared';
create index slv_drift_found on slv_drift (slv_id) where figures <> '[]';
comment on index slv_drift_found is 'Approvals whose figures differ, for the filter of the lists';

alter table slv_drift enable row level security;
create policy all_rows on slv_drift to portal_app using (true) with check (true);
create policy seen_by_one_company on slv_drift for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id));
grant select on slv_drift to portal_tenant;
