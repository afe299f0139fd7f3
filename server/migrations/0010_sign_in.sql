-- How reviewers sign in: a password, then a second factor, and the links that let them set one.

alter table session add column id uuid not null default uuidv7() unique;
comment on column session.id is 'What its owner names it by in their list; opens nothing';

create table credential (
  user_id uuid primary key references app_user (id),
  password_hash text,
  password_set_at timestamptz,
  check ((password_hash is null) = (password_set_at is null))
);
comment on table credential is 'Who signs in with a password: reviewers, from their invitation on. Sellers and staff come through LoanDock and have none.';
comment on column credential.user_id is 'Whose';
comment on column credential.password_hash is 'argon2id with its parameters; null until the invitation was used';
comment on column credential.password_set_at is 'When it was set last';

create table totp (
  user_id uuid primary key references credential (user_id),
  secret bytea not null,
  added_at timestamptz,
  last_step bigint not null default 0
);
comment on table totp is 'An authenticator app as second factor (RFC 6238).';
comment on column totp.user_id is 'Whose';
comment on column totp.secret is 'Encrypted with the portal''s secret key; it opens nothing without it';
comment on column totp.added_at is 'When its first code was entered; null until then, and it does not count';
comment on column totp.last_step is 'The newest time step that was used: a code signs in once';

create table passkey (
  id uuid primary key default uuidv7(),
  user_id uuid not null references credential (user_id),
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  added_at timestamptz not null,
  last_used_at timestamptz
);
comment on table passkey is 'Passkeys as second factor (Web Authentication Level 3).';
comment on column passkey.id is 'What its owner names it by';
comment on column passkey.user_id is 'Whose';
comment on column passkey.credential_id is 'The authenticator''s own id, base64url';
comment on column passkey.public_key is 'COSE';
comment on column passkey.counter is 'Signatures so far; a smaller one is a copy and is refused';
comment on column passkey.transports is 'How the browser reaches it';
comment on column passkey.name is 'As its owner calls it';
comment on column passkey.added_at is 'When';
comment on column passkey.last_used_at is 'The last sign-in with it';
create index passkey_user on passkey (user_id);

create table challenge (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references credential (user_id),
  factor text not null check (factor in ('EMAIL', 'TOTP', 'PASSKEY')),
  codes integer not null default 0 check ((codes > 0) = (factor = 'EMAIL')),
  sent_at timestamptz,
  attempts integer not null default 0 check (attempts between 0 and 5),
  passkey_challenge text,
  address_key bytea check (octet_length(address_key) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
comment on table challenge is 'A sign-in between password and second factor: a half-signed-in session of its own cookie, good for nothing else.';
comment on column challenge.id is 'What the mailed code is made of, with the portal''s secret key; it opens nothing';
comment on column challenge.token_hash is 'SHA-256 of the cookie';
comment on column challenge.user_id is 'Whose password was right';
comment on column challenge.factor is 'What is asked';
comment on column challenge.codes is 'How many codes were asked for. Only the last counts, and none is kept: it is the HMAC of id and number under the portal''s secret key';
comment on column challenge.sent_at is 'When the last one was asked for';
comment on column challenge.attempts is 'Tries, counted before they are compared; a code sent anew gives none back';
comment on column challenge.passkey_challenge is 'What a passkey has to sign';
comment on column challenge.address_key is 'By what the try of its network address was counted (throttle.key), to be given back; null for a known device';
comment on column challenge.created_at is 'When the password was entered';
comment on column challenge.expires_at is 'Ten minutes after the password, or after the last code, it is over';
create index challenge_user on challenge (user_id, created_at);
create index challenge_expires on challenge (expires_at);

create table passkey_request (
  session_hash bytea primary key references session (token_hash) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
comment on table passkey_request is 'A passkey that is being made, in settings.';
comment on column passkey_request.session_hash is 'In whose session';
comment on column passkey_request.challenge is 'What the new passkey has to sign';
comment on column passkey_request.expires_at is 'Five minutes later it is over';

create table account_link (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references credential (user_id),
  purpose text not null check (purpose in ('INVITE', 'RESET')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table account_link is 'Links by mail that let somebody set a password, once. A newer one voids the older.';
comment on column account_link.id is 'What its token is made of, with the portal''s secret key; it opens nothing';
comment on column account_link.token_hash is 'SHA-256 of the token, a HMAC of the id; the token is in the mail alone';
comment on column account_link.user_id is 'Whose password it sets';
comment on column account_link.purpose is 'INVITE lives 72 hours, RESET 30 minutes';
comment on column account_link.created_at is 'When it was asked for';
comment on column account_link.expires_at is 'When it is over';
comment on column account_link.used_at is 'When it was used, or voided by a newer one';
create unique index account_link_one_open on account_link (user_id) where used_at is null;

create table throttle (
  key bytea primary key check (octet_length(key) = 32),
  failures integer not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
comment on table throttle is 'Failed tries by what they are counted by: an account from unknown devices, an account from one known device, a network address.';
comment on column throttle.key is 'HMAC of kind and subject: no address stands here';
comment on column throttle.failures is 'Since first_at';
comment on column throttle.first_at is 'The first that counts';
comment on column throttle.last_at is 'The last; a day of peace forgets';
comment on column throttle.blocked_until is 'Until then nothing is tried';
create index throttle_last on throttle (last_at);

create table known_device (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references credential (user_id),
  last_used_at timestamptz not null
);
comment on table known_device is 'A browser that a person signed in from: strangers'' tries do not slow it down.';
comment on column known_device.token_hash is 'SHA-256 of the device cookie';
comment on column known_device.user_id is 'Who signed in from it';
comment on column known_device.last_used_at is 'The last sign-in; 90 days later it is a stranger again';
create index known_device_user on known_device (user_id);

-- An invitation asks whose mail domain an address is of.
create index app_user_mail_domain on app_user (split_part(email, '@', 2));
