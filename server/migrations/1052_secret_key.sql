-- The fingerprint of the secret key, so that a node with another key doesn't start.
create table secret_key_fingerprint (
  is_only_row boolean primary key default true check (is_only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  stored_at timestamptz not null
);
comment on table secret_key_fingerprint is
  'The secret key that the nodes of this database share (docs/operations.md, "Secret key")';
comment on column secret_key_fingerprint.is_only_row is 'There is one row';
comment on column secret_key_fingerprint.fingerprint is
  'HMAC under the secret key: it identifies the key and reveals nothing of it';
comment on column secret_key_fingerprint.stored_at is
  'When the first node started with this key, or an operator accepted it';
