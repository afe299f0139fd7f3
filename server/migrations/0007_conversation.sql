-- What people say to each other about an SLV.

create table comment (
  id uuid primary key default uuidv7(),
  slv_id uuid not null references slv (id),
  type text not null check (type in ('INTERNAL', 'EXTERNAL')),
  message text not null check (length(message) between 1 and 4000),
  author_id uuid not null references app_user (id),
  created_at timestamptz not null,
  edited_at timestamptz,
  deleted_at timestamptz
);
comment on table comment is 'A comment in the conversation on an SLV. Deleted ones stay, unread, for the history.';
comment on column comment.id is 'Its id on the wire; grows with time';
comment on column comment.slv_id is 'What it is about';
comment on column comment.type is 'INTERNAL: the buyer''s people alone; EXTERNAL: the seller too';
comment on column comment.message is 'Plain text, 4,000 characters at most';
comment on column comment.author_id is 'Who wrote it; they alone edit and delete it';
comment on column comment.created_at is 'When';
comment on column comment.edited_at is 'Last edit; null when there was none';
comment on column comment.deleted_at is 'When its author took it back; null while it stands';
create index comment_slv on comment (slv_id, id desc) where deleted_at is null;

create table comment_mention (
  comment_id uuid not null references comment (id),
  user_id uuid not null references app_user (id),
  primary key (comment_id, user_id)
);
comment on table comment_mention is 'Who is named in a comment.';
comment on column comment_mention.comment_id is 'Where';
comment on column comment_mention.user_id is 'Who';
create index comment_mention_user on comment_mention (user_id);

alter table slv add column tagged_ids uuid[] not null default '{}';
comment on column slv.tagged_ids is 'Underwriters who were ever named in its conversation: they may see it from then on (product.md §1)';
create index slv_tagged on slv using gin (tagged_ids) where tagged_ids <> '{}';
