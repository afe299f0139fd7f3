-- What changed of the targets and of the business calendar, and by whom.

create table sla_history (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id uuid not null references app_user (id),
  changes jsonb not null check (jsonb_typeof(changes) = 'array')
);
comment on table sla_history is 'What changed of SLA items and of the calendar. Append-only; written in the transaction of what it tells.';
comment on column sla_history.id is 'Order of writing';
comment on column sla_history.at is 'When';
comment on column sla_history.actor_id is 'Who did it';
comment on column sla_history.changes is '[{field, before, after}]';
create index sla_history_actor on sla_history (actor_id);
create trigger sla_history_is_append_only before update or delete on sla_history
  for each row execute function refuse_change();
