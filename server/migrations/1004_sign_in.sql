-- baseline: the schema of release 043cc79f
-- Sessions, and how people sign in: LoanDock's tickets, passwords with a second factor, and
-- single sign-on.

create table session (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references app_user (id),
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  ends_at timestamptz not null,
  user_agent text not null default '',
  id uuid not null default uuidv7() unique
);
comment on table session is
  'Who is signed in. A session ends after 30 idle minutes, or at ends_at.';
comment on column session.token_hash is 'SHA-256 of the cookie, which is not stored';
comment on column session.user_id is 'The user';
comment on column session.created_at is 'When they signed in';
comment on column session.last_used_at is
  'Last request that counts (polling does not), to the minute';
comment on column session.ends_at is '12 hours after sign-in';
comment on column session.user_agent is
  'For the list of sessions that their owner sees; cut to 200 characters';
comment on column session.id is 'Identifies it in its owner''s list; grants nothing';
create index session_by_user on session (user_id);
create index session_ends on session (ends_at);
comment on index session_ends is 'For the deletion of ended sessions';

create function keep_last_use() returns trigger language plpgsql as $$
begin
  update app_user set last_used_at = old.last_used_at
    where id = old.user_id and (last_used_at is null or last_used_at < old.last_used_at);
  return null;
end $$;
comment on function keep_last_use() is 'Copies the last use of a deleted session to its user';

create trigger session_ended after delete on session for each row execute function keep_last_use();

alter table session enable row level security;
create policy all_rows on session to portal_app using (true) with check (true);
create policy seen_by_one_company on session for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on session for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on session for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on session for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on session to portal_tenant;
grant update (last_used_at, ends_at, user_agent) on session to portal_tenant;

create table used_ticket (
  jti text primary key,
  expires_at timestamptz not null
);
comment on table used_ticket is
  'Sign-in tickets that were used: LoanDock’s tickets, and states and logout tokens of single '
  'sign-on. Each works once, on all nodes together.';
comment on column used_ticket.jti is 'The id of the ticket';
comment on column used_ticket.expires_at is
  'When the ticket expires anyway and the row may be deleted';

create table idempotency_key (
  user_id uuid not null references app_user (id),
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  answer bytea not null default 'null',
  created_at timestamptz not null,
  primary key (user_id, key)
);
comment on table idempotency_key is
  'Answers of POSTs that carried an Idempotency-Key, written in the transaction of the change.';
comment on column idempotency_key.user_id is 'A key belongs to its user';
comment on column idempotency_key.key is 'As sent';
comment on column idempotency_key.request_hash is
  'SHA-256 of method, path and body: the same key with another request is refused';
comment on column idempotency_key.answer is
  'The JSON of the response, compressed with zlib when it is long';
comment on column idempotency_key.created_at is 'Rows older than a day are deleted';
create index idempotency_key_created on idempotency_key (created_at);
comment on index idempotency_key_created is 'For the deletion of old keys';

alter table idempotency_key enable row level security;
create policy all_rows on idempotency_key to portal_app using (true) with check (true);
create policy seen_by_one_company on idempotency_key for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on idempotency_key for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on idempotency_key for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert on idempotency_key to portal_tenant;
grant update (answer) on idempotency_key to portal_tenant;

create table credential (
  user_id uuid primary key references app_user (id),
  password_hash text,
  password_set_at timestamptz,
  check ((password_hash is null) = (password_set_at is null))
);
comment on table credential is
  'Who signs in with a password: reviewers, from their invitation on. Sellers and staff use '
  'LoanDock and have none.';
comment on column credential.user_id is 'The user';
comment on column credential.password_hash is
  'argon2id with its parameters; null until the invitation was used';
comment on column credential.password_set_at is 'When it was last set';

alter table credential enable row level security;
create policy all_rows on credential to portal_app using (true) with check (true);
create policy seen_by_one_company on credential for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on credential for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select on credential to portal_tenant;
grant update (password_hash, password_set_at) on credential to portal_tenant;

create table totp (
  user_id uuid primary key references credential (user_id),
  secret bytea not null,
  added_at timestamptz,
  last_step bigint not null default 0
);
comment on table totp is 'An authenticator app as second factor (RFC 6238).';
comment on column totp.user_id is 'The user';
comment on column totp.secret is 'Encrypted with the portal''s secret key';
comment on column totp.added_at is
  'When its first code was entered; null until then, and it is not used';
comment on column totp.last_step is 'The latest time step that was used: a code works once';

alter table totp enable row level security;
create policy all_rows on totp to portal_app using (true) with check (true);
create policy seen_by_one_company on totp for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on totp for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on totp for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on totp for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on totp to portal_tenant;
grant update (secret, added_at, last_step) on totp to portal_tenant;

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
comment on column passkey.id is 'Identifies it in its owner''s list';
comment on column passkey.user_id is 'The user';
comment on column passkey.credential_id is 'The authenticator''s own id, base64url';
comment on column passkey.public_key is 'COSE';
comment on column passkey.counter is
  'Signatures so far; a smaller count means a copied key and is refused';
comment on column passkey.transports is 'How the browser reaches it';
comment on column passkey.name is 'As its owner named it';
comment on column passkey.added_at is 'When it was added';
comment on column passkey.last_used_at is 'The last sign-in with it';
create index passkey_user on passkey (user_id);

alter table passkey enable row level security;
create policy all_rows on passkey to portal_app using (true) with check (true);
create policy seen_by_one_company on passkey for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy added_by_one_company on passkey for insert to portal_tenant
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on passkey for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, insert, delete on passkey to portal_tenant;

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
comment on table challenge is
  'A sign-in between password and second factor. Its cookie is good for nothing else.';
comment on column challenge.id is
  'The emailed code is derived from it and the portal''s secret key; grants nothing';
comment on column challenge.token_hash is 'SHA-256 of the cookie';
comment on column challenge.user_id is 'Whose password was correct';
comment on column challenge.factor is 'The second factor that is asked for';
comment on column challenge.codes is
  'How many codes were requested. Only the last counts, and none is stored: it is the HMAC of id '
  'and number under the portal''s secret key';
comment on column challenge.sent_at is 'When the last code was requested';
comment on column challenge.attempts is
  'Tries, counted before they are compared; requesting another code does not reset them';
comment on column challenge.passkey_challenge is 'What a passkey has to sign';
comment on column challenge.address_key is
  'The throttle.key of its network address, so that its try can be given back; null for a known '
  'device';
comment on column challenge.created_at is 'When the password was entered';
comment on column challenge.expires_at is 'Ten minutes after the password or the last code';
create index challenge_user on challenge (user_id, created_at);
comment on index challenge_user is 'Recent sign-ins of a person';
create index challenge_expires on challenge (expires_at);
comment on index challenge_expires is 'For the deletion of expired sign-ins';

alter table challenge enable row level security;
create policy all_rows on challenge to portal_app using (true) with check (true);
create policy seen_by_one_company on challenge for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on challenge for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, delete on challenge to portal_tenant;

create table passkey_request (
  session_hash bytea primary key references session (token_hash) on delete cascade,
  challenge text not null,
  expires_at timestamptz not null
);
comment on table passkey_request is 'A passkey that is being added in the settings.';
comment on column passkey_request.session_hash is 'The session that adds it';
comment on column passkey_request.challenge is 'What the new passkey has to sign';
comment on column passkey_request.expires_at is 'Five minutes after it was started';

alter table passkey_request enable row level security;
create policy all_rows on passkey_request to portal_app using (true) with check (true);
create policy seen_by_one_company on passkey_request for select to portal_tenant
  using (exists (select from session where session.token_hash = session_hash));
create policy added_by_one_company on passkey_request for insert to portal_tenant
  with check (exists (select from session where session.token_hash = session_hash));
create policy changed_by_one_company on passkey_request for update to portal_tenant
  using (exists (select from session where session.token_hash = session_hash))
  with check (exists (select from session where session.token_hash = session_hash));
create policy removed_by_one_company on passkey_request for delete to portal_tenant
  using (exists (select from session where session.token_hash = session_hash));
grant select, insert, delete on passkey_request to portal_tenant;
grant update (challenge, expires_at) on passkey_request to portal_tenant;

create table account_link (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_id uuid not null references credential (user_id),
  purpose text not null check (purpose in ('INVITE', 'RESET')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table account_link is
  'Links, sent by email, that let a person set a password once. A newer link replaces the older.';
comment on column account_link.id is
  'Its token is derived from it and the portal''s secret key; grants nothing';
comment on column account_link.token_hash is
  'SHA-256 of the token, an HMAC of the id; the token is only in the email';
comment on column account_link.user_id is 'Whose password it sets';
comment on column account_link.purpose is 'INVITE is valid for 72 hours, RESET for 30 minutes';
comment on column account_link.created_at is 'When it was requested';
comment on column account_link.expires_at is 'When it expires';
comment on column account_link.used_at is 'When it was used or replaced by a newer one';
create unique index account_link_one_open on account_link (user_id) where used_at is null;
comment on index account_link_one_open is 'A person has one unused link';

alter table account_link enable row level security;
create policy all_rows on account_link to portal_app using (true) with check (true);
create policy seen_by_one_company on account_link for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy changed_by_one_company on account_link for update to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()))
  with check (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select on account_link to portal_tenant;
grant update (used_at) on account_link to portal_tenant;

create table throttle (
  key bytea primary key check (octet_length(key) = 32),
  failures integer not null default 0,
  first_at timestamptz not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
comment on table throttle is
  'Failed sign-ins, counted per account from unknown devices, per account and known device, and '
  'per network address.';
comment on column throttle.key is 'HMAC of kind and subject, so that no address is stored';
comment on column throttle.failures is 'Since first_at';
comment on column throttle.first_at is 'The first failure that counts';
comment on column throttle.last_at is 'The last failure; a day later the row is deleted';
comment on column throttle.blocked_until is 'No sign-in is tried before then';
create index throttle_last on throttle (last_at);
comment on index throttle_last is 'For the deletion of old failures';

grant select, insert, update, delete on throttle to portal_tenant;

create table known_device (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references credential (user_id),
  last_used_at timestamptz not null
);
comment on table known_device is
  'A browser that a person signed in from. Other people''s failures don''t slow it down.';
comment on column known_device.token_hash is 'SHA-256 of the device cookie';
comment on column known_device.user_id is 'Who signed in from it';
comment on column known_device.last_used_at is
  'The last sign-in; after 90 days it is unknown again';
create index known_device_user on known_device (user_id);

alter table known_device enable row level security;
create policy all_rows on known_device to portal_app using (true) with check (true);
create policy seen_by_one_company on known_device for select to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
create policy removed_by_one_company on known_device for delete to portal_tenant
  using (exists (select from app_user person
    where person.id = user_id and person.company_id = own_company()));
grant select, delete on known_device to portal_tenant;

-- Sign-in through a company's OpenID Connect provider (docs/decisions/037-single-sign-on.md).
create table oidc_identity (
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references app_user (id),
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
comment on table oidc_identity is
  'Which account of an identity provider signs in as which user. Found by issuer and subject, '
  'which never change, and not by email.';
comment on column oidc_identity.issuer is 'The identity provider (OIDC_ISSUER)';
comment on column oidc_identity.subject is 'The account’s id at the identity provider (claim sub)';
comment on column oidc_identity.user_id is
  'The user, who has at most one account at each identity provider';
comment on column oidc_identity.linked_at is 'The first sign-in with it';

create table oidc_session (
  session_id uuid primary key references session (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  id_token bytea not null,
  foreign key (issuer, subject) references oidc_identity (issuer, subject)
);
comment on table oidc_session is
  'Sessions that were opened by single sign-on, so that signing out ends both.';
comment on column oidc_session.session_id is 'The portal’s session';
comment on column oidc_session.issuer is 'The identity provider';
comment on column oidc_session.subject is 'The account at the identity provider';
comment on column oidc_session.sid is
  'The identity provider’s session (claim sid), if it names one';
comment on column oidc_session.id_token is
  'The ID token, encrypted with the secret key; the identity provider asks for it at sign-out';
create index oidc_session_identity on oidc_session (issuer, subject);
