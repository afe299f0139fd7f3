-- statement by statement
-- Searches compare one normal form of texts, so that "Muñoz" is found by "munoz" and "ACM-148818" by "acm 148818".
-- The contract's normalizeForSearch computes the same form (contract/src/lib/normalize-for-search.ts); change both together.
-- Rows are filled in small batches and the indexes built concurrently: writers don't wait. Triggers keep the columns up
-- to date for the previous release too, which uses search_text with slv_search and tdoc_search. A semicolon at the end
-- of a line ends a statement here.

create or replace function search_form(value text) returns text
language sql immutable strict parallel safe
return case
  -- Printable ASCII, which is most text: the same result without Unicode's tables.
  when value !~ '[^ -~\n]' then translate(lower(value collate pg_c_utf8), ' #.,`''-', '')
  else normalize(
    replace(replace(replace(replace(
      translate(
        regexp_replace(
          lower(normalize(value, NFKD) collate pg_c_utf8),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7'
          '\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
          '\u0001-\u0009\u000b-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000'
          '#.,`''\u00b4\u02b9-\u02bf\u2018-\u201b\u2032\ua78c'
          '\u002d\u058a\u05be\u1806\u2010-\u2015\u2043\u2212'
          '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f'
          '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
          '', 'g'),
        'ςıøđłðħ', 'σiodldh'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    NFKC)
end;
comment on function search_form is 'The form in which texts are searched: without case, accents, apostrophes, hyphens, spaces and invisible characters';

alter table slv add column if not exists search_form text;
comment on column slv.search_form is 'The search form of the loan''s numbers and the borrower, a line each; kept by set_slv_search_form';
create or replace function set_slv_search_form() returns trigger language plpgsql as $$
begin
  new.search_form := search_form(coalesce(new.buyer_loan, '') || E'\n' || coalesce(new.seller_loan, '')
    || E'\n' || coalesce(new.borrower_last_name, '')) ; return new ; end $$;
comment on function set_slv_search_form() is 'Computes slv.search_form; a generated column would rewrite the table under a lock';
create or replace trigger slv_search_form before insert or update of buyer_loan, seller_loan, borrower_last_name on slv
  for each row execute function set_slv_search_form();
do $$ declare left_over boolean ; begin loop
  update slv set search_form = search_form(search_text) where id in (
    select id from slv where search_form is null limit 2000 for update skip locked)
  ; commit ; select exists (select from slv where search_form is null) into left_over ; exit when not left_over
  ; perform pg_sleep(0.02) ; end loop ; end $$;
drop index concurrently if exists slv_search_form;
create index concurrently slv_search_form on slv using gin (search_form gin_trgm_ops);
comment on index slv_search_form is 'Finds any part of three characters or more';

alter table tdoc add column if not exists search_form text;
comment on column tdoc.search_form is 'The search form of loan number, image, borrower, seller and corrId, a line each; kept by set_tdoc_search_form';
create or replace function set_tdoc_search_form() returns trigger language plpgsql as $$
begin
  new.search_form := search_form(new.buyer_loan_number || E'\n' || new.image_file_name || E'\n' || coalesce(new.borrower_last_name, '')
    || E'\n' || coalesce(new.seller_name, '') || E'\n' || coalesce(new.corr_id, '')) ; return new ; end $$;
comment on function set_tdoc_search_form() is 'Computes tdoc.search_form; a generated column would rewrite the table under a lock';
create or replace trigger tdoc_search_form before insert or update of buyer_loan_number, image_file_name, borrower_last_name, seller_name, corr_id on tdoc
  for each row execute function set_tdoc_search_form();
do $$ declare left_over boolean ; begin loop
  update tdoc set search_form = search_form(search_text) where id in (
    select id from tdoc where search_form is null limit 2000 for update skip locked)
  ; commit ; select exists (select from tdoc where search_form is null) into left_over ; exit when not left_over
  ; perform pg_sleep(0.02) ; end loop ; end $$;
drop index concurrently if exists tdoc_search_form;
create index concurrently tdoc_search_form on tdoc using gin (search_form gin_trgm_ops);
comment on index tdoc_search_form is 'Finds any part of three characters or more';
