-- What the printing browser shows in place of a session.

create table print_ticket (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_hash bytea not null references session (token_hash) on delete cascade,
  slv_id uuid not null references slv (id) on delete cascade,
  expires_at timestamptz not null
);
comment on table print_ticket is 'Opens the report of one SLV once, within 60 seconds, with the rights that the asker has at that moment. Used by deleting it.';
comment on column print_ticket.token_hash is 'SHA-256 of the ticket; the ticket itself is nowhere';
comment on column print_ticket.session_hash is 'The asker''s session: when it ends, the ticket goes with it';
comment on column print_ticket.slv_id is 'Whose report it opens';
comment on column print_ticket.expires_at is '60 seconds after it was made';
create index print_ticket_session on print_ticket (session_hash);
create index print_ticket_slv on print_ticket (slv_id);
create index print_ticket_expires on print_ticket (expires_at);
