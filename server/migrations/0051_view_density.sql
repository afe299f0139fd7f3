-- Saved views keep the height of their rows (docs/decisions/033-saved-views.md).

alter table saved_view add column density text not null default 'COMFORTABLE' check (density in ('COMFORTABLE', 'COMPACT'));
comment on column saved_view.density is 'The height of its rows';
grant update (density) on saved_view to portal_tenant;
