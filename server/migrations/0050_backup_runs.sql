-- Runs of the backup (docs/decisions/034-backup.md).

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
comment on column backup_run.bytes is 'The size of the stored copy of the database; without WAL and files';
comment on column backup_run.files is 'How many files it includes, also those that earlier backups stored';
comment on column backup_run.covered_to is 'The latest time that can be restored from it: moves while WAL is archived';
comment on column backup_run.error is 'Why it failed';
create index backup_run_ended on backup_run (state, ended_at);
