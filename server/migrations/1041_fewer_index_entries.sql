-- statement by statement
-- Each request with a key wrote an index entry that only a deletion by age reads, oldest first: for it, a summary of
-- each block's times is enough.

drop index concurrently if exists idempotency_key_age;
create index concurrently idempotency_key_age on idempotency_key using brin (created_at);
comment on index idempotency_key_age is 'For the deletion of old keys';
drop index concurrently if exists idempotency_key_created;
