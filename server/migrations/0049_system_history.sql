-- Administrators retry and drop failed jobs (docs/operations.md, "The System page").

create table system_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  action text not null check (action in ('RETRY', 'DROP')),
  job_id uuid not null,
  job_name text not null,
  job_key text,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  position integer not null check (position > 0),
  hash bytea not null check (octet_length(hash) = 32)
);
comment on table system_history is 'What administrators did with failed jobs. Append-only, hash-chained; written in the transaction of the change.';
comment on column system_history.id is 'Order of writing';
comment on column system_history.at is 'When';
comment on column system_history.actor_id is 'Who did it';
comment on column system_history.action is 'Whether the job runs again or was deleted';
comment on column system_history.job_id is 'The id of the job in pg-boss, which deletes jobs after a week';
comment on column system_history.job_name is 'The queue of the job';
comment on column system_history.job_key is 'What the job was about, such as the id of a document';
comment on column system_history.changes is '[{field, before, after}]: why the job had failed';
comment on column system_history.position is 'Its place in the chain, from 1; given by chain_history';
comment on column system_history.hash is 'SHA-256 of the hash before it and of its content; given by chain_history';
create index system_history_actor on system_history (actor_id);
create trigger system_history_is_append_only before update or delete on system_history
  for each row execute function refuse_change();
create trigger system_history_is_never_emptied before truncate on system_history execute function refuse_change();
create trigger system_history_is_chained before insert on system_history
  for each row execute function chain_history();
revoke update, delete on system_history from portal_app;
