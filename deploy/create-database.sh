#!/bin/sh
# Creates the roles and the database in docs/operations.md, "Roles of the database" and "Back up", with the passwords in
# OWNER_PASSWORD, LOGIN_PASSWORD and BACKUP_PASSWORD. The PostgreSQL image runs it once. On your own server, run it as postgres.
set -eu
: "${OWNER_PASSWORD:?}" "${LOGIN_PASSWORD:?}" "${BACKUP_PASSWORD:?}"
ask() {
  psql --no-psqlrc --set ON_ERROR_STOP=1 --username postgres --no-align --tuples-only --quiet "$@"
}
hba=$(ask --command 'show hba_file')
if ! [ -w "$hba" ]; then
  echo "Nothing was created: $hba can't be written. Run this as the user postgres on the machine of the database." >&2
  exit 1
fi
if [ -n "$(ask --command "select 1 from pg_database where datname = 'portal'")" ]; then
  echo "Nothing was created: the server already has a database portal." >&2
  exit 1
fi
# The roles are created together or not at all.
ask --set owner="$OWNER_PASSWORD" --set login="$LOGIN_PASSWORD" --set backup="$BACKUP_PASSWORD" <<'SQL'
begin;
create role portal_app nologin;
create role portal_tenant nologin;
grant portal_tenant to portal_app with inherit false, set true;
create role portal_owner login password :'owner';
create role portal_login login password :'login' in role portal_app;
create role portal_backup login replication password :'backup';
commit;
create database portal owner portal_owner;
SQL
echo 'host portal,replication portal_backup all scram-sha-256' >>"$hba"
ask --command 'select pg_reload_conf()' >/dev/null
echo "Created the database portal and its roles. $hba lets portal_backup replicate."
