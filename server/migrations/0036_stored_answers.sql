-- Answers stored under an Idempotency-Key were most of what a status change wrote (docs/performance.md): the portal deflates them.

alter table idempotency_key
  alter column answer drop default,
  alter column answer type bytea using convert_to(answer::text, 'UTF8'),
  alter column answer set default 'null';
comment on column idempotency_key.answer is 'The JSON that was answered, as zlib deflates it when it is long';
