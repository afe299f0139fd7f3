-- The page of figures is printed from one call that answers both of its halves as they were at one moment.
-- The two calls of before stay allowed: while nodes are replaced, the older ones still print by them.
alter table print_ticket drop constraint print_ticket_opens_check;
alter table print_ticket add constraint print_ticket_opens_check check (opens in ('SUMMARY', 'TABLE', 'FIGURES'));
comment on column print_ticket.opens is 'FIGURES opens both halves of the page of figures; null where it opens an SLV''s report';
