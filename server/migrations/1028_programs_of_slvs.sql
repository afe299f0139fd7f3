-- A portal from before guidelines has SLVs, but no program, so no one could send a request. Its programs are those that
-- its SLVs name, with their products; people who manage guidelines give them rules.

create temporary table named_program on commit drop as
with named (program, product, qualifies_by) as (
  select buyer_non_agency_program, buyer_non_agency_product_name, qualifies_by from slv
  union all
  select resubmission -> 'form' ->> 'buyerNonAgencyProgram', resubmission -> 'form' ->> 'buyerNonAgencyProductName',
    resubmission ->> 'qualifiesBy' from slv where resubmission is not null
)
select program as name, product, qualifies_by,
  left(trim(both '-' from upper(regexp_replace(program, '[^A-Za-z0-9]+', '-', 'g'))), 15) as short
from named
-- A portal with programs has all that it needs; a name that is missing there was renamed.
where program is not null and program <> '' and not exists (select from guideline_program);

insert into guideline_program (code, name, family, qualifies_by, active_from)
select
  case when short = '' then 'PROGRAM-' || row_number() over (order by name)
    when count(*) over (partition by short) > 1 then short || '-' || row_number() over (partition by short order by name)
    else short end,
  name,
  case
    when name ~* '\mDSCR\M' and name !~* 'foreign' then 'DSCR'
    when name ~* 'foreign' then 'FOREIGN_NATIONAL'
    when name ~* 'bank statement' then 'BANK_STATEMENT'
    when name ~* 'full doc' then 'FULL_DOC'
    when name ~* 'jumbo' then 'JUMBO'
    when name ~* 'second' then 'SECOND_LIEN'
    else 'ALT_DOC'
  end,
  case when name ~ '\mDSCR\M' or qualifies_by = 'DSCR' then 'DSCR' else 'DTI' end,
  -- Requests may have been locked long before they were opened.
  '2000-01-01'
from (
  select name, min(short) as short, min(qualifies_by) as qualifies_by from named_program group by name
) as program;

insert into guideline_product (program_code, code, name, position)
select program.code, product, product, row_number() over (partition by program.code order by product)
from (select distinct name, product from named_program where product is not null and product <> '') as named
join guideline_program as program on program.name = named.name;

-- A program has at least one product.
insert into guideline_product (program_code, code, name, position)
select code, code, name, 1 from guideline_program
where not exists (select from guideline_product where program_code = guideline_program.code);
