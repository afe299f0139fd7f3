-- What changed of people, and by whom.

create table user_history (
  id bigint generated always as identity primary key,
  user_id uuid not null references app_user (id),
  at timestamptz not null,
  actor_id uuid references app_user (id),
  action text not null,
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  custom_message text
);
comment on table user_history is 'What changed of a person: roles, permissions, status, names, second factors. Append-only; written in the transaction of what it tells.';
comment on column user_history.id is 'Order of writing';
comment on column user_history.user_id is 'Whose';
comment on column user_history.at is 'When';
comment on column user_history.actor_id is 'Who did it; null where nobody was signed in';
comment on column user_history.action is 'UserAction of the contract';
comment on column user_history.changes is '[{field, before, after}]; never a secret';
comment on column user_history.custom_message is 'What the person was told with it';
create index user_history_user on user_history (user_id, id desc);
create index user_history_actor on user_history (actor_id);
create trigger user_history_is_append_only before update or delete on user_history
  for each row execute function refuse_change();

create index app_user_name on app_user (lower(name), id);

alter table app_user add column last_used_at timestamptz;
comment on column app_user.last_used_at is 'When their last session that is over was used last; null before the first has ended';

create function keep_last_use() returns trigger language plpgsql as $$
begin
  update app_user set last_used_at = old.last_used_at
    where id = old.user_id and (last_used_at is null or last_used_at < old.last_used_at);
  return null;
end $$;
comment on function keep_last_use() is 'Sessions are swept away; who looks after people still sees when they were last here';
create trigger session_ended after delete on session for each row execute function keep_last_use();

create function keep_acting_role() returns trigger language plpgsql as $$
declare
  person uuid := coalesce(new.user_id, old.user_id);
begin
  if exists (select from user_role where user_id = person)
    and not exists (select from user_role where user_id = person and position = 0) then
    raise exception 'A person acts in the role at position 0' using errcode = 'check_violation';
  end if;
  return null;
end $$;
comment on function keep_acting_role() is 'Whoever has roles acts in one of them: the one at position 0. Asked when the transaction ends, for places are swapped one by one';
create constraint trigger user_role_has_acting after insert or update or delete on user_role
  deferrable initially deferred for each row execute function keep_acting_role();
comment on table user_role is 'Roles of a user; the one at position 0 is the acting one.';
