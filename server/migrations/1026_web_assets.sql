-- The files of the web of this release and the ones around it, so that every node can serve the pages of every other
-- one during a rolling upgrade. Written by each node at its start; the newest five builds are kept.
create table web_asset (
  build text not null,
  name text not null,
  content bytea not null,
  stored_at timestamptz not null,
  primary key (build, name)
);
comment on column web_asset.build is 'SHA-256 of the names of all files of the build; each name has a hash of its content';
comment on column web_asset.name is 'Path below /assets';
comment on column web_asset.content is 'The file, not compressed';
comment on column web_asset.stored_at is 'When a node with this build last started';

create index web_asset_name on web_asset (name);
