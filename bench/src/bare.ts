import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'

// What the portal is compared with: a bare Fastify with pg, which answers the
// same requests with the fewest statements, and checks nothing. Its tables are
// in data/bare.sql; its argument is the owner's address of the database.
const app = Fastify()
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 })

const statements = {
  /** 25 rows of the department by date, with the company and the people. */
  selectRows: `
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
    from bare.slv
      join bare.company on company.id = slv.company_id
      join bare.app_user as seller on seller.id = slv.seller_id
      left join bare.app_user as underwriter on underwriter.id = slv.underwriter_id
    where slv.date is not null
    order by slv.date desc, slv.id desc
    limit 25`,
  /** Counts up to 10,001, as the portal does. */
  countRows: `
    select count(*)::int as total
    from (
      select id
      from bare.slv
      where date is not null
      limit 10001
    ) as counted`,
  lockSlv: `
    select id, seller_id
    from bare.slv
    where id = $1
    for update`,
  closeInterval: `
    update bare.slv_interval
    set closed_at = now()
    where slv_id = $1
      and closed_at is null`,
  openInterval: `
    insert into bare.slv_interval (slv_id, resubmit_count, clock, party, opened_at)
    values ($1, 0, 'SLV', 'BUYER', now())`,
  updateStatus: `
    update bare.slv
    set
      status = case status when 'REVIEW' then 'APPROVED' else 'REVIEW' end,
      version = version + 1,
      updated_at = now()
    where id = $1`,
  insertHistory: `
    insert into bare.slv_history (
      slv_id, at, actor_id, action, from_status, to_status, resubmit_count, changes, position, hash
    )
    values (
      $1, now(), $2, 'make-final-decision', 'REVIEW', 'APPROVED', 0, '[]', 1,
      sha256('a line of history')
    )`,
  insertNotification: `
    insert into bare.notification (
      user_id, actor_id, type, action, title, description, entity_id, status, created_at
    )
    values (
      $2, $2, 'PROXY_LOAN', 'REVIEW', 'Review started', '7000001 · Marlow', $1, 'UNCHECKED', now()
    )`,
  selectVersion: `
    select version
    from bare.slv
    where id = $1`,
  saveAmount: `
    update bare.slv
    set loan_amount = $2, version = version + 1, updated_at = now()
    where id = $1
      and version = $3`,
}

/** Runs a statement, which each connection prepares once. */
const run = (
  client: Pick<pg.Pool, 'query'>,
  name: keyof typeof statements,
  values: unknown[] = [],
) => client.query({ name, text: statements[name], values })

type ById = FastifyRequest<{ Params: { id: string } }>

app.get('/poll', (request, reply) =>
  reply.code(304).header('etag', request.headers['if-none-match']).send(),
)

app.get('/list', async () => {
  const [items, count] = await Promise.all([
    run(pool, 'selectRows'),
    run(pool, 'countRows'),
  ])
  return { items: items.rows, total: count.rows[0].total }
})

/** Seven statements after BEGIN, as a status change needs them. */
app.post('/slv/:id/status', async ({ params: { id } }: ById) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await run(client, 'lockSlv', [id])
    const actorId = rows[0].seller_id
    await run(client, 'closeInterval', [id])
    await run(client, 'openInterval', [id])
    await run(client, 'updateStatus', [id])
    await run(client, 'insertHistory', [id, actorId])
    await run(client, 'insertNotification', [id, actorId])
    await client.query('commit')
    return { id }
  } finally {
    client.release()
  }
})

app.patch('/slv/:id', async ({ params: { id }, body }: ById) => {
  const { loanAmount } = body as { loanAmount: number }
  const { rows } = await run(pool, 'selectVersion', [id])
  const { version } = rows[0]
  await run(pool, 'saveAmount', [id, loanAmount, version])
  return { id, version: version + 1 }
})

process.on('disconnect', () => process.exit())
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
