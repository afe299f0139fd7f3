-- Mail that a mail server refused for good: nothing more is sent to the address until someone tries again.
alter table app_user
  add column mail_refused_at timestamptz,
  add column mail_refusal text,
  add constraint refused_with_an_answer
    check ((mail_refused_at is null) = (mail_refusal is null));
comment on column app_user.mail_refused_at is
  'When a mail server refused mail to the address for good; null if it accepts mail';
comment on column app_user.mail_refusal is 'What the mail server answered';
grant update (mail_refused_at, mail_refusal) on app_user to portal_tenant;

create function forget_mail_refusal() returns trigger language plpgsql as $$
begin
  new.mail_refused_at := null;
  new.mail_refusal := null;
  return new;
end $$;
comment on function forget_mail_refusal() is 'A new address has refused nothing yet';
create trigger new_address_gets_mail before update of email on app_user for each row
  when (old.email is distinct from new.email)
  execute function forget_mail_refusal();
