-- A compensating factor that a document shows counts once an underwriter has verified its document, and some factors are
-- for some loans only.

alter table document add column supports jsonb not null default '[]'
  constraint supports_is_a_list check (jsonb_typeof(supports) = 'array');
comment on column document.supports is 'The compensating factors that the file supports, by their labels, and who verified it for each';

alter table guideline_factor add column qualifies_by text check (qualifies_by in ('DSCR', 'DTI'));
comment on column guideline_factor.qualifies_by is 'Only for loans that qualify this way; null for all';
-- Factors of the first catalog, unless the buyer renamed them.
update guideline_factor set qualifies_by = 'DTI'
  where label in ('DTI below maximum', 'Residual income', 'Years in current job');
update guideline_factor set qualifies_by = 'DSCR' where label = 'DSCR above minimum';
