-- Suggested prices: a grid as data, and with a decision the suggestion and the reason for another price (decisions.md).
create table price_grid (
  is_only boolean primary key default true check (is_only),
  add_on numeric(5, 1) not null default 0,
  version integer not null default 1
);
comment on table price_grid is 'The add-on and the version of the price grid, in one row.';
comment on column price_grid.is_only is 'There is one row';
comment on column price_grid.add_on is 'bps for each variance after the first';
comment on column price_grid.version is 'Increases with each change; the ETag';
insert into price_grid default values;

create table price_band (
  id uuid primary key default uuidv7(),
  position integer not null,
  parameter text not null,
  program_code text references guideline_program (code) on update cascade,
  "from" numeric(12, 3) not null check ("from" >= 0),
  "to" numeric(12, 3) not null,
  bps numeric(5, 1) not null,

  check ("to" > "from")
);
comment on table price_band is
  'What a variance costs by how far it misses its limit. Bands of a parameter and a program don''t overlap.';
comment on column price_band.id is 'Its id in the API';
comment on column price_band.position is 'Order in lists';
comment on column price_band.parameter is 'A parameter of the contract, such as CREDIT_SCORE';
comment on column price_band.program_code is
  'Its program; null for every program without its own band';
comment on column price_band."from" is 'The distance, in the parameter''s unit, above which it applies';
comment on column price_band."to" is 'The distance up to which it applies';
comment on column price_band.bps is 'bps of price; negative lowers the price';
create index price_band_program on price_band (program_code) where program_code is not null;
comment on index price_band_program is 'The bands of a program';

alter table slv
  add column price_reason text,
  add column suggested_price jsonb;
comment on column slv.price_reason is
  'Why the price isn''t the suggested one; only for the buyer''s people';
comment on column slv.suggested_price is
  'What the grid suggested when the approval was made; null without one';
grant update (price_reason, suggested_price) on slv to portal_tenant;
