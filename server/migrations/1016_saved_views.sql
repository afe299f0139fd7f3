-- baseline: the schema of release 043cc79f
-- Saved views of the lists, personal or shared in a company (docs/decisions/033-saved-views.md).

create table saved_view (
  id uuid primary key default uuidv7(),
  user_id uuid not null references app_user (id),
  company_id uuid not null references company (id),
  list text not null check (list in ('SLV', 'TDOC')),
  name text not null check (char_length(name) between 1 and 60),
  search text not null check (char_length(search) <= 4000),
  columns text[],
  is_shared boolean not null,
  created_at timestamptz not null,
  density text not null default 'COMFORTABLE' check (density in ('COMFORTABLE', 'COMPACT'))
);
comment on table saved_view is
  'The filters, order and columns of a list that a person saved. It has no data of the list: '
  'everyone sees their own rows in it.';
comment on column saved_view.id is 'Its id in the API; grows with time';
comment on column saved_view.user_id is 'The owner, who alone may change or delete it';
comment on column saved_view.company_id is
  'The owner’s company, whose people see it when it is shared';
comment on column saved_view.list is 'The list that it shows';
comment on column saved_view.name is 'Its name; the owner has no two of one name for a list';
comment on column saved_view.search is 'The search parameters of the list’s page';
comment on column saved_view.columns is
  'The visible columns in their order; null for the usual ones';
comment on column saved_view.is_shared is 'Whether everyone in the company sees it';
comment on column saved_view.created_at is 'When it was saved';
comment on column saved_view.density is 'The height of its rows';
create unique index saved_view_name on saved_view (user_id, list, lower(name));
comment on index saved_view_name is 'A person has one view of a name for each list';
create index saved_view_shared on saved_view (company_id) where is_shared;
comment on index saved_view_shared is 'Shared views of a company';

alter table saved_view enable row level security;
create policy all_rows on saved_view to portal_app using (true) with check (true);
create policy one_company on saved_view to portal_tenant
  using (company_id = own_company())
  with check (company_id = own_company());
grant select, insert, delete on saved_view to portal_tenant;
grant update (name, search, columns, is_shared, density) on saved_view to portal_tenant;
