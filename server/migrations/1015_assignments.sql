-- baseline: the schema of release 043cc79f
-- Assignments can be undone for 10 seconds (docs/decisions/032-assignments.md).

create table assignment (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user (id),
  at timestamptz not null,
  action text not null
    check (action in ('assign-requests', 'assign-slr', 'assign-td', 'assign-seller',
      'set-underwriter', 'set-reviewer')),
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  undone_at timestamptz
);
comment on table assignment is
  'Assignments of SLVs and Tdocs by a person, as long as they can be undone. The history keeps '
  'what happened.';
comment on column assignment.id is 'Its id in the API; grows with time';
comment on column assignment.user_id is 'Who assigned';
comment on column assignment.at is 'When; the notifications of the assignment have the same time';
comment on column assignment.action is 'What was assigned';
comment on column assignment.items is
  'Each SLV or Tdoc: its id, its version afterwards, the new person, and the columns as they were';
comment on column assignment.undone_at is 'When it was undone';
create index assignment_at on assignment (at);
comment on index assignment_at is 'For the deletion of assignments that can no longer be undone';

alter table assignment enable row level security;
create policy all_rows on assignment to portal_app using (true) with check (true);
create policy seen_by_one_company on assignment for select to portal_tenant
  using (exists (select from app_user
    where app_user.id = user_id and app_user.company_id = own_company()));
create policy added_by_one_company on assignment for insert to portal_tenant
  with check (exists (select from app_user
    where app_user.id = user_id and app_user.company_id = own_company()));
create policy changed_by_one_company on assignment for update to portal_tenant
  using (exists (select from app_user
    where app_user.id = user_id and app_user.company_id = own_company()))
  with check (exists (select from app_user
    where app_user.id = user_id and app_user.company_id = own_company()));
grant select, insert on assignment to portal_tenant;
grant update (undone_at) on assignment to portal_tenant;
