-- The invitation of the first administrator, made on the command line (docs/operations.md, "The first administrator").

create table admin_invitation (
  email text primary key check (email = lower(email)),
  expires_at timestamptz not null
);
comment on table admin_invitation is 'Who becomes the administrator at their next sign-in, as long as no one manages permissions. Deleted when used.';
comment on column admin_invitation.email is 'Lower case; the address that they sign in with';
comment on column admin_invitation.expires_at is 'From then on it has no effect';
