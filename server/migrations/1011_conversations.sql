-- baseline: the schema of release 043cc79f
-- What people write to each other about an SLV or a Tdoc.

create table comment (
  id uuid primary key default uuidv7(),
  slv_id uuid references slv (id) on delete cascade,
  type text not null check (type in ('INTERNAL', 'EXTERNAL')),
  message text not null check (length(message) between 1 and 4000),
  author_id uuid not null references app_user (id),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz,
  tdoc_id uuid references tdoc (id),

  constraint comment_is_on_one_thing check (num_nonnulls(slv_id, tdoc_id) = 1)
);
comment on table comment is
  'A comment in the conversation on an SLV or a Tdoc. Deleted ones stay for the history.';
comment on column comment.id is 'Its id in the API; grows with time';
comment on column comment.slv_id is 'The SLV that it is about; null when it is about a Tdoc';
comment on column comment.type is
  'INTERNAL: only the buyer''s people see it; EXTERNAL: also the seller or the vendor''s reviewers';
comment on column comment.message is 'Plain text, 4,000 characters at most';
comment on column comment.author_id is 'Who wrote it; only they edit and delete it';
comment on column comment.created_at is 'When it was written';
comment on column comment.edited_at is 'When it was last edited; null if it never was';
comment on column comment.deleted_at is 'When its author deleted it; null otherwise';
comment on column comment.tdoc_id is 'The Tdoc that it is about; null when it is about an SLV';
create index comment_slv on comment (slv_id, id desc) where deleted_at is null;
comment on index comment_slv is 'The conversation on an SLV';
create index comment_tdoc on comment (tdoc_id, id desc) where deleted_at is null;
comment on index comment_tdoc is 'The conversation on a Tdoc';

alter table comment enable row level security;
create policy all_rows on comment to portal_app using (true) with check (true);
create policy seen_by_one_company on comment for select to portal_tenant
  using (exists (select from slv where slv.id = slv_id)
    or exists (select from tdoc where tdoc.id = tdoc_id));
create policy added_by_one_company on comment for insert to portal_tenant
  with check ((exists (select from slv where slv.id = slv_id)
    or exists (select from tdoc where tdoc.id = tdoc_id))
    and exists (select from app_user person
    where person.id = author_id and person.company_id = own_company()));
create policy changed_by_one_company on comment for update to portal_tenant
  using (exists (select from slv where slv.id = slv_id)
    or exists (select from tdoc where tdoc.id = tdoc_id))
  with check (exists (select from slv where slv.id = slv_id)
    or exists (select from tdoc where tdoc.id = tdoc_id));
grant select, insert on comment to portal_tenant;
grant update (type, message, edited_at, deleted_at) on comment to portal_tenant;

create table comment_mention (
  comment_id uuid not null references comment (id) on delete cascade,
  user_id uuid not null references app_user (id),
  primary key (comment_id, user_id)
);
comment on table comment_mention is 'Who is mentioned in a comment.';
comment on column comment_mention.comment_id is 'The comment';
comment on column comment_mention.user_id is 'The person';
create index comment_mention_user on comment_mention (user_id);

alter table comment_mention enable row level security;
create policy all_rows on comment_mention to portal_app using (true) with check (true);
create policy seen_by_one_company on comment_mention for select to portal_tenant
  using (exists (select from comment where comment.id = comment_id));
create policy added_by_one_company on comment_mention for insert to portal_tenant
  with check (exists (select from comment where comment.id = comment_id));
create policy removed_by_one_company on comment_mention for delete to portal_tenant
  using (exists (select from comment where comment.id = comment_id));
grant select, insert, delete on comment_mention to portal_tenant;
