#!/bin/sh
# Makes the two roles and the database, once. PostgreSQL's image runs it when its volume is new.
set -eu
psql --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname=postgres \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
create role quayside_owner login password :'owner';
create role quayside_app login password :'app';
create database quayside owner quayside_owner;
SQL
