-- statement by statement
-- Each status change wrote entries that nothing reads: an interval is found by its SLV, never by its id alone, and keys
-- of requests are only deleted by age, oldest first, for which a summary of each block's times is enough.

drop index concurrently if exists slv_interval_of_slv;
create unique index concurrently slv_interval_of_slv on slv_interval (slv_id, id);
alter table slv_interval drop constraint slv_interval_pkey,
  add constraint slv_interval_pkey primary key using index slv_interval_of_slv;
drop index concurrently if exists slv_interval_slv;

drop index concurrently if exists idempotency_key_age;
create index concurrently idempotency_key_age on idempotency_key using brin (created_at);
comment on index idempotency_key_age is 'For the deletion of old keys';
drop index concurrently if exists idempotency_key_created;
