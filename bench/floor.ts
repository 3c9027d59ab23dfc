/**
 * The floor: what a bare server needs for the same answers. node:http, one named statement a request on the same tables
 * with the same pool, the key checked in that statement. It validates nothing, limits nobody, writes no history and
 * sends no events. Its numbers come from a sequence, its search text lies in the same narrow table.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

// Times stay the texts that PostgreSQL prints.
const { TIMESTAMPTZ, DATE } = pg.types.builtins
for (const type of [TIMESTAMPTZ, DATE]) pg.types.setTypeParser(type, (text) => text)

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE),
  idleTimeoutMillis: 0,
  options: '-c timezone=UTC -c plan_cache_mode=force_generic_plan',
})

const key = `k as (select workspace_id from api_keys
  where hash = $1 and revoked_at is null and (expires_at is null or expires_at > now()))`
const columns = `t.*, d.name as department_name, d.slug as department_slug, p.name as property_name,
  p.status as property_status, p.address as property_address, p.city as property_city,
  array(select l.tag_id from task_tag_links l where l.workspace_id = t.workspace_id and l.task_id = t.id) as tag_ids`
const joins = `join departments d on d.workspace_id = t.workspace_id and d.id = t.department_id
  left join properties p on p.workspace_id = t.workspace_id and p.id = t.property_id`

// The workspace as a scalar, so that the index on it also gives the order.
const mine = '(select workspace_id from k)'

/** Rows, because PostgreSQL takes longer than JSON.stringify for the text of fifty. */
function page(where: string, found = ''): string {
  const condition = `t.workspace_id = ${mine} and ${where} and t.deleted_at is null`
  return `with ${key}${found} select ${columns}, (select count(*) from tasks t where ${condition}) as total
    from tasks t ${joins} where ${condition} order by t.created_at desc, t.id desc limit 50`
}

const statements = {
  read: `with ${key}, one as (select ${columns} from tasks t ${joins}
      where t.workspace_id = ${mine} and t.id = $2 and t.deleted_at is null)
    select row_to_json(one)::text as json from one`,
  list: page('t.department_id = $2 and t.status = $3'),
  // Searched once, for the page and for the total.
  search: page(
    't.id in (select task_id from found)',
    `, found as materialized (select s.task_id from task_search s where s.workspace_id = ${mine} and s.text like $2)`,
  ),
  create: `with ${key}, t as (
      insert into tasks (workspace_id, id, number, title, description, status, priority, source, department_id,
        property_id, cost_currency, created_by_kind, created_by_name, created_at, updated_at)
      select workspace_id, $2, nextval('floor_numbers'), $3, $4, 'OPEN', $5, 'INTEGRATION', $6, $7, 'EUR', 'key',
        'Benchmark', now(), now() from k returning *),
    s as (insert into task_search (workspace_id, task_id, text)
      select workspace_id, id, lower('TK-' || number || chr(31) || title || chr(31) || description) from t),
    one as (select ${columns} from t ${joins})
    select row_to_json(one)::text as json from one`,
  update: `with ${key}, t as (
      update tasks t set status = $3, completed_at = case when $3 = 'COMPLETED' then now() end, updated_at = now(),
        version = version + 1
      from k where t.workspace_id = k.workspace_id and t.id = $2 and t.deleted_at is null returning t.*),
    one as (select ${columns} from t ${joins})
    select row_to_json(one)::text as json from one`,
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const hash = createHash('sha256')
    .update(request.headers.authorization?.slice(7) ?? '')
    .digest()
  const [path = '', query = ''] = request.url?.split('?') ?? []
  const { name, values } = await wanted(request, path.split('/')[6], query)
  const { rows } = await pool.query({ name, text: statements[name], values: [hash, ...values] })
  const isPage = name === 'list' || name === 'search'
  const json = isPage ? JSON.stringify({ items: rows, total: rows[0]?.total ?? 0 }) : rows[0]?.json
  response.writeHead(json ? 200 : 404, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(json ?? ''),
  })
  response.end(json ?? '')
}

async function wanted(
  request: IncomingMessage,
  id: string | undefined,
  query: string,
): Promise<{ name: keyof typeof statements; values: unknown[] }> {
  if (request.method === 'POST') {
    const body = await bodyOf(request)
    return {
      name: 'create',
      values: [randomUUID(), body.title, body.description, body.priority, body.departmentId, body.propertyId],
    }
  }
  if (request.method === 'PATCH') return { name: 'update', values: [id, (await bodyOf(request)).status] }
  if (id !== undefined) return { name: 'read', values: [id] }
  const filters = new URLSearchParams(query)
  const q = filters.get('q')
  if (q !== null) return { name: 'search', values: [`%${q}%`] }
  return { name: 'list', values: [filters.get('departmentId'), filters.get('status')] }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  request.setEncoding('utf8')
  for await (const part of request) text += part
  return JSON.parse(text)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  })
})
server.listen(Number(process.env.PORT), '127.0.0.1')
