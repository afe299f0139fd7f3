-- What a PDF contains beside its pages is a fact of the document, not a reason to refuse it.
alter table document
  add column facts text[] not null default '{}'
    check (facts <@ array['SCRIPTS', 'ATTACHMENTS', 'OUTSIDE', 'RESTRICTED']),
  add column page_count integer check (page_count > 0);
comment on column document.facts is 'What a PDF contains beside its pages: scripts, attachments, actions that reach outside, restrictions';
comment on column document.page_count is 'Pages of a PDF; null for other files, and for PDFs uploaded before pages were counted';
