-- People are notified 14 days and 2 days before an API key expires.
alter table api_key add column warned_at timestamptz;
comment on column api_key.warned_at is 'When its managers were last notified that it will expire';
