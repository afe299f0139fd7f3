-- People say that a comment of the buyer needs no answer; BDDs, who can't answer, that they have read it.
create table comment_dismissal (
  comment_id uuid not null references comment (id) on delete cascade,
  user_id uuid not null references app_user (id),
  dismissed_at timestamptz not null,
  primary key (comment_id, user_id)
);
comment on table comment_dismissal is
  'Comments of the buyer that need no answer. One of the seller''s or vendor''s people speaks for the company; a BDD, '
  'who has read it, for themselves. The buyer''s next comment needs an answer again.';
comment on column comment_dismissal.comment_id is 'The comment';
comment on column comment_dismissal.user_id is 'Who said so';
comment on column comment_dismissal.dismissed_at is 'When they said so';
create index comment_dismissal_user on comment_dismissal (user_id);

alter table comment_dismissal enable row level security;
create policy all_rows on comment_dismissal to portal_app using (true) with check (true);
create policy seen_by_one_company on comment_dismissal for select to portal_tenant
  using (exists (select from comment where comment.id = comment_id)
    and exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on comment_dismissal for insert to portal_tenant
  with check (exists (select from comment where comment.id = comment_id)
    and exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert on comment_dismissal to portal_tenant;
