-- A repeat of a request with an Idempotency-Key reads the result again, so that no response is stored and none has to be erased.
-- `answer` stays, with its default, for nodes of the previous release, and this release never reads it; the next one drops it.
-- A key that such a node stored has no result, and a repeat of it on this release is refused (409).

alter table idempotency_key
  add column result jsonb,
  add constraint idempotency_key_result_without_text check (not jsonb_path_exists(result,
    '$.** ? (@.type() == "string" && !(@ like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"))'));
comment on table idempotency_key is 'Requests that had an Idempotency-Key, each stored in the same transaction as its changes';
comment on column idempotency_key.result is 'Ids, numbers and booleans that identify the result beside the request; null if the previous release stored the key';
comment on column idempotency_key.answer is 'Not used any more: the response, as the previous release stored it';
grant update (result) on idempotency_key to portal_tenant;
update idempotency_key set answer = default;
