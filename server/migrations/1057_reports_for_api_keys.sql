-- Reports in the file of an SLV are also printed for API keys, which have no session.
alter table print_ticket drop constraint person_opens_figures;
comment on column print_ticket.session_hash is
  'The requester''s session: the ticket ends with it; null for scheduled printing and API keys';
comment on column print_ticket.user_id is
  'For whom figures are printed on a schedule, or the service of an API key; null if a signed-in person prints';
