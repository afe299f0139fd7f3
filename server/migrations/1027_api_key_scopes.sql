-- Scopes of API keys, and the end of those whose creators left (docs/integration.md).

-- Keys from before, and those that the previous release creates, may do all that their service may.
alter table api_key
  add column scopes text[] not null default '{read,slvs,tdocs,reporting,guidelines,sla}',
  add column replaced_by_id uuid references api_key (id) on delete set null,
  add column orphaned_at timestamptz;
comment on column api_key.scopes is 'What it may do, of what its service may';
comment on column api_key.replaced_by_id is 'The key of its rotation; null before';
comment on column api_key.orphaned_at is 'When it was found that its creator had left or no longer had its rights; it then expires within 14 days';
create index api_key_replaced on api_key (replaced_by_id) where replaced_by_id is not null;
grant update (replaced_by_id) on api_key to portal_tenant;
