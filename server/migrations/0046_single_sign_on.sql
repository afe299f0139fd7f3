-- Sign-in through a company's OpenID Connect provider (docs/decisions/037-single-sign-on.md).

create table oidc_identity (
  issuer text not null,
  subject text not null check (char_length(subject) between 1 and 255),
  user_id uuid not null references app_user (id),
  linked_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
comment on table oidc_identity is 'Which account of an identity provider signs in as which user. Found by issuer and subject, which never change, and not by email.';
comment on column oidc_identity.issuer is 'The identity provider (OIDC_ISSUER)';
comment on column oidc_identity.subject is 'The account’s id at the identity provider (claim sub)';
comment on column oidc_identity.user_id is 'The user, who has at most one account at each identity provider';
comment on column oidc_identity.linked_at is 'The first sign-in with it';

create table oidc_session (
  session_id uuid primary key references session (id) on delete cascade,
  issuer text not null,
  subject text not null,
  sid text,
  id_token bytea not null,
  foreign key (issuer, subject) references oidc_identity (issuer, subject)
);
comment on table oidc_session is 'Sessions that were opened by single sign-on, so that signing out ends both.';
comment on column oidc_session.session_id is 'The portal’s session';
comment on column oidc_session.issuer is 'The identity provider';
comment on column oidc_session.subject is 'The account at the identity provider';
comment on column oidc_session.sid is 'The identity provider’s session (claim sid), if it names one';
comment on column oidc_session.id_token is 'The ID token, encrypted with the secret key; the identity provider asks for it at sign-out';
create index oidc_session_identity on oidc_session (issuer, subject);

comment on table used_ticket is 'Sign-in tickets that were used: LoanDock’s tickets, and states and logout tokens of single sign-on. Each works once, on all nodes together.';
