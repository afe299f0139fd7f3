-- Webhooks learn of comments and documents. History entries about a file say which one; comments
-- have no entry, so the outbox points at the comment. Both hold ids only, no text.

alter table slv_history add column document_id uuid;
comment on column slv_history.document_id is
  'The file that the entry is about; null for others, and in entries from before this column';

alter table webhook_outbox
  add column comment_id uuid,
  add column comment_type text check (comment_type in ('INTERNAL', 'EXTERNAL')),
  add column former_type text check (former_type in ('INTERNAL', 'EXTERNAL')),
  drop constraint webhook_outbox_check,
  add constraint webhook_outbox_has_one_source
    check (num_nonnulls(slv_history_id, tdoc_history_id, comment_id) = 1),
  add constraint webhook_outbox_comment_has_a_type
    check ((comment_id is null) = (comment_type is null));
comment on table webhook_outbox is
  'History entries and comments for which the job create-deliveries has yet to look for receivers. '
  'Filled only for companies with webhooks.';
comment on column webhook_outbox.comment_id is 'The comment that was added, or whose type changed';
comment on column webhook_outbox.comment_type is 'Its type then';
comment on column webhook_outbox.former_type is 'Its type before; null for a new comment';

alter table webhook_delivery add column part_id uuid;
comment on column webhook_delivery.part_id is
  'The comment or document of the SLV or Tdoc; null for other events';

create function is_comment_awaited(of_slv uuid, of_tdoc uuid)
returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from webhook join company on company.id = webhook.company_id
    where webhook.status = 'ACTIVE'
      and case when of_slv is null then 'tdoc.comment_added' else 'slv.comment_added' end
        = any(webhook.events)
      and (company.kind = 'BUYER'
        or company.id = (select slv.company_id from slv where slv.id = of_slv)))
$$;
comment on function is_comment_awaited(uuid, uuid) is
  'Whether a webhook of the buyer or of the seller wants comments on this SLV or Tdoc. Who may read '
  'a comment is decided when it is delivered';
revoke execute on function is_comment_awaited(uuid, uuid) from public;

create function note_comment_events()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into webhook_outbox (comment_id, comment_type)
    select added.id, added.type from added
      where is_comment_awaited(added.slv_id, added.tdoc_id)
      order by added.id;
  return null;
end $$;
comment on function note_comment_events() is 'Queues new comments that a webhook wants';
revoke execute on function note_comment_events() from public;
create trigger comment_is_noted after insert on comment referencing new table as added
  for each statement execute function note_comment_events();

create function note_turned_comment()
returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_comment_awaited(new.slv_id, new.tdoc_id) then
    insert into webhook_outbox (comment_id, comment_type, former_type)
      values (new.id, new.type, old.type);
  end if;
  return null;
end $$;
comment on function note_turned_comment() is
  'Queues a comment whose type changed, because others can read it now';
revoke execute on function note_turned_comment() from public;
create trigger turned_comment_is_noted after update on comment for each row
  when (old.type <> new.type) execute function note_turned_comment();
