-- baseline: the schema of release 043cc79f
-- Backups (docs/decisions/034-backup.md), and what administrators did with failed jobs
-- (docs/operations.md, "The System page").

create table backup_run (
  id uuid primary key default uuidv7(),
  started_at timestamptz not null,
  ended_at timestamptz,
  state text not null check (state in ('RUNNING', 'DONE', 'FAILED')),
  target text not null,
  bytes bigint check (bytes >= 0),
  files int check (files >= 0),
  covered_to timestamptz,
  error text,

  check ((state = 'RUNNING') = (ended_at is null)),
  check ((state = 'DONE') = (bytes is not null and files is not null and covered_to is not null)),
  check ((state = 'FAILED') = (error is not null))
);
comment on table backup_run is 'Full backups of the database and the files';
comment on column backup_run.id is 'Grows with time';
comment on column backup_run.started_at is 'When it started';
comment on column backup_run.ended_at is 'When it was complete or failed';
comment on column backup_run.state is 'Only a DONE backup can be restored';
comment on column backup_run.target is 'The folder or bucket, without credentials';
comment on column backup_run.bytes is
  'The size of the stored copy of the database; without WAL and files';
comment on column backup_run.files is
  'How many files it includes, also those that earlier backups stored';
comment on column backup_run.covered_to is
  'The latest time that can be restored from it: moves while WAL is archived';
comment on column backup_run.error is 'Why it failed';
create index backup_run_ended on backup_run (state, ended_at);
comment on index backup_run_ended is 'The last backup that was completed or failed';

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
comment on table system_history is
  'What administrators did with failed jobs. Append-only, hash-chained; written in the transaction '
  'of the change.';
comment on column system_history.id is 'Order of writing';
comment on column system_history.at is 'When';
comment on column system_history.actor_id is 'Who did it';
comment on column system_history.action is 'Whether the job runs again or was deleted';
comment on column system_history.job_id is
  'The id of the job in pg-boss, which deletes jobs after a week';
comment on column system_history.job_name is 'The queue of the job';
comment on column system_history.job_key is 'What the job was about, such as the id of a document';
comment on column system_history.changes is '[{field, before, after}]: why the job had failed';
comment on column system_history.position is
  'Its place in the chain, from 1; given by chain_history';
comment on column system_history.hash is
  'SHA-256 of the hash before it and of its content; given by chain_history';
create index system_history_actor on system_history (actor_id);

create trigger system_history_is_append_only before update or delete on system_history
  for each row execute function refuse_change();
create trigger system_history_is_never_emptied before truncate on system_history
  execute function refuse_change();
create trigger system_history_is_chained before insert on system_history
  for each row execute function chain_history();

revoke update, delete on system_history from portal_app;
