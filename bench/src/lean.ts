import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Lab } from './lab.ts'

/**
 * Lean limits: PostgreSQL's throughput for statements written for the bench, on
 * tables with the same rows and only the indexes that these statements need.
 * pgbench runs them (PATH or PGBENCH); a Node client would be the bottleneck.
 * `hand` has a different SLV for each of its clients.
 */
const tables = `
  drop schema if exists lean cascade;
  create schema lean;
  create table lean.company as table company;
  create table lean.app_user as table app_user;
  create table lean.slv as table slv;
  create table lean.slv_interval (like slv_interval including defaults including identity);
  insert into lean.slv_interval overriding system value table slv_interval;
  select setval(pg_get_serial_sequence('lean.slv_interval', 'id'), (select max(id) from lean.slv_interval));
  create table lean.slv_history (like slv_history including defaults including identity);
  create table lean.notification (like notification including defaults);
  alter table lean.company add primary key (id);
  alter table lean.app_user add primary key (id);
  alter table lean.slv add primary key (id);
  create index on lean.slv (date desc, id desc) where date is not null;
  create index on lean.slv_interval (slv_id) where closed_at is null;
  create index on lean.slv_history (slv_id);
  create index on lean.notification (user_id);
  create table lean.hand as
    select row_number() over (order by id) - 1 as client, id as slv_id from lean.slv where status = 'REVIEW' limit 64;
  alter table lean.hand add primary key (client);
  analyze lean.company, lean.app_user, lean.slv, lean.slv_interval, lean.hand;`

/** 25 rows of the department by date, with the company and the people. */
const list = `
  select
    slv.id,
    slv.version,
    slv.status,
    slv.type,
    slv.date,
    slv.decision_date,
    slv.updated_at,
    slv.buyer_loan,
    slv.seller_loan,
    slv.buyer_non_agency_program,
    slv.buyer_non_agency_product_name,
    slv.borrower_last_name,
    slv.state,
    slv.loan_amount,
    slv.ltv,
    slv.credit_score,
    slv.dti,
    slv.dscr,
    slv.purpose,
    slv.occupancy,
    slv.buyer_days,
    slv.clock_party,
    slv.clock_since,
    company.name as seller_company,
    seller.first_name as seller_first,
    seller.last_name as seller_last,
    underwriter.first_name as underwriter_first,
    underwriter.last_name as underwriter_last
  from lean.slv
    join lean.company on company.id = slv.company_id
    join lean.app_user as seller on seller.id = slv.seller_id
    left join lean.app_user as underwriter on underwriter.id = slv.underwriter_id
  where slv.date is not null
  order by slv.date desc, slv.id desc
  limit 25;`

/** Seven statements after BEGIN, as a status change needs them. */
const statusChange = `
begin;
select id as slv, seller_id as actor from lean.slv where id = (select slv_id from lean.hand where client = :client_id) for update \\gset
update lean.slv_interval set closed_at = now() where slv_id = :slv and closed_at is null;
insert into lean.slv_interval (slv_id, resubmit_count, clock, party, opened_at) values (:slv, 0, 'SLV', 'BUYER', now());
update lean.slv set status = case status when 'REVIEW' then 'PENDING' else 'REVIEW' end, version = version + 1, updated_at = now() where id = :slv;
insert into lean.slv_history (slv_id, at, actor_id, action, from_status, to_status, resubmit_count, changes, position, hash)
  values (:slv, now(), :actor, 'start-review-process', 'PENDING', 'REVIEW', 0, '[]', 1, sha256('a line of history'));
insert into lean.notification (user_id, actor_id, type, action, title, description, entity_id, status, created_at)
  values (:actor, :actor, 'PROXY_LOAN', 'REVIEW', 'Review started', '7000001 · Marlow', :slv, 'UNCHECKED', now());
commit;`

const scripts = { list, statusChange }
export const connections = 16
/** The labs whose database has the tables. */
const preparedLabs = new WeakSet<Lab>()

/** How often per second PostgreSQL runs a script. */
export async function leanRate(
  lab: Lab,
  name: keyof typeof scripts,
  seconds: number,
): Promise<number> {
  if (!preparedLabs.has(lab)) await lab.sql(tables)
  preparedLabs.add(lab)
  await using folder = await mkdtempDisposable(
    join(tmpdir(), 'portal-pgbench-'),
  )
  const file = join(folder.path, 'lean.sql')
  await writeFile(file, scripts[name])
  const jobs = Math.min(connections, availableParallelism())
  const { stdout, stderr } = await promisify(execFile)(
    process.env.PGBENCH ?? 'pgbench',
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      `--jobs=${jobs}`,
      `--time=${seconds}`,
      `--file=${file}`,
      lab.ownerUrl,
    ],
  )
  const rate = Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench printed:\n${stderr}`)
  return rate
}
