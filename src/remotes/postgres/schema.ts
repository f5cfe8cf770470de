/**
 * The database, as its administrator makes it: `dogear sync schema | psql -d DATABASE`. Members may look at and add records of
 * their own tenants, and nothing else: no update, no delete, no table of others. What the client says is not trusted in any of
 * this; who somebody is, the server knows from the login.
 */

/** Numbered; each is applied once. Run twice, nothing changes. */
const MIGRATIONS: readonly string[] = [
  `
create table dogear.tenant(id uuid primary key default gen_random_uuid(), name text not null unique);

create table dogear.membership(
  tenant uuid not null references dogear.tenant,
  member name not null,
  may_write boolean not null default true,
  primary key (tenant, member));

-- Whose tenants: by the login, which no client can choose. The search path is pinned, so that nothing of a caller's is run.
create function dogear.tenants_of_caller(only_writable boolean) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp
  as $$ select tenant from dogear.membership where member = session_user and (may_write or not only_writable) $$;

create table dogear.record(
  tenant uuid not null,
  store text not null check (store ~ '^[0-9a-f]{32}$'),
  device text not null check (device ~ '^[0-9a-f]{32}$'),
  seq bigint not null check (seq > 0),
  -- Part of the key: nobody takes the place of a record that another device has not sent yet.
  tip text not null check (tip ~ '^[0-9a-f]{64}$'),
  project text not null check (octet_length(project) <= 32),
  id text not null check (octet_length(id) <= 64),
  bytes bytea not null check (octet_length(bytes) <= 1200000),
  writer name not null default session_user,
  added timestamptz not null default now(),
  primary key (tenant, store, device, seq, tip));

alter table dogear.tenant enable row level security;
alter table dogear.membership enable row level security;
alter table dogear.record enable row level security;
alter table dogear.record force row level security;
create policy own_tenants on dogear.tenant for select using (id in (select dogear.tenants_of_caller(false)));
create policy read_own on dogear.record for select using (tenant in (select dogear.tenants_of_caller(false)));
create policy add_own on dogear.record for insert
  with check (writer = session_user and tenant in (select dogear.tenants_of_caller(true)));

-- For the administrator.
create function dogear.create_tenant(name text) returns uuid language sql set search_path = pg_catalog, pg_temp
  as $$ insert into dogear.tenant(name) values (create_tenant.name) returning id $$;
create function dogear.admit(member name, tenant text, may_write boolean default true) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into dogear.membership(tenant, member, may_write)
    select id, admit.member, admit.may_write from dogear.tenant where name = admit.tenant
    on conflict on constraint membership_pkey do update set may_write = excluded.may_write;
  execute format('grant dogear_member to %I', member);
end $$;
create function dogear.dismiss(member name, tenant text) returns void language sql set search_path = pg_catalog, pg_temp
  as $$ delete from dogear.membership m using dogear.tenant t
        where m.tenant = t.id and t.name = dismiss.tenant and m.member = dismiss.member $$;

revoke all on all tables in schema dogear from public;
revoke all on all functions in schema dogear from public;
grant usage on schema dogear to dogear_member;
grant execute on function dogear.tenants_of_caller(boolean) to dogear_member;
grant select on dogear.tenant, dogear.record, dogear.migration to dogear_member;
grant insert (tenant, store, device, seq, tip, project, id, bytes) on dogear.record to dogear_member;
`,
]

export const SCHEMA_VERSION: number = MIGRATIONS.length

/** One transaction, under a lock, so that two administrators do it once. */
export function schemaSql(): string {
  const steps = MIGRATIONS.map((sql, at) => {
    const number = at + 1
    return `do $migrate$ begin
if not exists (select from dogear.migration where number = ${number}) then
  execute $sql$${sql}$sql$;
  insert into dogear.migration(number) values (${number});
end if;
end $migrate$;`
  })
  return `-- dogear: everything that a database needs. Run it as the owner of the database.
begin;
select pg_advisory_xact_lock(hashtext('dogear migrations'));
do $role$ begin
  if not exists (select from pg_roles where rolname = 'dogear_member') then create role dogear_member nologin; end if;
end $role$;
create schema if not exists dogear;
revoke all on schema dogear from public;
create table if not exists dogear.migration(number int primary key, applied timestamptz not null default now());
${steps.join('\n')}
commit;
`
}
