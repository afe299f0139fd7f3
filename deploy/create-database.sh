#!/bin/sh
# Run once by the PostgreSQL image: creates the roles in docs/operations.md, "Roles of the database" and "Back up".
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set owner="$OWNER_PASSWORD" --set login="$LOGIN_PASSWORD" \
  --set backup="$BACKUP_PASSWORD" <<'SQL'
create role portal_app nologin;
create role portal_tenant nologin;
grant portal_tenant to portal_app with inherit false, set true;
create role portal_owner login password :'owner';
create role portal_login login password :'login' in role portal_app;
create database portal owner portal_owner;
create role portal_backup login replication password :'backup';
SQL
echo 'host portal,replication portal_backup all scram-sha-256' >>"$PGDATA/pg_hba.conf"
